// What a refusal is, as data.
//
// In:      the id of a message, the span of the statement that it blames, the parameters that its words name, and
//          what it is about. Parameters are for the words alone: nothing is decided by them.
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

#include "refusal/cause.h"

namespace cellar {

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

/// The keyspace, table, type, keyword or warning of a cluster that a diagnostic is about. Names are without quotes.
struct Subject {
  enum class Kind : std::uint8_t { keyspace, table, type, keyword, warning };

  Kind kind;
  std::string name;        // of a warning: its words
  std::string keyspace{};  // of a table or type

  bool operator==(const Subject&) const = default;
};

/// A message with the place and the particulars of a statement.
struct Diagnostic {
  std::string_view id;  // of static storage: that of a message
  Span span;            // empty: the statement as a whole
  Parameters parameters;
  std::optional<Fix> fix;
  std::optional<Subject> subject{};
  std::vector<Span> repeated{};       // further places with the same fault, in the order of the text
  std::optional<Span> related{};      // a second place that matters: the `(` that is never closed
  std::vector<Diagnostic> doubts{};   // about the table that the parameter `table_fix` proposes
  bool is_refused_filtering = false;  // also with ALLOW FILTERING, for another reason

  std::string_view code() const;  // "E203"
  ErrorClass error_class() const;
  MessageKind kind() const;
  Cause cause() const;
  bool has(Trait trait) const;
  /// Replaces the value of a parameter of that name; does nothing if there is none.
  void set_parameter(std::string_view name, std::string value);
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
                         std::optional<Fix> fix = std::nullopt,
                         std::optional<Subject> subject = std::nullopt);

}  // namespace cellar
