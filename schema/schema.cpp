#include "schema/schema.h"

#include <algorithm>
#include <charconv>

namespace cellar {

namespace {

std::int32_t integer_option(const TableOptions& options, const std::string& name) {
  const auto found = options.find(name);
  if (found == options.end()) return 0;
  const auto* text = std::get_if<std::string>(&found->second);
  std::int32_t value = 0;
  if (text != nullptr) std::from_chars(text->data(), text->data() + text->size(), value);
  return value;
}

/// True where something was replaced.
bool replace_in_type(Type& type, const UserType& definition) {
  if (type.kind == TypeKind::user && type.name == definition.name && type.keyspace == definition.keyspace) {
    const bool frozen = type.frozen;
    type = type_of(definition);
    if (frozen) type = freeze(std::move(type));
    return true;
  }
  bool replaced = false;
  for (Type& argument : type.arguments) replaced |= replace_in_type(argument, definition);
  return replaced;
}

}  // namespace

std::optional<std::size_t> Table::find(std::string_view column) const {
  for (std::size_t index = 0; index < columns.size(); ++index) {
    if (columns[index].name == column) return index;
  }
  return std::nullopt;
}

std::optional<std::size_t> Table::find(ColumnId column) const {
  for (std::size_t index = 0; index < columns.size(); ++index) {
    if (columns[index].id == column) return index;
  }
  return std::nullopt;
}

const Index* Table::find_index(std::string_view index) const {
  const auto found = std::ranges::find(indexes, index, &Index::name);
  return found == indexes.end() ? nullptr : &*found;
}

const View* Table::find_view(std::string_view view) const {
  const auto found = std::ranges::find_if(views, [&](const View& each) { return each.table->name == view; });
  return found == views.end() ? nullptr : &*found;
}

bool Table::has_index_on(ColumnId column) const {
  return std::ranges::find(indexes, column, &Index::column) != indexes.end();
}

bool View::operator==(const View& other) const {
  return *table == *other.table && where_clause == other.where_clause && filters == other.filters &&
         includes_all_columns == other.includes_all_columns && is_built == other.is_built;
}

bool Table::has_static() const {
  return std::any_of(columns.begin(), columns.end(),
                     [](const Column& column) { return column.kind == ColumnKind::static_; });
}

bool Table::is_counter() const {
  return std::any_of(columns.begin(), columns.end(),
                     [](const Column& column) { return column.type.kind == TypeKind::counter; });
}

/// A row of compact storage that consists of its key has nothing else to show that it exists.
bool Table::has_row_markers() const {
  return !is_compact || (clustering_size > 0 && columns.size() == key_size());
}

// Asked for by every write: their names are made once.
std::int32_t Table::default_time_to_live() const {
  static const std::string option = "default_time_to_live";
  return integer_option(options, option);
}

std::int32_t Table::gc_grace_seconds() const {
  static const std::string option = "gc_grace_seconds";
  return integer_option(options, option);
}

namespace {

/// Cassandra's order of names: the first eight bytes as a signed number, so that a name beyond ASCII comes
/// first, then the bytes.
bool name_before(const std::string& left, const std::string& right) {
  const auto head = [](const std::string& name) {
    std::uint64_t number = 0;
    for (std::size_t index = 0; index < 8; ++index)
      number = number << 8 | (index < name.size() ? static_cast<unsigned char>(name[index]) : 0);
    return static_cast<std::int64_t>(number);
  };
  return head(left) != head(right) ? head(left) < head(right) : left < right;
}

}  // namespace

void sort_columns(Table& table) {
  const auto before = [](const Column& left, const Column& right) {
    if (left.kind != right.kind) return left.kind < right.kind;
    return !left.is_key() && name_before(left.name, right.name);
  };
  std::stable_sort(table.columns.begin(), table.columns.end(), before);
}

namespace {

template <typename Object, typename NameOf>
void put_by_name(std::vector<Object>& objects, Object object, NameOf name_of) {
  const auto place = std::ranges::lower_bound(objects, name_of(object), {}, name_of);
  if (place != objects.end() && name_of(*place) == name_of(object)) {
    *place = std::move(object);
  } else {
    objects.insert(place, std::move(object));
  }
}

}  // namespace

void put_index(Table& table, Index index) {
  put_by_name(table.indexes, std::move(index), [](const Index& each) { return std::string_view(each.name); });
}

void put_view(Table& table, View view) {
  put_by_name(table.views, std::move(view),
              [](const View& each) { return std::string_view(each.table->name); });
}

Type type_of(const UserType& definition) {
  Type type;
  type.kind = TypeKind::user;
  type.keyspace = definition.keyspace;
  type.name = definition.name;
  type.field_names = definition.field_names;
  type.arguments = definition.field_types;
  return type;
}

const Keyspace* Schema::find_keyspace(std::string_view keyspace) const {
  const auto found = keyspaces.find(keyspace);
  return found == keyspaces.end() ? nullptr : &found->second;
}

TablePointer Schema::find_table(std::string_view keyspace, std::string_view table) const {
  const Keyspace* home = find_keyspace(keyspace);
  if (home == nullptr) return nullptr;
  if (TablePointer found = home->tables.get(table)) return found;
  const auto name = home->views.get(table);
  if (!name) return nullptr;
  const TablePointer base = home->tables.get(name->base);
  const View* view = base ? base->find_view(table) : nullptr;
  return view == nullptr ? nullptr : view->table;
}

void put_user_type(Keyspace& keyspace, const UserType& definition) {
  const bool is_new = !keyspace.user_types.contains(definition.name);
  keyspace.user_types.put(std::make_shared<const UserType>(definition));
  if (is_new) return;
  // A type that uses the changed one is itself changed for those that use it: nothing holds a user
  // type by reference, so the new definition of each has to reach every copy.
  std::vector<UserType> changed = {definition};
  while (!changed.empty()) {
    const UserType current = std::move(changed.back());
    changed.pop_back();
    const UserTypes before = keyspace.user_types;
    for (const auto& [name, other] : before) {
      if (name == current.name) continue;
      UserType user_type = other;
      bool replaced = false;
      for (Type& field : user_type.field_types) replaced |= replace_in_type(field, current);
      if (!replaced) continue;
      keyspace.user_types.put(std::make_shared<const UserType>(user_type));
      changed.push_back(std::move(user_type));
    }
  }
  const auto scope = std::make_shared<RecordScope>();
  scope->keyspace = keyspace.name;
  scope->user_types = keyspace.user_types;
  keyspace.tables.follow(scope);
}

Subject subject_of(const Table& table) { return {Subject::Kind::table, table.name, table.keyspace}; }

}  // namespace cellar
