// Advice is true: the advised table, filled from its source, answers the rewritten query with the rows that a plain
// filter over all rows of the source gives.
#include <cstdlib>
#include <map>

#include "advice_cases.h"
#include "fixture.h"
#include "parser/parser.h"
#include "planner/advise/proposal.h"
#include "planner/advise/trial.h"
#include "planner/lint/lint.h"
#include "schema/cql_text.h"
#include "types/value/value.h"

namespace cellar {

namespace {

using namespace advice_cases;

/// Values of a row by the name of their column. Null values are left out.
using SourceRow = std::map<std::string, std::string>;
using SourceRows = std::vector<SourceRow>;

std::string plain_name(const std::string& name) {
  return name.front() == '"' ? name.substr(1, name.size() - 2) : name;
}

SourceRows read_rows(Result result) {
  SourceRows rows;
  while (const ResultRow* row = result.next()) {
    SourceRow& kept = rows.emplace_back();
    for (std::size_t index = 0; index < row->size(); ++index) {
      if (const ValueView value = (*row)[index]) kept[result.columns()[index].name] = std::string(*value);
    }
  }
  return rows;
}

/// The bytes of the domains' values, as the database encodes them.
using DomainBytes = std::vector<std::vector<std::string>>;

DomainBytes domain_bytes(Session& session) {
  std::string columns, names;
  for (std::size_t index = 0; index < domains().size(); ++index) {
    columns += ", d" + std::to_string(index) + " " + domains()[index].type;
    names += ", d" + std::to_string(index);
  }
  session.execute("CREATE TABLE domains (k int PRIMARY KEY" + columns + ")");
  DomainBytes bytes(domains().size(), std::vector<std::string>(kValues));
  for (std::size_t value = 0; value < kValues; ++value) {
    std::string values = std::to_string(value);
    for (const Domain& domain : domains()) values += std::string(", ") + domain.literals[value];
    session.execute("INSERT INTO domains (k" + names + ") VALUES (" + values + ")");
    const SourceRows row =
        read_rows(session.execute("SELECT * FROM domains WHERE k = " + std::to_string(value)));
    for (std::size_t index = 0; index < domains().size(); ++index)
      bytes[index][value] = row.front().at("d" + std::to_string(index));
  }
  return bytes;
}

/// Bytes that sort as the values do: integers with their first bit turned, texts as they are.
std::string sortable(const Domain& domain, std::string bytes) {
  if (std::string_view(domain.type) != "text") bytes[0] = static_cast<char>(bytes[0] ^ '\x80');
  return bytes;
}

std::string big_endian(std::size_t number) {
  std::string bytes(4, '\0');
  bytes[3] = static_cast<char>(number);
  return bytes;
}

class Model {
 public:
  Model(const SourceTable& table, const RandomQuery& query, const DomainBytes& bytes)
      : table_(table), query_(query), bytes_(bytes) {}

  bool matches(const SourceRow& row) const {
    return std::ranges::all_of(query_.relations,
                               [&](const RandomRelation& each) { return passes(row, each); });
  }

  /// The bytes by which the query orders rows.
  std::vector<std::string> order_of(const SourceRow& row) const {
    std::vector<std::string> keys;
    for (const auto& [column, descending] : query_.order) {
      std::string key = sortable(table_.columns[column].of(), row.at(name_of(column)));
      key.resize(32);
      if (descending) std::ranges::for_each(key, [](char& c) { c = static_cast<char>(~c); });
      keys.push_back(std::move(key));
    }
    return keys;
  }

 private:
  std::string name_of(std::size_t column) const { return plain_name(table_.columns[column].name); }

  bool passes(const SourceRow& row, const RandomRelation& relation) const {
    const auto found = row.find(name_of(relation.column));
    if (found == row.end()) return false;
    const std::size_t domain = table_.columns[relation.column].domain;
    if (relation.kind == RandomRelation::Kind::contains) {
      const auto elements = unpack(set_of(native_type(TypeKind::int_)), found->second);
      return std::ranges::find(elements, ValueView(big_endian(relation.values[0]))) != elements.end();
    }
    if (relation.kind != RandomRelation::Kind::range) {
      return std::ranges::any_of(relation.values,
                                 [&](std::size_t value) { return bytes_[domain][value] == found->second; });
    }
    const Domain& of = domains()[domain];
    const int order = sortable(of, found->second).compare(sortable(of, bytes_[domain][relation.values[0]]));
    switch (relation.op) {
      case RelationOperator::less:
        return order < 0;
      case RelationOperator::less_or_equal:
        return order <= 0;
      case RelationOperator::greater:
        return order > 0;
      default:
        return order >= 0;
    }
  }

  const SourceTable& table_;
  const RandomQuery& query_;
  const DomainBytes& bytes_;
};

/// Writes a row of the advised table for each row of the source, and for each element where the key has one.
void fill_table(Session& session, const AdvisedTable& advised, const SourceRows& rows) {
  const Table& table = *advised.table;
  std::string names, markers;
  for (const Column& column : table.columns) {
    names += (names.empty() ? "" : ", ") + quote_name(column.name);
    markers += markers.empty() ? "?" : ", ?";
  }
  const Prepared insert =
      session.prepare("INSERT INTO " + quote_name(table.name) + " (" + names + ") VALUES (" + markers + ")");
  for (const SourceRow& row : rows) {
    std::vector<BoundValue> values(table.columns.size(), kUnset);
    for (std::size_t index = 0; index < values.size(); ++index) {
      if (const auto found = row.find(table.columns[index].name); found != row.end())
        values[index] = {found->second};
    }
    std::vector<std::string> elements = {""};
    if (!advised.elements.empty()) {
      elements.clear();
      if (const auto found = row.find(advised.elements.front().collection); found != row.end()) {
        for (const ValueView element : unpack(set_of(native_type(TypeKind::int_)), found->second))
          elements.emplace_back(*element);
      }
    }
    for (const std::string& element : elements) {
      if (!advised.elements.empty()) values[advised.elements.front().column] = {element};
      const bool has_key =
          std::none_of(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(table.key_size()),
                       [](const BoundValue& value) { return value.unset; });
      if (has_key) session.execute(insert, values);
    }
  }
}

bool has_note(const std::vector<Diagnostic>& notes, std::string_view code) {
  return std::ranges::any_of(notes, [&](const Diagnostic& note) { return note.code() == code; });
}

/// The rows that the query finds, without those that the advice says it leaves out.
SourceRows expected_rows(const Model& model, const SourceRows& rows, const SourceTable& source,
                         const Advised& advised) {
  SourceRows expected;
  for (const SourceRow& row : rows) {
    if (!model.matches(row)) continue;
    bool is_in_table = true;
    for (const SourceColumn& column : source.columns) {
      const std::string name = plain_name(column.name);
      const std::size_t place = *advised.table.table->find(name);
      if (place >= advised.table.table->key_size() || row.contains(name)) continue;
      is_in_table = false;
      CHECK(has_note(advised.notes, column.kind == ColumnKind::clustering ? "A612" : "A613"));
    }
    if (is_in_table) expected.push_back(row);
  }
  return expected;
}

/// The rows with the columns that a result shows.
SourceRows projected(const SourceRows& rows, const std::vector<ResultColumn>& columns) {
  SourceRows shown;
  for (const SourceRow& row : rows) {
    SourceRow& kept = shown.emplace_back();
    for (const ResultColumn& column : columns) {
      if (const auto found = row.find(column.name); found != row.end()) kept.insert(*found);
    }
  }
  return shown;
}

class AdviceTest {
 public:
  AdviceTest() {
    create_keyspace(session_);
    session_.execute("CREATE TYPE address (street text, number int)");
    bytes_ = domain_bytes(session_);
  }

  void check_table(std::size_t number, std::size_t queries) {
    Random random(static_cast<Random::result_type>(number));
    const SourceTable table = random_table(random, number);
    INFO(table.create());
    session_.execute(table.create());
    session_.begin_group();
    for (std::size_t rows = below(random, 25); rows > 0; --rows) session_.execute(table.insert(random));
    session_.commit_group();
    session_.set_policy(Policy::cassandra);
    const SourceRows rows = read_rows(session_.execute("SELECT * FROM " + table.name));
    for (std::size_t query = 0; query < queries; ++query)
      check_query(table, QueryMaker(table, random).make(), rows);
    session_.execute("DROP TABLE " + table.name);
  }

  std::size_t refused = 0, advised = 0, served = 0, bucketed = 0, beside_source = 0, fixes_beside_source = 0;
  std::map<std::string, std::size_t> without_advice;  // by code

 private:
  std::optional<Diagnostic> refusal_of(const std::string& text, const SchemaPointer& schema) const {
    try {
      plan(parse(text), {*schema, "k", kDefaultNodeNames, Policy::teach});
      return std::nullopt;
    } catch (const Refusal& refusal) {
      return refusal.diagnostic;
    }
  }

  void check_query(const SourceTable& table, const RandomQuery& query, const SourceRows& rows) {
    INFO(query.text);
    const SchemaPointer schema = session_.schema();
    const std::optional<Diagnostic> refusal = refusal_of(query.text, schema);
    if (!refusal) return;
    ++refused;
    const Advice advice =
        advise(query.text, parse(query.text), {*schema, "k", kDefaultNodeNames, Policy::teach});
    if (const auto* none = std::get_if<NoAdvice>(&advice)) {
      INFO(none->reason.id);
      // It is wrong for another reason than the key.
      if (none->reason.id == "clustering_for_static_columns") {
        --refused;
        return;
      }
      CHECK(none->reason.code().starts_with('A'));
      CHECK(none->reason.code() != "A611");
      ++without_advice[std::string(none->reason.code())];
      return;
    }
    if (const auto* served = std::get_if<ServedAlready>(&advice)) {
      check_served(table, query, rows, *served);
      return;
    }
    const auto* given = std::get_if<Advised>(&advice);
    REQUIRE(given != nullptr);
    ++advised;
    check_doubts(*given, {*schema, "k", kDefaultNodeNames, Policy::teach});
    check_fix(*refusal, *given, *schema->find_keyspace("k"));
    check_advice(table, query, rows, *given);
  }

  /// Only ORDER BY is refused in a read of one row, which its own table serves without it.
  void check_served(const SourceTable& table, const RandomQuery& query, const SourceRows& rows,
                    const ServedAlready& given) {
    INFO(given.rewritten);
    ++served;
    CHECK(given.table->name == plain_name(table.name));
    CHECK_FALSE(query.order.empty());
    session_.set_policy(Policy::teach);
    const Model model(table, query, bytes_);
    SourceRows expected;
    std::ranges::copy_if(rows, std::back_inserter(expected),
                         [&](const SourceRow& row) { return model.matches(row); });
    CHECK(expected.size() <= 1);
    check_rows(query, expected, "", session_.execute(given.rewritten));
  }

  /// Of a key that can change an answer says what to do (A606), where a lint says that it can (L505).
  void check_lints(const Table& proposed, const std::vector<Diagnostic>& named,
                   const std::vector<Diagnostic>& notes, const Keyspace& home) {
    TablePlaces places;
    places.definitions.resize(proposed.columns.size());
    places.keys.resize(proposed.columns.size());
    for (const Diagnostic& lint : lint_table(places, proposed, home)) {
      INFO(proposed.name << " earns " << lint.code());
      CHECK(has_note(named, lint.code()));
    }
    for (const Diagnostic& lint : lint_beside_others(places, proposed, home)) {
      INFO(proposed.name << " earns " << lint.code());
      CHECK((lint.code() == "L505" ? has_note(notes, "A606") : has_note(named, lint.code())));
      ++beside_source;
    }
  }

  /// The table that the refusal itself proposes is that of ADVISE, and its lints are named there, too (L505 by itself).
  void check_fix(const Diagnostic& refusal, const Advised& given, const Keyspace& home) {
    const bool proposes =
        std::ranges::any_of(refusal.parameters, [](const auto& each) { return each.name == "table_fix"; });
    if (!proposes) return;
    const Table& proposed = given.bucketed ? *given.bucketed->table : *given.table.table;
    TablePlaces places;
    places.definitions.resize(proposed.columns.size());
    places.keys.resize(proposed.columns.size());
    for (const Diagnostic& lint : lint_beside_others(places, proposed, home)) {
      INFO(proposed.name << " earns " << lint.code());
      CHECK(has_note(refusal.doubts, lint.code()));
      ++fixes_beside_source;
    }
  }

  /// No proposed table earns a lint that the answer does not name; that with buckets has one partition for a query, too.
  void check_doubts(const Advised& given, const PlanContext& context) {
    const Keyspace& home = *context.schema.find_keyspace("k");
    check_lints(*given.table.table, given.lints, given.notes, home);
    if (!given.bucketed) return;
    ++bucketed;
    const BucketedTable& buckets = *given.bucketed;
    check_lints(*buckets.table, buckets.notes, given.notes, home);
    CHECK_FALSE(has_note(buckets.notes, "L502"));
    CHECK_FALSE(has_note(buckets.notes, "L504"));
    Schema schema = context.schema;
    schema.keyspaces.edit("k").tables.put(buckets.table);
    const std::string query = with_bucket(given.rewritten, buckets, context);
    INFO(query);
    CHECK(try_query(query, {schema, "k", kDefaultNodeNames, Policy::teach}).is_served);
    session_.execute(define(*buckets.table, "k"));
    session_.execute("DROP TABLE " + quote_name(buckets.table->name));
  }

  void check_advice(const SourceTable& table, const RandomQuery& query, const SourceRows& rows,
                    const Advised& given) {
    INFO(given.table.create);
    INFO(given.rewritten);
    Session& session = session_;
    session.set_policy(Policy::teach);
    session.execute(given.table.create);
    session.begin_group();
    fill_table(session, given.table, rows);
    session.commit_group();
    const Model model(table, query, bytes_);
    const SourceRows expected = expected_rows(model, rows, table, given);
    // SELECT * shows the element that the source does not have.
    const std::vector<ElementColumn>& elements = given.table.elements;
    const std::string element =
        elements.empty() ? "" : given.table.table->columns[elements.front().column].name;
    check_rows(query, expected, element, session.execute(given.rewritten));
    // A row that is alone has no order, and may lack a value of the column that the query orders by.
    if (!query.order.empty() && expected.size() > 1) check_order(query, model, expected, given);
    session.execute("DROP TABLE " + quote_name(given.table.table->name));
  }

  void check_rows(const RandomQuery& query, const SourceRows& expected, const std::string& element,
                  Result result) {
    SourceRows wanted = projected(expected, result.columns());
    SourceRows found = read_rows(std::move(result));
    for (SourceRow& row : found) row.erase(element);
    std::ranges::sort(wanted);
    std::ranges::sort(found);
    if (!query.limit || wanted.size() <= *query.limit) {
      CHECK(found == wanted);
      return;
    }
    CHECK(found.size() == *query.limit);
    CHECK(std::ranges::includes(wanted, found));
  }

  /// All columns are selected here, so that the order can be seen.
  void check_order(const RandomQuery& query, const Model& model, const SourceRows& expected,
                   const Advised& given) {
    const std::string all = "SELECT * " + given.rewritten.substr(given.rewritten.find("FROM"));
    std::vector<std::vector<std::string>> wanted, found;
    for (const SourceRow& row : expected) wanted.push_back(model.order_of(row));
    for (const SourceRow& row : read_rows(session_.execute(all))) found.push_back(model.order_of(row));
    std::ranges::sort(wanted);
    if (query.limit && wanted.size() > *query.limit) wanted.resize(*query.limit);
    CHECK(found == wanted);
  }

  Database database_ = Database::open_temporary(StoreOptions{.sync = false});
  Session session_{database_};
  DomainBytes bytes_;
};

std::size_t number_of_queries() {
  const char* number = std::getenv("CELLAR_SEQUENCES");
  if (number != nullptr) return std::strtoul(number, nullptr, 10);
#ifdef __SANITIZE_ADDRESS__
  return 1'000;
#else
  return 10'000;
#endif
}

}  // namespace

TEST_CASE("the advised table answers refused queries as a filter over all rows does") {
  constexpr std::size_t kQueriesOfTable = 12;
  AdviceTest test;
  const std::size_t wanted = number_of_queries();
  for (std::size_t number = 0; test.refused < wanted; ++number) {
    INFO("table " << number);
    test.check_table(number, kQueriesOfTable);
  }
  std::size_t without = 0;
  for (const auto& [code, count] : test.without_advice) {
    UNSCOPED_INFO(code << ": " << count);
    without += count;
  }
  UNSCOPED_INFO(test.refused << " refused, " << test.advised << " advised, " << test.served
                             << " in another form, " << test.bucketed << " with buckets");
  CHECK((test.served > 0 && test.bucketed > 0));
  CHECK((test.beside_source > 0 && test.fixes_beside_source > 0));
  CHECK(without * 20 <= test.refused);
}

}  // namespace cellar
