#include "shell/console/parameters/bound_statement.h"

#include <map>
#include <vector>

#include "parser/markers.h"
#include "parser/script/command_text.h"
#include "types/text/text.h"

namespace cellar {

namespace {

/// EXPLAIN without ANALYZE needs no values, since it runs nothing.
bool runs_nothing(std::string_view statement) {
  if (!is_same_word(first_word(statement), "EXPLAIN")) return false;
  for (const CommandWord& word : split_command(statement)) {
    if (word.quote != 0) continue;
    if (word.text.find_first_of("?:=") != word.text.npos || says(word, "SELECT") || says(word, "INSERT") ||
        says(word, "UPDATE") || says(word, "DELETE") || says(word, "BEGIN"))
      return true;
    std::string letters;
    for (const char c : word.text) {
      if (c != '(' && c != ')') letters += c;
    }
    if (is_same_word(letters, "ANALYZE")) return false;
  }
  return true;
}

/// Finds the values for the markers of one statement.
class ParameterBinder {
 public:
  ParameterBinder(const Connection& connection, const StatementParameters& parameters,
                  const ParameterPrompt* prompt)
      : connection_(connection), parameters_(parameters), prompt_(prompt) {}

  /// Returns nothing if the person gave up.
  std::optional<std::vector<BoundValue>> find(const Prepared& prepared) {
    std::vector<BoundValue> values;
    std::size_t positions = 0;
    for (std::size_t index = 0; index < prepared.markers().size(); ++index) {
      const SlotSource& written = prepared.written_markers()[index];
      const ParameterName name =
          written.name ? ParameterName{0, written.name->text} : ParameterName{++positions, {}};
      std::optional<BoundValue> value = find(name, prepared.markers()[index], written.span);
      if (!value) return std::nullopt;
      values.push_back(*std::move(value));
    }
    return values;
  }

 private:
  std::optional<BoundValue> find(const ParameterName& name, const Slot& marker, Span span) {
    if (const ParameterValue* set = parameters_.find(name)) return value_of(*set, name, marker, span);
    if (const auto asked = asked_.find(name); asked != asked_.end())
      return value_of(asked->second, name, marker, span);
    if (prompt_ != nullptr) return ask(name, marker);
    refuse("marker_without_value", span,
           {{"marker", name.text()}, {"type", to_cql(marker.type)}, {"argument", name.argument()}});
  }

  /// A fix of the literal would be none of the statement.
  BoundValue value_of(const ParameterValue& value, const ParameterName& name, const Slot& marker,
                      Span span) const {
    if (!value.literal) return kUnset;
    try {
      return connection_.value_of(*value.literal, {marker.type, "parameter " + name.text()});
    } catch (Refusal& refusal) {
      refusal.diagnostic.span = span;
      refusal.diagnostic.fix.reset();
      refusal.diagnostic.repeated.clear();
      refusal.diagnostic.related.reset();
      throw;
    }
  }

  /// What is typed is kept for the other markers of that name in the statement.
  std::optional<BoundValue> ask(const ParameterName& name, const Slot& marker) {
    const std::string subject = name.position > 0 ? "? " + name.text() + ", " + marker.name : name.text();
    for (;;) {
      const std::optional<std::string> typed = prompt_->ask(subject + " (" + to_cql(marker.type) + "): ");
      if (!typed) return std::nullopt;
      try {
        ParameterValue value = read_parameter_value(*typed);
        if (!value.literal) return kUnset;
        BoundValue bound = connection_.value_of(*value.literal, {marker.type, "parameter " + name.text()});
        asked_[name] = std::move(value);
        return bound;
      } catch (const Refusal& refusal) {
        prompt_->complain(refusal.diagnostic, *typed);
      }
    }
  }

  const Connection& connection_;
  const StatementParameters& parameters_;
  const ParameterPrompt* prompt_;
  std::map<ParameterName, ParameterValue> asked_;
};

}  // namespace

std::optional<Result> execute_bound(Connection& connection, const StatementParameters& parameters,
                                    std::string_view statement, const ParameterPrompt* prompt) {
  if (!may_have_markers(statement)) return connection.execute(statement);
  const Prepared prepared = connection.prepare(statement);
  if (prepared.markers().empty()) return connection.execute(statement);
  if (runs_nothing(statement)) return connection.execute(prepared, std::span<const BoundValue>());
  const std::optional<std::vector<BoundValue>> values =
      ParameterBinder(connection, parameters, prompt).find(prepared);
  if (!values) return std::nullopt;
  return connection.execute(prepared, std::span<const BoundValue>(*values));
}

}  // namespace cellar
