/// @file
/// The former name of carom/impact/contacts.hpp.
#pragma once

#include <carom/impact/contacts.hpp>
