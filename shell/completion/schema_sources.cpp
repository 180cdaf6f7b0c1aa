// Names of keyspaces, tables, views, indexes and types.
#include "schema/system_keyspaces.h"
#include "shell/completion/sources.h"

namespace cellar {

namespace {

/// System keyspaces are offered once their first letter is typed.
void add_keyspaces(const TypedPlace& place, std::string_view behind, bool is_new = false) {
  Offers& offers = place.offers;
  const auto add = [&](std::string_view name) {
    if (behind.empty())
      offers.add_name_and_blank(name);
    else
      offers.add_name(name, {}, behind);
  };
  for (const auto& [name, keyspace] : place.scope.schema.keyspaces)
    if (!is_system_keyspace(name)) add(name);
  if (offers.begins() || is_new) return;
  for (const std::string_view name : system_keyspace_names()) add(name);
}

/// Offers the names in the keyspace that the qualified name has, or in that in use, and there the keyspaces. `add`
/// adds the names of a keyspace.
template <typename Add>
void add_qualified(const TypedPlace& place, const Add& add, bool is_new = false) {
  if (place.offset() == 1) return;
  const std::string qualifier =
      place.offset() >= 2 ? place.typed.name(place.path.front().first_token) : std::string();
  if (const Keyspace* keyspace = place.scope.keyspace_or_used(qualifier)) add(*keyspace);
  if (qualifier.empty()) add_keyspaces(place, ".", is_new);
}

void add_tables(const TypedPlace& place, const Keyspace& keyspace) {
  for (auto each = keyspace.tables.stored().begin(); each != keyspace.tables.stored().end(); ++each)
    place.offers.add_name_and_blank(each.thing()->name);
}

void add_views(const TypedPlace& place, const Keyspace& keyspace) {
  for (const auto& [name, view] : keyspace.views)
    place.offers.add_name_and_blank(name, "view of " + view.base);
}

void add_indexes(const TypedPlace& place, const Keyspace& keyspace) {
  for (const auto& [name, table] : keyspace.tables)
    for (const Index& index : table->indexes) place.offers.add_name_and_blank(index.name, "on " + name);
}

void add_user_types(const TypedPlace& place, const Keyspace& keyspace) {
  for (const auto& [name, type] : keyspace.user_types) place.offers.add_name(name, "user type");
}

}  // namespace

void offer_nothing(const TypedPlace&) {}

void offer_keyspaces(const TypedPlace& place) { add_keyspaces(place, ""); }

void offer_new_qualified_name(const TypedPlace& place) {
  add_qualified(
      place, [](const Keyspace&) {}, true);
}

void offer_tables(const TypedPlace& place) {
  add_qualified(place, [&](const Keyspace& keyspace) { add_tables(place, keyspace); });
}

void offer_tables_and_views(const TypedPlace& place) {
  add_qualified(place, [&](const Keyspace& keyspace) {
    add_tables(place, keyspace);
    add_views(place, keyspace);
  });
}

void offer_views(const TypedPlace& place) {
  add_qualified(place, [&](const Keyspace& keyspace) { add_views(place, keyspace); });
}

/// CREATE MATERIALIZED VIEW new_name AS SELECT ... FROM base.
void offer_view_or_its_base(const TypedPlace& place) {
  const std::size_t first = place.path.front().first_token;
  if (first > 0 && place.typed.is(first - 1, "FROM"))
    offer_tables(place);
  else
    offer_new_qualified_name(place);
}

void offer_described_name(const TypedPlace& place) {
  const std::size_t first = place.path.front().first_token;
  if (first == 0) return;
  if (place.typed.is(first - 1, "VIEW")) return offer_views(place);
  if (place.typed.is(first - 1, "TABLE")) return offer_tables(place);
  if (place.typed.is(first - 1, "INDEX"))
    return add_qualified(place, [&](const Keyspace& keyspace) { add_indexes(place, keyspace); });
  if (place.offset() == 0) add_keyspaces(place, "");
  const std::string keyspace_name = place.offset() >= 2 ? place.typed.name(first) : std::string();
  const Keyspace* keyspace = place.offset() == 1 ? nullptr : place.scope.keyspace_or_used(keyspace_name);
  if (keyspace == nullptr) return;
  add_tables(place, *keyspace);
  add_views(place, *keyspace);
}

/// DROP INDEX [keyspace.]index: the keyspace is not a part of the index' name.
void offer_indexes(const TypedPlace& place) {
  const bool is_qualified = place.typed.is_behind("DOT");
  const std::string qualifier = is_qualified ? place.typed.name(place.typed.cursor - 2) : std::string();
  if (const Keyspace* keyspace = place.scope.keyspace_or_used(qualifier)) add_indexes(place, *keyspace);
  if (!is_qualified) add_keyspaces(place, ".");
}

void offer_user_types(const TypedPlace& place) {
  add_qualified(place, [&](const Keyspace& keyspace) { add_user_types(place, keyspace); });
}

/// The language's own types. Those of several parts go on with `<`.
void offer_type_words(const TypedPlace& place) {
  for (const std::string& word : place.words) {
    if (word == "<") place.offers.add_text(word);
    const bool has_parts = word == "MAP" || word == "LIST" || word == "SET" || word == "TUPLE" ||
                           word == "VECTOR" || word == "FROZEN";
    if (has_parts)
      place.offers.add_lower_words(word + "<");
    else if (word.front() >= 'A' && word.front() <= 'Z')
      place.offers.add_lower_words(word);
  }
}

}  // namespace cellar
