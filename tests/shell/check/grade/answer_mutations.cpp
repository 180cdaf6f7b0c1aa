#include "answer_mutations.h"

#include <algorithm>
#include <functional>

using answer_model::Column;
using answer_model::Names;
using answer_model::Relation;
using answer_model::Select;

namespace {

template <typename Part>
std::size_t any_of(const std::vector<Part>& parts, std::mt19937& random) {
  return random() % parts.size();
}

std::string taken_from(Names& names, std::mt19937& random) {
  const std::size_t place = any_of(names, random);
  const std::string name = names[place];
  names.erase(names.begin() + static_cast<std::ptrdiff_t>(place));
  return name;
}

void put_into(Names& names, const std::string& name, std::mt19937& random) {
  names.insert(names.begin() + static_cast<std::ptrdiff_t>(random() % (names.size() + 1)), name);
}

/// Types that people take instead of another one.
std::string other_type(const std::string& type, std::mt19937& random) {
  const auto one_of = [&](std::initializer_list<const char*> types) {
    return *(types.begin() + random() % types.size());
  };
  if (type == "text") return one_of({"ascii", "int", "blob", "uuid"});
  if (type == "timestamp") return one_of({"text", "bigint"});
  if (type == "date") return one_of({"text", "timestamp"});
  if (type == "uuid" || type == "timeuuid") return one_of({"text", "uuid", "timeuuid"});
  if (type == "boolean") return one_of({"text", "int"});
  return one_of({"bigint", "int", "smallint", "varint", "text", "double"});
}

using TableMutation = std::function<std::string(answer_model::Table&, std::mt19937&)>;
const TableMutation kTableMutations[] = {
    [](auto& table, auto& random) {
      if (table.clustering.empty()) return std::string("nothing");
      return taken_from(table.clustering, random) + " is no clustering column";
    },
    [](auto& table, auto& random) {
      if (table.partition.size() < 2) return std::string("nothing");
      return taken_from(table.partition, random) + " is no column of the partition key";
    },
    [](auto& table, auto& random) {
      if (table.clustering.empty()) return std::string("nothing");
      const std::string column = table.clustering[any_of(table.clustering, random)];
      if (table.descending.erase(column) == 0) table.descending.insert(column);
      return column + " in the other direction";
    },
    [](auto& table, auto& random) {
      for (const std::string& column : table.clustering)
        if (table.descending.erase(column) == 0) table.descending.insert(column);
      return std::string(random() % 2 == 0 ? "all" : "each") + " in the other direction";
    },
    [](auto& table, auto& random) {
      Column& column = table.columns[any_of(table.columns, random)];
      column.type = other_type(column.type, random);
      return column.name + " is " + column.type;
    },
    [](auto& table, auto& random) {
      if (table.partition.size() < 2) return std::string("nothing");
      const std::string column = taken_from(table.partition, random);
      put_into(table.clustering, column, random);
      return column + " moves to the clustering columns";
    },
    [](auto& table, auto& random) {
      if (table.clustering.empty()) return std::string("nothing");
      const std::string column = taken_from(table.clustering, random);
      put_into(table.partition, column, random);
      return column + " moves to the partition key";
    },
    [](auto& table, auto& random) {
      if (table.clustering.size() < 2) return std::string("nothing");
      std::shuffle(table.clustering.begin(), table.clustering.end(), random);
      return std::string("clustering columns in another order");
    },
    [](auto& table, auto& random) {
      std::shuffle(table.partition.begin(), table.partition.end(), random);
      std::shuffle(table.columns.begin(), table.columns.end(), random);
      return std::string("columns in another order");
    },
    [](auto& table, auto& random) {
      const std::string column = table.columns[any_of(table.columns, random)].name;
      if (table.is_key(column)) return std::string("nothing");
      put_into(random() % 3 == 0 ? table.partition : table.clustering, column, random);
      return column + " enters the key";
    },
    [](auto& table, auto& random) {
      Column& column = table.columns[any_of(table.columns, random)];
      column.is_static = !column.is_static;
      return column.name + (column.is_static ? " is static" : " is not static");
    },
    [](auto& table, auto& random) {
      table.columns.push_back({"remark", "text", random() % 4 == 0});
      if (random() % 4 == 0) put_into(table.clustering, "remark", random);
      return std::string("a column more");
    },
    [](auto& table, auto& random) {
      if (table.columns.size() < 2) return std::string("nothing");
      const std::size_t place = any_of(table.columns, random);
      const std::string column = table.columns[place].name;
      if (table.is_key(column)) return std::string("nothing");
      table.columns.erase(table.columns.begin() + static_cast<std::ptrdiff_t>(place));
      return column + " is left out";
    },
    [](auto& table, auto& random) {
      Column& column = table.columns[any_of(table.columns, random)];
      const std::string name = column.name;
      for (Names* names : {&table.partition, &table.clustering})
        std::replace(names->begin(), names->end(), name, "my_" + name);
      if (table.descending.erase(name) == 1) table.descending.insert("my_" + name);
      column.name = "my_" + name;
      return name + " has another name";
    },
};

std::string other_literal(std::string text, std::mt19937& random) {
  if (text.empty()) return "x";
  for (std::size_t i = text.size(); i-- > 0;) {
    if (std::isdigit(static_cast<unsigned char>(text[i])) == 0 || text[i] == '0') continue;
    if (random() % 2 == 0) continue;
    text[i] =
        static_cast<char>(random() % 2 == 0 ? text[i] - 1 : std::min('9', static_cast<char>(text[i] + 1)));
    return text;
  }
  return text;
}

using SelectMutation = std::function<std::string(Select&, std::mt19937&)>;
const SelectMutation kSelectMutations[] = {
    [](auto& select, auto& random) {
      if (select.relations.empty()) return std::string("nothing");
      select.relations.erase(select.relations.begin() +
                             static_cast<std::ptrdiff_t>(any_of(select.relations, random)));
      return std::string("a predicate is left out");
    },
    [](auto& select, auto& random) {
      if (select.relations.empty()) return std::string("nothing");
      Relation& relation = select.relations[any_of(select.relations, random)];
      if (relation.op == "IN") return std::string("nothing");
      const char* const ops[] = {"=", "<", ">", "<=", ">="};
      relation.op = ops[random() % std::size(ops)];
      return std::string("another comparison");
    },
    [](auto& select, auto& random) {
      if (select.relations.empty()) return std::string("nothing");
      Relation& relation = select.relations[any_of(select.relations, random)];
      answer_model::Literal& literal = relation.values.front()[any_of(relation.values.front(), random)];
      literal.text = other_literal(literal.text, random);
      return std::string("another literal");
    },
    [](auto& select, auto& random) {
      if (select.relations.empty()) return std::string("nothing");
      Relation& relation = select.relations[any_of(select.relations, random)];
      answer_model::Literal& literal = relation.values.front().front();
      literal.is_quoted =
          !literal.is_quoted && literal.text.find_first_not_of("0123456789") == std::string::npos;
      if (!literal.is_quoted && literal.text.find_first_not_of("0123456789") != std::string::npos)
        literal.is_quoted = true;
      return std::string("another kind of literal");
    },
    [](auto& select, auto& random) {
      select.limit = 1 + random() % 5;
      return std::string("another limit");
    },
    [](auto& select, auto&) {
      select.limit.reset();
      return std::string("no limit");
    },
    [](auto& select, auto& random) {
      if (select.order.empty()) return std::string("nothing");
      answer_model::Order& order = select.order[any_of(select.order, random)];
      order.is_descending = !order.is_descending;
      return std::string("the other direction");
    },
    [](auto& select, auto&) {
      select.order.clear();
      return std::string("no order");
    },
    [](auto& select, auto& random) {
      if (select.relations.empty()) return std::string("nothing");
      select.order.push_back(
          {select.relations[any_of(select.relations, random)].columns.back(), random() % 2 == 0});
      return std::string("one more order");
    },
    [](auto& select, auto&) {
      select.allows_filtering = !select.allows_filtering;
      return std::string("ALLOW FILTERING, or not");
    },
    [](auto& select, auto& random) {
      if (select.columns.size() < 2) return std::string("nothing");
      return taken_from(select.columns, random) + " is not selected";
    },
    [](auto& select, auto& random) {
      if (select.relations.empty()) return std::string("nothing");
      put_into(select.columns, select.relations[any_of(select.relations, random)].columns.front(), random);
      return std::string("a column more");
    },
    [](auto& select, auto& random) {
      std::shuffle(select.columns.begin(), select.columns.end(), random);
      std::shuffle(select.relations.begin(), select.relations.end(), random);
      return std::string("columns and predicates in another order");
    },
};

template <typename Answer, typename Mutations>
std::string apply(Answer& answer, const Mutations& mutations, std::mt19937& random) {
  std::string changes;
  const std::size_t times = 1 + (random() % 3 == 0 ? random() % 3 : 0);
  for (std::size_t i = 0; i < times; ++i)
    changes += (i == 0 ? "" : "; ") + mutations[random() % std::size(mutations)](answer, random);
  return changes;
}

}  // namespace

std::string mutate(answer_model::Table& table, std::mt19937& random) {
  return apply(table, kTableMutations, random);
}

std::string mutate(answer_model::Select& select, std::mt19937& random) {
  return apply(select, kSelectMutations, random);
}
