// An answer as text: columns, rows, notices, what was read, or the refusal with its place and parameters.
#pragma once

#include <string>

#include "database/database.h"
#include "types/text/hex.h"
#include "types/value/value.h"

namespace cellar {

inline std::string place(Span span) { return std::to_string(span.begin) + "-" + std::to_string(span.end); }

inline std::string shown(const Diagnostic& diagnostic) {
  std::string text = std::string(diagnostic.id) + " " + place(diagnostic.span);
  for (const Parameter& parameter : diagnostic.parameters) text += " " + parameter.value;
  if (diagnostic.fix) text += " fix " + place(diagnostic.fix->span) + diagnostic.fix->text;
  return text;
}

inline std::string shown(Result result) {
  std::string text;
  for (const ResultColumn& column : result.columns()) text += column.name + ":" + to_cql(column.type) + "|";
  while (const ResultRow* row = result.next()) {
    text += "\n";
    for (std::size_t i = 0; i < row->size(); ++i) {
      text += (*row)[i] ? to_literal(result.columns()[i].type, (*row)[i]) : "null";
      text += "|";
    }
  }
  for (const Diagnostic& notice : result.notices()) text += "\n" + shown(notice);
  if (!result.read_position().empty()) text += "\nat " + to_hex(result.read_position());
  const ReadCounters& read = result.counters();
  if (read.partitions != 0)
    text += "\nread " + std::to_string(read.partitions) + " " + std::to_string(read.rows);
  return text;
}

template <typename Run>
std::string answer_of(const Run& run) {
  try {
    return shown(run());
  } catch (const Refusal& refusal) {
    return "refused " + shown(refusal.diagnostic);
  }
}

inline std::string answer(Session& session, const std::string& statement) {
  return answer_of([&] { return session.execute(statement); });
}

}  // namespace cellar
