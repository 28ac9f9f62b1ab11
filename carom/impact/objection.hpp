/// @file
/// What is wrong with a caller's problem, and where, as an object: nobody has to parse a message.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

namespace carom {

/// One step on the way to what is wrong: a key or a name, or the index of an item.
using PathStep = std::variant<std::string, std::size_t>;
using ObjectionPath = std::vector<PathStep>;

/// A caller's mistake. what() says path and mistake in a sentence:
/// "contacts[0].restitution: 1.3 is outside [0, 1]", "contact 'tip': the features are 0.1 m apart".
class Objection : public std::invalid_argument {
 public:
  Objection(ObjectionPath path, std::string mistake);
  const ObjectionPath& path() const { return path_; }
  const std::string& mistake() const { return mistake_; }

 private:
  ObjectionPath path_;
  std::string mistake_;
};

/// Contact number k of a list, or a key of it.
ObjectionPath path_to_contact(std::size_t k);
ObjectionPath path_to_contact(std::size_t k, std::string key);

/// A part of a mechanism by its name.
ObjectionPath path_to_contact(const std::string& name);
ObjectionPath path_to_joint(const std::string& name);
ObjectionPath path_to_body(const std::string& name);

}  // namespace carom
