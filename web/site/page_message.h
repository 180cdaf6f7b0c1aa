// The message of a page: the members of a JSON object.
//
// In:      the body of a request.
// Out:     its members, by name.
// Refused: a body that is no such object, and a member that is missing or of another type (WrongMessage).
#pragma once

#include <cstddef>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "functions/json/json_document.h"

namespace cellar {

class WrongMessage : public std::exception {};

class PageMessage {
 public:
  explicit PageMessage(std::string_view body);

  std::string text(std::string_view name) const;
  /// Returns an empty text if there is no such member.
  std::string optional_text(std::string_view name) const;
  /// A list of at least one text.
  std::vector<std::string> texts(std::string_view name) const;
  std::size_t number(std::string_view name) const;
  std::size_t number_or(std::size_t otherwise, std::string_view name) const;

 private:
  JsonMembers members_;
};

}  // namespace cellar
