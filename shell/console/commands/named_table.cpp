#include "shell/console/commands/named_table.h"

#include "planner/names.h"
#include "types/text/text.h"

namespace cellar {

namespace {

CellsPlace place_of(const CommandCall& call, std::size_t first, bool lists_partitions) {
  if (call.words.size() <= first) call.refuse_usage(first);
  const CommandContext& context = call.context;
  context.make_durable();
  std::optional<CellsPlace> place =
      read_cells_place(call.database(), context.connection, call.text, call.words, first,
                       context.settings.stop, lists_partitions);
  if (!place) call.refuse_usage(first);
  return *std::move(place);
}

}  // namespace

Name name_of(const CommandWord& word) {
  return {word.quote == 0 ? to_lower(word.text) : word.text, word.span, word.quote != 0};
}

NamedTable named_table(const CommandCall& call, std::size_t first) {
  if (first >= call.words.size() || call.words[first].quote == '\'') call.refuse_usage(first);
  const bool has_keyspace = call.words.size() > first + 1 && call.words[first + 1].text == ".";
  if (has_keyspace && call.words.size() <= first + 2) call.refuse_usage(first + 2);
  const std::size_t last = first + (has_keyspace ? 2 : 0);
  QualifiedName name{std::nullopt, name_of(call.words[last]), {}};
  if (has_keyspace) name.keyspace = name_of(call.words[first]);
  const Connection& connection = call.context.connection;
  SchemaPointer schema = connection.schema();
  TablePointer table =
      resolve_table(name, {*schema, connection.keyspace(), kDefaultNodeNames, connection.policy(), 0});
  return {std::move(schema), std::move(table), last + 1};
}

CellsPlace named_partitions(const CommandCall& call, std::size_t first) {
  return place_of(call, first, true);
}

CellsPlace named_partition(const CommandCall& call, std::size_t first) {
  CellsPlace place = place_of(call, first, false);
  if (place.limit) call.refuse_usage(call.words.size() - 2);
  if (!place.place.key) call.refuse_usage(call.words.size());
  return place;
}

}  // namespace cellar
