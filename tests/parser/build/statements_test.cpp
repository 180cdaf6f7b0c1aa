#include "parsing.h"

using namespace cellar;

TEST_CASE("SELECT") {
  const std::string_view text =
      "SELECT JSON DISTINCT a, max(b) AS m FROM ks.t WHERE a = 1 GROUP BY a ORDER BY c DESC, d PER PARTITION "
      "LIMIT 2 "
      "LIMIT ? ALLOW FILTERING;";
  const Statement statement = parse(text);
  const auto& select = std::get<SelectStatement>(statement.node);
  CHECK(select.json);
  CHECK(select.distinct);
  CHECK_FALSE(select.star);
  REQUIRE(select.selectors.size() == 2);
  CHECK(select.selectors[1].alias->text == "m");
  CHECK(select.table.keyspace->text == "ks");
  CHECK(select.table.name.text == "t");
  CHECK(under(text, select.table.span) == "ks.t");
  CHECK(under(text, select.where_span) == "WHERE a = 1");
  CHECK(under(text, select.group_by_span) == "GROUP BY a");
  CHECK(under(text, select.order_by_span) == "ORDER BY c DESC, d");
  CHECK(under(text, select.allow_filtering_span) == "ALLOW FILTERING");
  CHECK(under(text, select.distinct_span) == "DISTINCT");
  REQUIRE(select.order_by.size() == 2);
  CHECK(select.order_by[0].descending);
  CHECK_FALSE(select.order_by[1].descending);
  CHECK(std::get<SlotReference>(select.per_partition_limit->node).index == 1);
  CHECK(std::get<SlotReference>(select.limit->node).index == 2);
  REQUIRE(statement.slots.size() == 3);
  CHECK(statement.slots[1].literal.text == "2");
  CHECK(statement.slots[2].kind == SlotSource::Kind::marker);
}

TEST_CASE("JSON and DISTINCT may be columns") {
  CHECK_FALSE(parse_as<SelectStatement>("SELECT json FROM t").json);
  CHECK_FALSE(parse_as<SelectStatement>("SELECT distinct, json FROM t").distinct);
  CHECK(parse_as<SelectStatement>("SELECT JSON json FROM t").json);
  CHECK(parse_as<SelectStatement>("SELECT DISTINCT distinct FROM t").distinct);
  CHECK(parse_as<SelectStatement>("SELECT JSON * FROM t").star);
}

TEST_CASE("relations of WHERE") {
  const std::string_view text =
      "SELECT * FROM t WHERE a != 1 AND (b IN (1, 2)) AND c IN ? AND d CONTAINS KEY 'k' AND e LIKE 'x%' AND "
      "m['a'] = 1 "
      "AND token(a, b) > -5 AND (c, d) <= (1, 2) AND (c, d) IN ((1, 2), (3, 4)) AND f IS NOT NULL AND "
      "expr(i, 'q') "
      "AND (c, d) IN :x";
  const std::vector<Relation> where = parse_as<SelectStatement>(text).where;
  REQUIRE(where.size() == 12);
  CHECK(where[0].op == RelationOperator::not_equal);
  CHECK(where[1].op == RelationOperator::in);
  CHECK(where[1].values.size() == 2);
  CHECK_FALSE(where[1].in_marker);
  CHECK(where[2].in_marker);
  CHECK(where[3].op == RelationOperator::contains_key);
  CHECK(where[4].op == RelationOperator::like);
  CHECK(std::get<ElementTarget>(where[5].target).column.text == "m");
  CHECK(under(text, where[5].target_span) == "m['a']");
  CHECK(std::get<TokenTarget>(where[6].target).columns.size() == 2);
  CHECK(std::get<TupleTarget>(where[7].target).columns.size() == 2);
  CHECK(std::get<TupleLiteral>(where[7].values[0].node).elements.size() == 2);
  CHECK(where[8].values.size() == 2);
  CHECK(where[9].op == RelationOperator::is_not_null);
  CHECK(where[9].values.empty());
  CHECK(std::get<CustomIndexTarget>(where[10].target).index.name.text == "i");
  CHECK(where[11].in_marker);
  CHECK(under(text, where[0].span) == "a != 1");
  CHECK(under(text, where[0].target_span) == "a");
}

TEST_CASE("INSERT") {
  const std::string_view text =
      "INSERT INTO t (a, \"B\") VALUES ('x', [1, 2]) IF NOT EXISTS USING TTL 10 AND TIMESTAMP ?";
  const auto insert = parse_as<InsertStatement>(text);
  REQUIRE(insert.columns.size() == 2);
  CHECK(insert.columns[1].text == "B");
  CHECK(insert.columns[1].quoted);
  CHECK(under(text, insert.columns_span) == "(a, \"B\")");
  CHECK(insert.values.size() == 2);
  CHECK(insert.conditions.if_not_exists);
  CHECK(under(text, insert.conditions.span) == "IF NOT EXISTS");
  CHECK(insert.using_clause.time_to_live);
  CHECK(insert.using_clause.timestamp);
  CHECK(under(text, insert.using_clause.span) == "USING TTL 10 AND TIMESTAMP ?");
  CHECK(parse(text).slots.size() == 5);
}

TEST_CASE("INSERT JSON") {
  const Statement statement = parse("INSERT INTO t JSON '{\"a\": 1}' DEFAULT UNSET");
  const auto& insert = std::get<InsertStatement>(statement.node);
  CHECK(insert.json_default_unset);
  CHECK(std::holds_alternative<SlotReference>(insert.json->node));
  CHECK(statement.slots.at(0).literal.text == "{\"a\": 1}");
  CHECK_FALSE(parse_as<InsertStatement>("INSERT INTO t JSON ? DEFAULT NULL").json_default_unset);
}

TEST_CASE("UPDATE") {
  const std::string_view text =
      "UPDATE t USING TTL 5 SET a = 1, b = b + 2, c = c - 3, d = [1] + d, m['k'] = 4, u.f = 5, e += 6, g -= "
      "7, h = h -8 "
      "WHERE k = 1 IF a = 2 AND m['k'] IN (1, 2) AND u.f != null AND s CONTAINS 3";
  const auto update = parse_as<UpdateStatement>(text);
  using Kind = Assignment::Kind;
  const Kind kinds[] = {Kind::set,   Kind::add, Kind::subtract, Kind::prepend, Kind::element,
                        Kind::field, Kind::add, Kind::subtract, Kind::add};
  REQUIRE(update.assignments.size() == std::size(kinds));
  for (std::size_t i = 0; i < std::size(kinds); ++i) CHECK(update.assignments[i].kind == kinds[i]);
  CHECK(update.assignments[4].key);
  CHECK(update.assignments[5].field->text == "f");
  CHECK(under(text, update.assignments[3].span) == "d = [1] + d");
  const Statement statement = parse(text);
  CHECK(statement.slots.at(10).literal.text == "-8");
  REQUIRE(update.conditions.relations.size() == 4);
  CHECK(std::holds_alternative<ElementTarget>(update.conditions.relations[1].target));
  CHECK(std::holds_alternative<FieldTarget>(update.conditions.relations[2].target));
  CHECK(std::holds_alternative<NullLiteral>(update.conditions.relations[2].values[0].node));
  CHECK(under(text, update.conditions.span) ==
        "IF a = 2 AND m['k'] IN (1, 2) AND u.f != null AND s CONTAINS 3");
  CHECK(parse_as<UpdateStatement>("UPDATE t SET a = 1 WHERE k = 1 IF EXISTS").conditions.if_exists);
}

TEST_CASE("a column is set once, or changed in several places") {
  CHECK(fault("UPDATE t SET a = 1, a = 2 WHERE k = 1") == "column_set_twice: a = 2");
  CHECK(fault("UPDATE t SET m['a'] = 1, m = {} WHERE k = 1") == "column_set_twice: m = {}");
  CHECK(fault("UPDATE t SET u.f = 1, u.f = 2 WHERE k = 1") == "column_set_twice: u.f = 2");
  CHECK(fault("UPDATE t SET m['a'] = 1, m['a'] = 2, u.f = 1, u.g = 2, c = c + 1, c = c + 2 WHERE k = 1")
            .empty());
  CHECK(fault("UPDATE t SET a = b + 1 WHERE k = 1") == "set_from_other_column: b");
  CHECK(fault("UPDATE t SET a = [1] + b WHERE k = 1") == "set_from_other_column: b");
}

TEST_CASE("DELETE") {
  const auto deletion =
      parse_as<DeleteStatement>("DELETE a, m['k'], u.f FROM t USING TIMESTAMP 5 WHERE k = 1 IF EXISTS");
  REQUIRE(deletion.targets.size() == 3);
  CHECK(deletion.targets[1].key);
  CHECK(deletion.targets[2].field->text == "f");
  CHECK(deletion.using_clause.timestamp);
  CHECK(deletion.conditions.if_exists);
  CHECK(parse_as<DeleteStatement>("DELETE FROM t WHERE k = 1").targets.empty());
}

TEST_CASE("BATCH") {
  const std::string_view text =
      "BEGIN COUNTER BATCH USING TIMESTAMP 9 UPDATE t SET c = c + 1 WHERE k = 1; DELETE FROM t WHERE k = 2 "
      "INSERT INTO t (k) VALUES (3); APPLY BATCH;";
  const Statement statement = parse(text);
  const auto& batch = std::get<BatchStatement>(statement.node);
  CHECK(batch.kind == BatchStatement::Kind::counter);
  CHECK(batch.using_clause.timestamp);
  REQUIRE(batch.statements.size() == 3);
  CHECK(std::holds_alternative<DeleteStatement>(batch.statements[1]));
  CHECK(under(text, batch.statement_spans[1]) == "DELETE FROM t WHERE k = 2");
  CHECK(under(text, batch.statement_spans[2]) == "INSERT INTO t (k) VALUES (3)");
  CHECK(statement.slots.size() == 5);
  CHECK(parse_as<BatchStatement>("BEGIN UNLOGGED BATCH APPLY BATCH").statements.empty());
}

TEST_CASE("keyspaces") {
  const auto create = parse_as<CreateKeyspaceStatement>(
      "CREATE KEYSPACE IF NOT EXISTS ks WITH replication = {'class': 'SimpleStrategy', 'replication_factor': "
      "1} "
      "AND durable_writes = true");
  CHECK(create.if_not_exists);
  CHECK(create.keyspace.text == "ks");
  REQUIRE(create.properties.size() == 2);
  const auto& replication = std::get<1>(create.properties[0].value);
  REQUIRE(replication.size() == 2);
  CHECK(replication[1].first.text == "replication_factor");
  CHECK(replication[1].second.text == "1");
  CHECK(std::get<Literal>(create.properties[1].value).text == "true");
  CHECK(
      parse_as<AlterKeyspaceStatement>("ALTER KEYSPACE IF EXISTS ks WITH durable_writes = false").if_exists);
  CHECK(parse_as<DropKeyspaceStatement>("DROP KEYSPACE IF EXISTS \"Ks\"").keyspace.text == "Ks");
  CHECK(parse_as<UseStatement>("USE KS;").keyspace.text == "ks");
}

TEST_CASE("CREATE TABLE") {
  const auto table = parse_as<CreateTableStatement>(
      "CREATE COLUMNFAMILY IF NOT EXISTS ks.t (a int, b text STATIC, c frozen<map<text, list<int>>>, d ks.u, "
      "e vector<float, 3>, f 'org.X' MASKED WITH DEFAULT, PRIMARY KEY ((a, b), c, d),) "
      "WITH CLUSTERING ORDER BY (c DESC, d ASC) AND COMPACT STORAGE AND comment = 'x' AND caching = {'keys': "
      "'ALL'} "
      "AND read_repair = custom");
  CHECK(table.if_not_exists);
  REQUIRE(table.columns.size() == 6);
  CHECK(table.columns[1].is_static);
  CHECK(table.columns[2].type.name == "frozen");
  CHECK(table.columns[2].type.arguments[0].arguments[1].arguments[0].name == "int");
  CHECK(table.columns[3].type.keyspace->text == "ks");
  CHECK(table.columns[3].type.name == "u");
  CHECK(table.columns[4].type.dimension == 3);
  CHECK(table.columns[5].type.custom);
  CHECK(table.columns[5].masked);
  REQUIRE(table.primary_keys.size() == 1);
  CHECK(table.primary_keys[0].partition_key.size() == 2);
  CHECK(table.primary_keys[0].clustering.size() == 2);
  REQUIRE(table.clustering_order.size() == 2);
  CHECK(table.clustering_order[0].descending);
  CHECK(table.has_clustering_order);
  CHECK(table.compact_storage);
  REQUIRE(table.properties.size() == 3);
  CHECK(std::get<Name>(table.properties[2].value).text == "custom");
  CHECK(parse_as<CreateTableStatement>("CREATE TABLE t (a int PRIMARY KEY)").columns[0].primary_key);
}

TEST_CASE("a property is given once") {
  CHECK(fault("CREATE TABLE t (a int PRIMARY KEY) WITH comment = 'a' AND comment = 'b'") ==
        "property_twice: comment");
  CHECK(fault("ALTER TABLE t WITH caching = {'keys': 'a', 'keys': 'b'}") == "property_twice: 'keys'");
  CHECK(fault("ALTER TABLE t WITH caching = {'keys': ?}") == "constant_expected: ?");
}

TEST_CASE("ALTER TABLE") {
  using Kind = AlterTableStatement::Kind;
  const auto add =
      parse_as<AlterTableStatement>("ALTER TABLE IF EXISTS t ADD IF NOT EXISTS (a int, b text STATIC)");
  CHECK(add.kind == Kind::add);
  CHECK(add.if_exists);
  CHECK(add.if_column_not_exists);
  REQUIRE(add.add.size() == 2);
  CHECK(add.add[1].is_static);
  const Statement dropping = parse("ALTER TABLE t DROP IF EXISTS (a, b) USING TIMESTAMP 7");
  const auto& drop = std::get<AlterTableStatement>(dropping.node);
  CHECK(drop.kind == Kind::drop);
  CHECK(drop.if_column_exists);
  CHECK(drop.drop.size() == 2);
  CHECK(std::get<SlotReference>(drop.drop_timestamp->node).index == 0);
  const auto rename = parse_as<AlterTableStatement>("ALTER TABLE t RENAME a TO b AND c TO d");
  CHECK(rename.kind == Kind::rename);
  CHECK(rename.rename.at(1).second.text == "d");
  CHECK(parse_as<AlterTableStatement>("ALTER TABLE t WITH comment = ''").kind == Kind::with);
  CHECK(parse_as<AlterTableStatement>("ALTER TABLE t ALTER a TYPE text").kind == Kind::alter_type);
  CHECK(parse_as<AlterTableStatement>("ALTER TABLE t DROP COMPACT STORAGE").kind ==
        Kind::drop_compact_storage);
  CHECK(parse_as<AlterTableStatement>("ALTER TABLE t ALTER a DROP MASKED").kind == Kind::mask);
  CHECK(parse_as<AlterTableStatement>("ALTER TABLE t DROP compact").kind == Kind::drop);
}

TEST_CASE("types, tables and truncation") {
  const auto create = parse_as<CreateTypeStatement>("CREATE TYPE IF NOT EXISTS ks.u (a int, b list<text>)");
  CHECK(create.type.keyspace->text == "ks");
  CHECK(create.fields.at(1).second.name == "list");
  using Kind = AlterTypeStatement::Kind;
  const auto add = parse_as<AlterTypeStatement>("ALTER TYPE IF EXISTS u ADD IF NOT EXISTS c int");
  CHECK(add.kind == Kind::add);
  CHECK(add.if_exists);
  CHECK(add.if_field_not_exists);
  const auto rename = parse_as<AlterTypeStatement>("ALTER TYPE u RENAME IF EXISTS a TO b AND c TO d");
  CHECK(rename.kind == Kind::rename);
  CHECK_FALSE(rename.if_exists);
  CHECK(rename.if_field_exists);
  CHECK(rename.rename.size() == 2);
  CHECK(parse_as<AlterTypeStatement>("ALTER TYPE u ALTER a TYPE text").kind == Kind::alter_type);
  CHECK(parse_as<DropTypeStatement>("DROP TYPE IF EXISTS u").if_exists);
  CHECK(parse_as<DropTableStatement>("DROP TABLE ks.t").table.keyspace->text == "ks");
  CHECK(parse_as<TruncateStatement>("TRUNCATE t").table.name.text == "t");
  CHECK(parse_as<TruncateStatement>("TRUNCATE TABLE ks.t").table.keyspace->text == "ks");
}

TEST_CASE("functions, aggregates and triggers that are dropped") {
  const auto function = parse_as<DropFunctionStatement>("DROP FUNCTION IF EXISTS ks.f (int)");
  CHECK(function.kind == "function");
  CHECK(function.function.keyspace->text == "ks");
  CHECK(function.argument_types.size() == 1);
  CHECK(function.if_exists);
  CHECK(parse_as<DropFunctionStatement>("DROP AGGREGATE a").kind == "aggregate");
  const auto trigger = parse_as<DropTriggerStatement>("DROP TRIGGER IF EXISTS x ON t");
  CHECK(trigger.trigger.text == "x");
  CHECK(trigger.table.name.text == "t");
}

TEST_CASE("definitions of indexes") {
  using Part = IndexedColumn::Part;
  const auto custom = parse_as<CreateIndexStatement>(
      "CREATE CUSTOM INDEX IF NOT EXISTS \"I\" ON ks.t (keys(m)) USING 'sai' WITH OPTIONS = {'a': 'b'}");
  CHECK(custom.index->text == "I");
  CHECK(custom.custom);
  CHECK(custom.if_not_exists);
  CHECK(custom.table.keyspace->text == "ks");
  CHECK(custom.class_name == "sai");
  CHECK(custom.properties.front().name.text == "options");
  REQUIRE(custom.columns.size() == 1);
  CHECK(custom.columns[0].part == Part::keys);
  CHECK(custom.columns[0].column.text == "m");

  const auto several =
      parse_as<CreateIndexStatement>("CREATE INDEX ON t (a, entries(m), full(l), values(v))");
  CHECK_FALSE(several.index);
  CHECK_FALSE(several.class_name);
  REQUIRE(several.columns.size() == 4);
  CHECK(several.columns[0].part == Part::simple);
  CHECK(several.columns[1].part == Part::entries);
  CHECK(several.columns[2].part == Part::full);
  CHECK(several.columns[3].part == Part::values);

  const auto drop = parse_as<DropIndexStatement>("DROP INDEX IF EXISTS ks.i");
  CHECK(drop.if_exists);
  CHECK(drop.index.keyspace->text == "ks");
  CHECK(drop.index.name.text == "i");
}

TEST_CASE("CREATE, ALTER and DROP MATERIALIZED VIEW") {
  const std::string text =
      "CREATE MATERIALIZED VIEW IF NOT EXISTS ks.v AS SELECT a, b FROM t WHERE a IS NOT NULL AND b > 1 "
      "PRIMARY KEY ((a), b) WITH CLUSTERING ORDER BY (b DESC) AND comment = ''";
  const auto created = parse_as<CreateViewStatement>(text);
  CHECK(created.if_not_exists);
  CHECK(created.view.keyspace->text == "ks");
  CHECK(created.base.name.text == "t");
  CHECK(!created.star);
  CHECK(created.selectors.size() == 2);
  CHECK(created.where.size() == 2);
  CHECK(under(text, created.where_span) == "WHERE a IS NOT NULL AND b > 1");
  CHECK(created.primary_key.partition_key.size() == 1);
  CHECK(created.primary_key.clustering.at(0).text == "b");
  CHECK(created.clustering_order.at(0).descending);
  CHECK(created.properties.size() == 1);
  CHECK(created.with.parts.size() == 2);
  CHECK(parse_as<CreateViewStatement>("CREATE MATERIALIZED VIEW v AS SELECT * FROM t PRIMARY KEY (a)").star);
  CHECK(parse_as<AlterViewStatement>("ALTER MATERIALIZED VIEW IF EXISTS v WITH comment = ''").if_exists);
  CHECK(parse_as<DropViewStatement>("DROP MATERIALIZED VIEW IF EXISTS v").view.name.text == "v");
}

TEST_CASE("a WITH clause is kept as it is written") {
  const std::string text =
      "CREATE TABLE t (k int PRIMARY KEY)\n WITH a = 1 AND COMPACT STORAGE\n  AND b = {'x': 1};";
  const WithClause with = parse_as<CreateTableStatement>(text).with;
  CHECK(under(text, with.span) == "\n WITH a = 1 AND COMPACT STORAGE\n  AND b = {'x': 1}");
  REQUIRE(with.parts.size() == 3);
  CHECK(with.parts[0].option == "a");
  CHECK(with.parts[0].separator == "\n WITH ");
  CHECK(with.parts[0].text == "a = 1");
  CHECK(with.parts[1].option.empty());
  CHECK(with.parts[2].separator == "\n  AND ");
}

TEST_CASE("statements about roles are known by name") {
  const std::pair<std::string_view, std::string_view> kStatements[] = {
      {"CREATE ROLE r WITH PASSWORD = 'p' AND LOGIN = true AND ACCESS TO DATACENTERS {'d'}", "CREATE ROLE"},
      {"ALTER ROLE r WITH SUPERUSER = false", "ALTER ROLE"},
      {"CREATE USER u WITH PASSWORD 'p' NOSUPERUSER", "CREATE USER"},
      {"ALTER USER u SUPERUSER", "ALTER USER"},
  };
  for (const auto& [text, name] : kStatements) {
    INFO(text);
    CHECK(parse_as<RoleStatement>(text).statement == name);
  }
  const std::pair<std::string_view, std::string_view> kPermissions[] = {
      {"GRANT SELECT PERMISSION, MODIFY ON ALL TABLES IN KEYSPACE k TO r", "GRANT"},
      {"REVOKE ALL PERMISSIONS ON FUNCTION f (int) FROM r", "REVOKE"},
      {"LIST ALL PERMISSIONS ON t OF r", "LIST PERMISSIONS"},
  };
  for (const auto& [text, name] : kPermissions) {
    INFO(text);
    CHECK(parse_as<PermissionStatement>(text).statement == name);
  }
  const std::pair<std::string_view, std::string_view> kLogins[] = {
      {"DROP ROLE r", "DROP ROLE"},
      {"DROP USER IF EXISTS u", "DROP USER"},
      {"LIST ROLES OF r NORECURSIVE", "LIST ROLES"},
      {"LIST USERS", "LIST USERS"},
      {"GRANT r TO s", "GRANT"},
      {"REVOKE r FROM s", "REVOKE"},
      {"ADD IDENTITY IF NOT EXISTS 'i' TO ROLE 'r'", "ADD IDENTITY"},
      {"DROP IDENTITY 'i'", "DROP IDENTITY"},
  };
  for (const auto& [text, name] : kLogins) {
    INFO(text);
    CHECK(parse_as<LoginStatement>(text).statement == name);
  }
}

TEST_CASE("what DESCRIBE is asked for") {
  using What = DescribeStatement::What;
  CHECK(parse_as<DescribeStatement>("DESC KEYSPACES").what == What::keyspaces);
  const auto only = parse_as<DescribeStatement>("DESCRIBE ONLY KEYSPACE k WITH INTERNALS");
  CHECK(only.what == What::only_keyspace);
  CHECK(only.name->name.text == "k");
  CHECK(only.with_internals);
}
