#include "planner/advise/existing_tables.h"

#include <algorithm>

#include "planner/advise/rewriting.h"
#include "planner/advise/trial.h"

namespace cellar {

namespace {

// A keyspace of more tables is searched by the names that advice gives, so that not all are decoded.
constexpr std::size_t kMostTables = 200;

bool has_same(const Column& column, const Table& candidate) {
  const std::optional<std::size_t> found = candidate.find(column.name);
  return found && freeze(candidate.columns[*found].type) == freeze(column.type) &&
         (!column.is_key() || candidate.columns[*found].is_key());
}

bool is_element(const Column& column, const Table& source) {
  using Holds = ElementColumn::Holds;
  return std::ranges::any_of(source.columns, [&](const Column& collection) {
    return is_collection(collection.type) && (column.name == element_name(source, collection, Holds::value) ||
                                              column.name == element_name(source, collection, Holds::key));
  });
}

/// Has every column of the source, tells all of its rows apart, and asks nothing else of a row.
bool holds_rows_of(const Table& source, const Table& candidate) {
  if (candidate.is_counter()) return false;
  if (!std::ranges::all_of(source.columns, [&](const Column& column) { return has_same(column, candidate); }))
    return false;
  return std::ranges::all_of(candidate.columns, [&](const Column& column) {
    return !column.is_key() || source.find(column.name) || is_element(column, source);
  });
}

/// A view that leaves rows out for their values is no copy; nor is one that is not built.
bool is_whole(const Table& candidate, const Table& source, const PlanContext& context) {
  if (!candidate.is_view()) return true;
  const TablePointer base = context.schema.find_table(candidate.keyspace, candidate.view_of->base);
  const View* view = base == nullptr ? nullptr : base->find_view(candidate.name);
  return view != nullptr && view->filters.empty() && view->is_built && base->name == source.name;
}

std::vector<std::string> names_of_candidates(const Table& source, const Keyspace& keyspace) {
  std::vector<std::string> names = keyspace.tables.names();
  for (const auto& [name, view] : keyspace.views) names.push_back(name);
  const bool by_name = names.size() > kMostTables;
  std::erase_if(names, [&](const std::string& name) {
    return name == source.name || (by_name && !name.starts_with(source.name + "_by_"));
  });
  return names;
}

}  // namespace

std::optional<ServedAlready> find_serving_table(std::string_view text, const SelectStatement& statement,
                                                const Table& source, const PlanContext& context) {
  const Keyspace* keyspace = context.schema.find_keyspace(source.keyspace);
  if (keyspace == nullptr) return std::nullopt;
  for (const std::string& name : names_of_candidates(source, *keyspace)) {
    const TablePointer candidate = context.schema.find_table(source.keyspace, name);
    if (candidate == nullptr || !holds_rows_of(source, *candidate) || !is_whole(*candidate, source, context))
      continue;
    std::string rewritten = rewrite(text, statement, source, *candidate);
    if (try_query(rewritten, context).is_served) return ServedAlready{candidate, std::move(rewritten), {}};
  }
  return std::nullopt;
}

}  // namespace cellar
