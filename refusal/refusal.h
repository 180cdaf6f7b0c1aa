// What a refusal is, as data.
//
// In:      the id of a message, the span of the statement that it blames, and the
//          parameters that its words name.
// Out:     a Diagnostic. A Refusal carries one and ends a statement; a notice is one that comes with
//          an answer.
// Refused: an id of no message is a bug (a test reads every id in the sources).
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cellar {

/// The error classes of the CQL native protocol (protocol v5, section 9).
enum class ErrorClass : std::uint16_t {
  server = 0x0000,
  function_failure = 0x1400,
  syntax = 0x2000,
  unauthorized = 0x2100,
  invalid = 0x2200,
  config = 0x2300,
  already_exists = 0x2400,
};

/// Name of a class as scripts write it: `syntax`, `invalid`, `already_exists`, `functionfailure` ...
std::string_view name(ErrorClass error_class);

/// Half-open range of byte offsets, counted from the first byte of the statement's text.
struct Span {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  bool empty() const { return begin == end; }
  bool operator==(const Span&) const = default;
};

/// A named value that the words of a message may mention as `{name}`.
struct Parameter {
  std::string_view name;  // of static storage: it is a word of the messages
  std::string value;
};
using Parameters = std::vector<Parameter>;

/// A replacement that mends the statement: put `text` where `span` is.
struct Fix {
  Span span;
  std::string text;
};

/// A message with the place and the particulars of a statement.
struct Diagnostic {
  std::string_view id;  // of static storage: that of a message
  Span span;            // empty: the statement as a whole
  Parameters parameters;
  std::optional<Fix> fix;
  std::vector<Span> repeated{};   // further places with the same fault, in the order of the text
  std::optional<Span> related{};  // a second place that matters: the `(` that is never closed

  std::string_view code() const;  // "E203"
  ErrorClass error_class() const;
};

/// Ends a statement. Thrown by value, caught where statements are run.
class Refusal : public std::exception {
 public:
  explicit Refusal(Diagnostic what) : diagnostic(std::move(what)) {}
  const char* what() const noexcept override;

  Diagnostic diagnostic;

 private:
  mutable std::string text_;
};

/// Throws a Refusal.
[[noreturn]] void refuse(std::string_view id, Span span = {}, Parameters parameters = {},
                         std::optional<Fix> fix = std::nullopt);

}  // namespace cellar
