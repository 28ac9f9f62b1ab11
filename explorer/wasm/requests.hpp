/// @file
/// What the page asks of the core: JSON text in, JSON text out.
///
/// The same functions are compiled for the browser (bindings.cpp) and natively (parity_main.cpp), where a
/// test asks both the same and compares. No physics here: read, call, write.
#pragma once

#include <string>

namespace carom::page {

/// Answers a request, an object with the key `call` and the call's own keys; a problem or scene is given as
/// text under `problem`:
///
///     laws        {}                                    the table of laws, with their colours
///     impact      {problem, laws?}                      results, what was read, steps of the energy, diagram;
///                                                       in space swerve (report/spatial_diagram_json.hpp)
///     contact_space {problem}                           the same impact by W and u alone
///     film        {problem, law}                        the impact in slow motion
///     sweep       {problem, vary, laws?, columns?, number?, first?, last?}
///     map         {problem, vary, laws, contact, first?, last?}     modes over two parameters
///     boundaries  {problem, vary, laws?, number?, tolerance?, first?, last?}
///     simulate    {problem, law?, duration?, sample?}   a motion with its events and its ledger
///     sharing     {problem, law}                        how contacts may share loads, or null
///     numbers     {problem}                             every number by its path, in SI, with its unit
///     yaml        {problem}                             the problem as a person writes it
///
/// The answer is a JSON value; where something is wrong, {"error": ...} in the words of the command line.
std::string answer(const std::string& request);

}  // namespace carom::page
