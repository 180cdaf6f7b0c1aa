// The values that a person gives to the markers of statements: PARAMETER :id = 7, --parameter id=7.
//
// In:      names of markers, and literals as they are written.
// Out:     the literal for a marker. It takes the type of the marker when a statement is run.
// Refused: a text that is no literal (E655).
#pragma once

#include <compare>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "parser/lone_literal.h"
#include "parser/parser.h"

namespace cellar {

/// Which marker a value is for: `:name`, or the n-th `?` of each statement.
struct ParameterName {
  std::size_t position = 0;  // counted from 1; 0: it has a name
  std::string name;          // folded, without quotes

  auto operator<=>(const ParameterName&) const = default;
  /// As PARAMETER takes it: ":id", ":\"Id\"", "1".
  std::string text() const;
  /// As --parameter takes it: without the colon.
  std::string argument() const;
};

/// Reads `:name`, `name`, `:"Name"` or a number from 1 on, at the beginning of `text`, and removes it. Returns nothing
/// for another text.
std::optional<ParameterName> take_parameter_name(std::string_view& text);

struct ParameterValue {
  std::string text;                            // as it was written
  std::shared_ptr<const LoneLiteral> literal;  // null: UNSET
};
/// Refuses what is neither a literal nor UNSET, with its place in `text`.
ParameterValue read_parameter_value(std::string_view text);

class StatementParameters {
 public:
  void set(const ParameterName& name, ParameterValue value) { values_[name] = std::move(value); }
  /// Returns null if there is none.
  const ParameterValue* find(const ParameterName& name) const;
  /// Returns false if there was none.
  bool drop(const ParameterName& name) { return values_.erase(name) > 0; }
  void clear() { values_.clear(); }
  const std::map<ParameterName, ParameterValue>& all() const { return values_; }

  /// Sets what `--parameter name=literal` asks for. Refuses what has no `=` or no literal behind it.
  void set_argument(std::string_view argument);

 private:
  std::map<ParameterName, ParameterValue> values_;
};

}  // namespace cellar
