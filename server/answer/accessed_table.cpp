#include "server/answer/accessed_table.h"

#include <variant>

#include "parser/parser.h"
#include "parser/statement/statement.h"
#include "refusal/refusal.h"

namespace cellar {

namespace {

struct Accessed {
  const QualifiedName* table = nullptr;
  bool is_conditional = false;
  bool is_read = false;
  bool is_batch = false;
};

struct FindAccessed {
  Accessed operator()(const SelectStatement& select) const { return {&select.table, false, true}; }
  Accessed operator()(const InsertStatement& insert) const {
    return {&insert.table, insert.conditions.any()};
  }
  Accessed operator()(const UpdateStatement& update) const {
    return {&update.table, update.conditions.any()};
  }
  Accessed operator()(const DeleteStatement& deletion) const {
    return {&deletion.table, deletion.conditions.any()};
  }
  Accessed operator()(const BatchStatement& batch) const {
    Accessed all;
    for (const auto& part : batch.statements) {
      const Accessed accessed = std::visit(*this, part);
      all = {accessed.table, all.is_conditional || accessed.is_conditional, false, true};
    }
    return all;
  }
  Accessed operator()(const ExplainStatement&) const { return {}; }
  Accessed operator()(const StatementWithoutRows auto&) const { return {}; }
};

}  // namespace

std::optional<AccessedTable> accessed_table(std::string_view statement, const std::string& keyspace) {
  try {
    const Statement parsed = parse(statement);
    const Accessed accessed = std::visit(FindAccessed{}, parsed.node);
    if (accessed.table == nullptr) return std::nullopt;
    const QualifiedName& name = *accessed.table;
    return AccessedTable{name.keyspace ? name.keyspace->text : keyspace, name.name.text,
                         accessed.is_conditional, accessed.is_read, accessed.is_batch};
  } catch (const Refusal&) {  // the engine refuses it, too
    return std::nullopt;
  }
}

std::string_view write_type_of(std::string_view statement, const std::string& keyspace, const Schema& schema,
                               std::string_view otherwise) {
  const std::optional<AccessedTable> accessed = accessed_table(statement, keyspace);
  if (!accessed) return otherwise;
  if (accessed->is_conditional) return "CAS";
  const TablePointer table = schema.find_table(accessed->keyspace, accessed->table);
  return table != nullptr && table->is_counter() ? "COUNTER" : otherwise;
}

}  // namespace cellar
