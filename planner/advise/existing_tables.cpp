#include "planner/advise/existing_tables.h"

#include <algorithm>

#include "planner/advise/advised_table.h"
#include "planner/advise/rewriting.h"
#include "planner/advise/trial.h"

namespace cellar {

namespace {

// As much of a name as advice never cuts off to make room for a number.
constexpr std::size_t kUncutName = 44;

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

/// Has every column of the source, and tells all of its rows apart.
bool holds_columns_of(const Table& source, const Table& candidate) {
  if (candidate.is_counter()) return false;
  if (!std::ranges::all_of(source.columns, [&](const Column& column) { return has_same(column, candidate); }))
    return false;
  return std::ranges::all_of(candidate.columns, [&](const Column& column) {
    return !column.is_key() || source.find(column.name) || is_element(column, source);
  });
}

bool names_element(const QueryTerms& terms, const Column& column, const Table& source) {
  return std::ranges::any_of(terms.equal, [&](const KeyColumn& each) {
    return each.holds && element_name(source, source.columns[each.column], *each.holds) == column.name;
  });
}

/// A row without a value of the candidate's key is not in the candidate. True if the query does not ask for such rows
/// of the source.
bool holds_rows_for(const QueryTerms& terms, const Table& source, const Table& candidate) {
  return std::ranges::all_of(candidate.columns, [&](const Column& column) {
    if (!column.is_key()) return true;
    const std::optional<std::size_t> found = source.find(column.name);
    if (!found) return names_element(terms, column, source);
    if (source.columns[*found].is_key()) return true;
    const auto names = [&](const KeyColumns& columns) { return has_column(columns, *found); };
    return names(terms.equal) || names(terms.in) || names(terms.range) || names(terms.order) ||
           names(terms.grouping);
  });
}

bool is_named_after(const Table& source, std::string_view name) {
  return name.starts_with((source.name + "_by").substr(0, kUncutName));
}

/// A view that leaves rows out for their values is no copy; nor is one that is not built.
bool is_whole(const Table& candidate, const Table& source, const PlanContext& context) {
  if (!candidate.is_view()) return true;
  const TablePointer base = context.schema.find_table(candidate.keyspace, candidate.view_of->base);
  const View* view = base == nullptr ? nullptr : base->find_view(candidate.name);
  return view != nullptr && view->filters.empty() && view->is_built && base->name == source.name;
}

/// Views are of the source or not. Only the name of a table says whose rows it has: another table may have the same
/// columns.
std::vector<std::string> names_of_candidates(const Table& source, const Keyspace& keyspace) {
  std::vector<std::string> names = keyspace.tables.names();
  std::erase_if(names, [&](const std::string& name) {
    return !is_named_after(source, name) && stem_of(name) != stem_of(source.name);
  });
  for (const auto& [name, view] : keyspace.views) names.push_back(name);
  std::erase(names, source.name);
  return names;
}

}  // namespace

bool is_made_as_copy(const Table& source, const Table& table) {
  return is_named_after(source, table.name) || is_declared_copy(source, table);
}

bool is_declared_copy(const Table& source, const Table& table) {
  const auto comment = table.options.find("comment");
  return comment != table.options.end() && comment->second == OptionValue(comment_of_copy(source));
}

std::optional<ServedAlready> find_serving_table(std::string_view text, const SelectStatement& statement,
                                                const QueryTerms& terms, const Table& source,
                                                const PlanContext& context) {
  const Keyspace* keyspace = context.schema.find_keyspace(source.keyspace);
  if (keyspace == nullptr) return std::nullopt;
  for (const std::string& name : names_of_candidates(source, *keyspace)) {
    const TablePointer candidate = context.schema.find_table(source.keyspace, name);
    if (candidate == nullptr || !holds_columns_of(source, *candidate) ||
        !holds_rows_for(terms, source, *candidate) || !is_whole(*candidate, source, context))
      continue;
    std::string rewritten = rewrite(text, statement, source, *candidate);
    if (try_query(rewritten, context).is_served) return ServedAlready{candidate, std::move(rewritten), {}};
  }
  return std::nullopt;
}

}  // namespace cellar
