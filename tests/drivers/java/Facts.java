import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DefaultProtocolVersion;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.ColumnDefinition;
import com.datastax.oss.driver.api.core.cql.DefaultBatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.QueryTrace;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.data.CqlDuration;
import com.datastax.oss.driver.api.core.data.CqlVector;
import com.datastax.oss.driver.api.core.data.TupleValue;
import com.datastax.oss.driver.api.core.data.UdtValue;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import com.datastax.oss.driver.api.core.metadata.schema.ClusteringOrder;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.IndexMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.ViewMetadata;
import com.datastax.oss.driver.api.core.servererrors.AlreadyExistsException;
import com.datastax.oss.driver.api.core.servererrors.InvalidConfigurationInQueryException;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.ProtocolError;
import com.datastax.oss.driver.api.core.servererrors.SyntaxError;
import com.datastax.oss.driver.api.core.type.DataTypes;
import com.datastax.oss.driver.api.core.type.TupleType;
import com.datastax.oss.driver.api.core.type.UserDefinedType;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;

/** The facts of tests/drivers/README.md through the Java driver: Facts HOST PORT. */
public class Facts {
  static final String KEYSPACE = "driver_facts";
  static final BufferedReader INPUT = new BufferedReader(new InputStreamReader(System.in));
  static InetSocketAddress address;

  interface Body {
    void run(Report r, CqlSession s) throws Exception;
  }

  interface Call {
    Object run() throws Exception;
  }

  /** What one fact expects, and what it got. */
  static class Report {
    final String name;
    boolean failed;
    boolean skipped;

    Report(String name) {
      this.name = name;
    }

    void equal(String what, Object expected, Object got) {
      if (!Objects.equals(expected, got)) {
        failed = true;
        System.out.println((name + ": " + what + ": expected " + expected + ", got " + got).replace("\n", "\\n"));
      }
    }

    /** The call throws an exception of this class, which is returned. */
    <T extends Exception> T refused(String what, Class<T> kind, Call call) {
      try {
        call.run();
      } catch (Exception error) {
        if (kind.isInstance(error)) {
          return kind.cast(error);
        }
        equal(what, kind.getSimpleName(), error.toString());
        return null;
      }
      equal(what, kind.getSimpleName(), "no error");
      return null;
    }
  }

  static CqlSession connected(String keyspace) {
    DriverConfigLoader config = DriverConfigLoader.programmaticBuilder()
        .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, Duration.ofSeconds(60))
        .withDuration(DefaultDriverOption.METADATA_SCHEMA_REQUEST_TIMEOUT, Duration.ofSeconds(60))
        .withDuration(DefaultDriverOption.RECONNECTION_BASE_DELAY, Duration.ofMillis(200))
        .withDuration(DefaultDriverOption.RECONNECTION_MAX_DELAY, Duration.ofSeconds(1))
        .withString(DefaultDriverOption.PROTOCOL_COMPRESSION, "lz4")
        .withStringList(DefaultDriverOption.METADATA_SCHEMA_REFRESHED_KEYSPACES, List.of("/.*/"))
        .build();
    return CqlSession.builder().addContactPoint(address).withLocalDatacenter("datacenter1").withConfigLoader(config)
        .withKeyspace(keyspace == null ? null : CqlIdentifier.fromCql(keyspace)).build();
  }

  static boolean until(int seconds, BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + seconds * 1_000_000_000L;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        return false;
      }
      Thread.sleep(50);
    }
    return true;
  }

  /** The values of rows, those of a row in a list. */
  static List<List<Object>> rows(Iterable<Row> result) {
    List<List<Object>> all = new ArrayList<>();
    for (Row row : result) {
      List<Object> values = new ArrayList<>();
      for (int n = 0; n < row.size(); ++n) {
        values.add(row.getObject(n));
      }
      all.add(values);
    }
    return all;
  }

  static List<Object> row(Object... values) {
    return java.util.Arrays.asList(values);
  }

  static List<String> names(ResultSet result) {
    List<String> names = new ArrayList<>();
    for (ColumnDefinition column : result.getColumnDefinitions()) {
      names.add(column.getName().asInternal());
    }
    return names;
  }

  static ResultSet run(CqlSession s, String text, Object... values) {
    return s.execute(values.length == 0 ? s.prepare(text).bind() : s.prepare(text).bind(values));
  }

  static KeyspaceMetadata metadata(CqlSession s) {
    return s.getMetadata().getKeyspace(KEYSPACE).orElseThrow();
  }

  static TableMetadata table(CqlSession s, String name) {
    return metadata(s).getTable(name).orElse(null);
  }

  static List<String> columnNames(Iterable<ColumnMetadata> columns) {
    List<String> names = new ArrayList<>();
    columns.forEach(column -> names.add(column.getName().asInternal()));
    return names;
  }

  static void connect(Report r, CqlSession s) {
    Row local = s.execute("SELECT * FROM system.local WHERE key = 'local'").one();
    r.equal("protocol", DefaultProtocolVersion.V5, s.getContext().getProtocolVersion());
    r.equal("number of nodes", 1, s.getMetadata().getNodes().size());
    Node node = s.getMetadata().getNodes().values().iterator().next();
    r.equal("cluster name", local.getString("cluster_name"), s.getMetadata().getClusterName().orElse(null));
    r.equal("state", NodeState.UP, node.getState());
    r.equal("datacenter", "datacenter1", node.getDatacenter());
    r.equal("rack", "rack1", node.getRack());
    r.equal("release", "5.0.9", String.valueOf(node.getCassandraVersion()));
    r.equal("host id", local.getUuid("host_id"), node.getHostId());
    r.equal("schema version", local.getUuid("schema_version"), node.getSchemaVersion());
    r.equal("address", address, node.getBroadcastRpcAddress().orElse(null));
    r.equal("ranges of the ring", local.getSet("tokens", String.class).size(),
        s.getMetadata().getTokenMap().orElseThrow().getTokenRanges().size());
    r.equal("schema agreement", true, s.checkSchemaAgreement());
    r.equal("virtual keyspaces", true, s.getMetadata().getKeyspace("system_views").orElseThrow().isVirtual());
  }

  static void schema(Report r, CqlSession s) {
    s.execute("CREATE TYPE address (street text, zip int, tags frozen<set<text>>)");
    s.execute("CREATE TABLE readings (site text, day date, at timestamp, value double, note text, home frozen<address>, unit text,"
        + " PRIMARY KEY ((site, day), at)) WITH CLUSTERING ORDER BY (at DESC) AND comment = 'a table''s comment'");
    s.execute("CREATE INDEX readings_by_note ON readings (note)");
    s.execute("CREATE MATERIALIZED VIEW readings_by_value AS SELECT * FROM readings WHERE site IS NOT NULL AND day IS NOT NULL"
        + " AND at IS NOT NULL AND value IS NOT NULL PRIMARY KEY (site, value, day, at)");
    s.execute("CREATE TABLE statics (p int, c int, s text static, PRIMARY KEY (p, c))");
    s.refreshSchema();
    KeyspaceMetadata keyspace = metadata(s);
    r.equal("replication", Map.of("class", "org.apache.cassandra.locator.SimpleStrategy", "replication_factor", "1"), keyspace.getReplication());
    UserDefinedType kind = keyspace.getUserDefinedType("address").orElseThrow();
    r.equal("fields", "[street, zip, tags]", kind.getFieldNames().toString());
    r.equal("types of fields", List.of(DataTypes.TEXT, DataTypes.INT, DataTypes.frozenSetOf(DataTypes.TEXT)), kind.getFieldTypes());
    TableMetadata table = table(s, "readings");
    r.equal("partition key", List.of("site", "day"), columnNames(table.getPartitionKey()));
    r.equal("clustering key", List.of("at"), columnNames(table.getClusteringColumns().keySet()));
    r.equal("order", List.of(ClusteringOrder.DESC), List.copyOf(table.getClusteringColumns().values()));
    r.equal("columns", List.of("at", "day", "home", "note", "site", "unit", "value"),
        List.copyOf(new TreeSet<>(columnNames(table.getColumns().values()))));
    r.equal("a date", DataTypes.DATE, table.getColumn("day").orElseThrow().getType());
    r.equal("a user type", kind.copy(true), table.getColumn("home").orElseThrow().getType());
    r.equal("comment", "a table's comment", table.getOptions().get(CqlIdentifier.fromCql("comment")));
    IndexMetadata index = table.getIndex("readings_by_note").orElseThrow();
    r.equal("index", "COMPOSITES note", index.getKind() + " " + index.getTarget());
    ViewMetadata view = keyspace.getView("readings_by_value").orElseThrow();
    r.equal("view", "readings [site] [value, day, at]", view.getBaseTable() + " " + columnNames(view.getPartitionKey()) + " "
        + columnNames(view.getClusteringColumns().keySet()));
    r.equal("a static column", true, table(s, "statics").getColumn("s").orElseThrow().isStatic());
  }

  static void types(Report r, CqlSession s) throws Exception {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("ascii", "plain");
    values.put("bigint", Long.MIN_VALUE);
    values.put("blob", ByteBuffer.wrap(new byte[] {0, 1, 127, -128, -1}));
    values.put("boolean", true);
    values.put("date", LocalDate.of(1969, 7, 20));
    values.put("decimal", new BigDecimal("-123456789.000000000987654321"));
    values.put("double", Double.MAX_VALUE);
    values.put("duration", CqlDuration.newInstance(-14, -3, -1234567890));
    values.put("float", -0.5f);
    values.put("inet", InetAddress.getByName("2001:db8::1"));
    values.put("int", Integer.MIN_VALUE);
    values.put("smallint", Short.MIN_VALUE);
    values.put("text", "t\u00ebxt \u6f22\u5b57 \ud83d\ude00");
    values.put("time", LocalTime.of(23, 59, 59, 999999999));
    values.put("timestamp", Instant.ofEpochMilli(-1));
    values.put("timeuuid", UUID.fromString("f47ac10b-58cc-1372-8567-0e02b2c3d479"));
    values.put("tinyint", Byte.MIN_VALUE);
    values.put("uuid", UUID.fromString("f47ac10b-58cc-4372-a567-0e02b2c3d479"));
    values.put("varchar", "");
    values.put("varint", BigInteger.ONE.shiftLeft(130).negate());
    StringBuilder definitions = new StringBuilder("id int PRIMARY KEY");
    StringBuilder columns = new StringBuilder("id");
    for (String name : values.keySet()) {
      definitions.append(", c_").append(name).append(' ').append(name);
      columns.append(", c_").append(name);
    }
    s.execute("CREATE TABLE types (" + definitions + ")");
    List<Object> bound = new ArrayList<>(List.of(1));
    bound.addAll(values.values());
    run(s, "INSERT INTO types (" + columns + ") VALUES (?" + ", ?".repeat(values.size()) + ")", bound.toArray());
    Row got = run(s, "SELECT * FROM types WHERE id = ?", 1).one();
    for (Map.Entry<String, Object> value : values.entrySet()) {
      String name = value.getKey();
      r.equal(name, value.getValue(), got.getObject("c_" + name));
      if (!name.equals("duration")) {
        r.equal("a filter by " + name, List.of(row(1)),
            rows(run(s, "SELECT id FROM types WHERE id = 1 AND c_" + name + " = ? ALLOW FILTERING", value.getValue())));
      }
    }
    Row simple = s.execute(SimpleStatement.newInstance("SELECT c_duration, c_varint FROM types WHERE id = ?", 1)).one();
    r.equal("a statement that is not prepared", row(values.get("duration"), values.get("varint")), row(simple.getObject(0), simple.getObject(1)));
    PreparedStatement insert = s.prepare("INSERT INTO types (c_int, id) VALUES (?, ?)");
    r.equal("partition key of an INSERT", List.of(1), insert.getPartitionKeyIndices());
  }

  static void nulls(Report r, CqlSession s) {
    s.execute("CREATE TABLE nulls (id int PRIMARY KEY, a int, b text, c int)");
    PreparedStatement insert = s.prepare("INSERT INTO nulls (id, a, b, c) VALUES (?, ?, ?, ?)");
    s.execute(insert.bind(1, 1, "b", 3));
    s.execute(insert.bind().setInt("id", 1).setToNull("a").setString("b", ""));
    r.equal("null deletes, unset leaves", List.of(row(null, "", 3)), rows(s.execute("SELECT a, b, c FROM nulls WHERE id = 1")));
    r.refused("an unset key", InvalidQueryException.class, () -> s.execute(insert.bind().setInt("a", 1)));
    r.refused("a null key", InvalidQueryException.class, () -> s.execute(insert.bind(null, 1, "b", 3)));
  }

  static void collections(Report r, CqlSession s) {
    s.execute("CREATE TABLE collections (id int PRIMARY KEY, l list<int>, s set<text>, m map<text, int>,"
        + " f frozen<map<text, frozen<list<int>>>>, e list<text>)");
    run(s, "INSERT INTO collections (id, l, s, m, f, e) VALUES (?, ?, ?, ?, ?, ?)", 1, List.of(3, 1, 2, 1), Set.of("b", "a"),
        Map.of("y", 2, "x", 1), Map.of("k", List.of(1, 2), "e", List.of()), List.of());
    String select = "SELECT l, s, m, f, e FROM collections WHERE id = ?";
    r.equal("as written", List.of(row(List.of(3, 1, 2, 1), Set.of("a", "b"), Map.of("x", 1, "y", 2),
        Map.of("k", List.of(1, 2), "e", List.of()), List.of())), rows(run(s, select, 1)));
    r.equal("an empty list", true, run(s, select, 1).one().isNull("e"));
    run(s, "UPDATE collections SET l = l + ? WHERE id = 1", List.of(9));
    run(s, "UPDATE collections SET l[0] = ? WHERE id = 1", 7);
    run(s, "UPDATE collections SET s = s - ? WHERE id = 1", Set.of("a"));
    run(s, "UPDATE collections SET m[?] = ? WHERE id = 1", "z", 3);
    run(s, "DELETE m[?] FROM collections WHERE id = 1", "x");
    r.equal("after changes", row(List.of(7, 1, 2, 1, 9), Set.of("b"), Map.of("y", 2, "z", 3)), rows(run(s, select, 1)).get(0).subList(0, 3));
    r.equal("an element", List.of(row(3)), rows(run(s, "SELECT m[?] FROM collections WHERE id = 1", "z")));
  }

  static void userTypes(Report r, CqlSession s) throws Exception {
    s.execute("CREATE TYPE point (x int, y double, labels frozen<list<text>>)");
    s.execute("CREATE TABLE shapes (id int PRIMARY KEY, origin point, corners list<frozen<point>>, named map<text, frozen<point>>)");
    UserDefinedType type = metadata(s).getUserDefinedType("point").orElseThrow();
    UdtValue first = type.newValue(1, 0.5, List.of("a", "b"));
    UdtValue second = type.newValue(null, -2.0, null);
    run(s, "INSERT INTO shapes (id, origin, corners, named) VALUES (?, ?, ?, ?)", 1, first, List.of(first, second), Map.of("n", second));
    Row got = run(s, "SELECT origin, corners, named FROM shapes WHERE id = ?", 1).one();
    r.equal("user type", first, got.getUdtValue(0));
    r.equal("list of user types", List.of(first, second), got.getList(1, UdtValue.class));
    r.equal("map of user types", Map.of("n", second), got.getMap(2, String.class, UdtValue.class));
    run(s, "UPDATE shapes SET origin.y = ? WHERE id = 1", 7.5);
    r.equal("fields", List.of(row(1, 7.5)), rows(s.execute("SELECT origin.x, origin.y FROM shapes WHERE id = 1")));
    s.execute("ALTER TYPE point ADD z int");
    UdtValue later = s.execute("SELECT origin FROM shapes WHERE id = 1").one().getUdtValue(0);
    r.equal("a new field", row(1, 7.5, true, true), row(later.getInt("x"), later.getDouble("y"), later.getType().contains("z"), later.isNull("z")));
    r.equal("the changed type in the metadata", true, until(20, () -> metadata(s).getUserDefinedType("point").orElseThrow().contains("z")));
  }

  static void tuples(Report r, CqlSession s) {
    s.execute("CREATE TABLE tuples (id int PRIMARY KEY, t tuple<int, text, frozen<list<double>>>, k frozen<tuple<int, int>>)");
    PreparedStatement insert = s.prepare("INSERT INTO tuples (id, t, k) VALUES (?, ?, ?)");
    TupleType three = (TupleType) insert.getVariableDefinitions().get(1).getType();
    TupleType two = DataTypes.tupleOf(DataTypes.INT, DataTypes.INT);
    TupleValue full = three.newValue(1, "a", List.of(0.5));
    s.execute(insert.bind(1, full, two.newValue(1, null)));
    s.execute(insert.bind(2, three.newValue(null, "", null), null));
    Row got = run(s, "SELECT t, k FROM tuples WHERE id = ?", 1).one();
    r.equal("tuples", row(full, 1, true), row(got.getTupleValue(0), got.getTupleValue(1).getInt(0), got.getTupleValue(1).isNull(1)));
    got = run(s, "SELECT t, k FROM tuples WHERE id = ?", 2).one();
    r.equal("nulls in tuples", row(true, "", true, true), row(got.getTupleValue(0).isNull(0), got.getTupleValue(0).getString(1),
        got.getTupleValue(0).isNull(2), got.isNull(1)));
    s.execute("CREATE TABLE pairs (p int, a int, b int, PRIMARY KEY (p, a, b))");
    for (int[] pair : new int[][] {{1, 1}, {1, 2}, {2, 1}}) {
      run(s, "INSERT INTO pairs (p, a, b) VALUES (1, ?, ?)", pair[0], pair[1]);
    }
    r.equal("a tuple as one value", List.of(row(1, 2), row(2, 1)),
        rows(run(s, "SELECT a, b FROM pairs WHERE p = 1 AND (a, b) > ?", two.newValue(1, 1))));
    r.equal("a list of tuples", List.of(row(1, 1), row(2, 1)),
        rows(run(s, "SELECT a, b FROM pairs WHERE p = 1 AND (a, b) IN ?", List.of(two.newValue(1, 1), two.newValue(2, 1)))));
  }

  static void vectors(Report r, CqlSession s) {
    s.execute("CREATE TABLE vectors (id int PRIMARY KEY, v vector<float, 3>, w vector<text, 2>)");
    s.execute("CREATE INDEX vectors_by_v ON vectors (v) USING 'sai'");
    for (int n = 0; n < 5; ++n) {
      run(s, "INSERT INTO vectors (id, v, w) VALUES (?, ?, ?)", n, CqlVector.newInstance((float) n, 0.5f, -1f), CqlVector.newInstance("a", "b".repeat(n)));
    }
    Row got = run(s, "SELECT v, w FROM vectors WHERE id = ?", 2).one();
    r.equal("a vector", CqlVector.newInstance(2f, 0.5f, -1f), got.getVector(0, Float.class));
    r.equal("a vector of texts", CqlVector.newInstance("a", "bb"), got.getVector(1, String.class));
    r.equal("type of a column", DataTypes.vectorOf(DataTypes.FLOAT, 3), table(s, "vectors").getColumn("v").orElseThrow().getType());
    CqlVector<Float> nearest = CqlVector.newInstance(4f, 0.5f, -1f);
    r.equal("the number of neighbours", 2, rows(run(s, "SELECT id FROM vectors ORDER BY v ANN OF ? LIMIT 2", nearest)).size());
    r.equal("similarity", List.of(row(1f)), rows(run(s, "SELECT similarity_euclidean(v, ?) FROM vectors WHERE id = 4", nearest)));
  }

  static void batches(Report r, CqlSession s) {
    s.execute("CREATE TABLE batches (p int, c int, v text, PRIMARY KEY (p, c))");
    s.execute("CREATE TABLE batch_counters (p int PRIMARY KEY, n counter)");
    PreparedStatement insert = s.prepare("INSERT INTO batches (p, c, v) VALUES (?, ?, ?)");
    PreparedStatement add = s.prepare("UPDATE batch_counters SET n = n + ? WHERE p = ?");
    BatchStatementBuilder logged = BatchStatement.builder(DefaultBatchType.LOGGED);
    for (int n = 0; n < 100; ++n) {
      logged.addStatement(insert.bind(1, n, "v" + n));
    }
    logged.addStatement(SimpleStatement.newInstance("INSERT INTO batches (p, c, v) VALUES (?, ?, ?)", 1, 100, "it's text"));
    logged.addStatement(SimpleStatement.newInstance("DELETE FROM batches WHERE p = 1 AND c = 0"));
    s.execute(logged.build());
    List<List<Object>> got = rows(s.execute("SELECT c, v FROM batches WHERE p = 1"));
    r.equal("rows", 100, got.size());
    r.equal("prepared and text, mixed", List.of(row(99, "v99"), row(100, "it's text")), got.subList(98, 100));
    BatchStatementBuilder unlogged = BatchStatement.builder(DefaultBatchType.UNLOGGED);
    for (int n = 0; n < 50; ++n) {
      unlogged.addStatement(insert.bind(n + 10, 0, "u"));
    }
    s.execute(unlogged.build());
    r.equal("rows of an unlogged batch", List.of(row(50L)), rows(s.execute("SELECT count(*) FROM batches WHERE v = 'u' ALLOW FILTERING")));
    BatchStatementBuilder counted = BatchStatement.builder(DefaultBatchType.COUNTER);
    for (long n = 0; n < 10; ++n) {
      counted.addStatement(add.bind(n, 1));
    }
    s.execute(counted.build());
    r.equal("a counter batch", List.of(row(45L)), rows(s.execute("SELECT n FROM batch_counters WHERE p = 1")));
    r.refused("counters in a logged batch", InvalidQueryException.class,
        () -> s.execute(BatchStatement.newInstance(DefaultBatchType.LOGGED, insert.bind(2, 1, "a"), add.bind(1L, 1))));
    r.equal("nothing of the refused batch", List.of(), rows(s.execute("SELECT c FROM batches WHERE p = 2")));
  }

  /** Runs statements, at most 500 at a time. */
  static void inParallel(CqlSession s, Iterable<BoundStatement> statements) {
    ArrayDeque<CompletionStage<AsyncResultSet>> running = new ArrayDeque<>();
    for (BoundStatement statement : statements) {
      if (running.size() == 500) {
        running.remove().toCompletableFuture().join();
      }
      running.add(s.executeAsync(statement));
    }
    running.forEach(one -> one.toCompletableFuture().join());
  }

  static List<Integer> numbers(int begin, int end) {
    List<Integer> all = new ArrayList<>();
    for (int n = begin; n < end; ++n) {
      all.add(n);
    }
    return all;
  }

  static void paging(Report r, CqlSession s) throws Exception {
    s.execute("CREATE TABLE pages (p int, c int, v text, PRIMARY KEY (p, c))");
    PreparedStatement insert = s.prepare("INSERT INTO pages (p, c, v) VALUES (?, ?, ?)");
    List<BoundStatement> inserts = new ArrayList<>();
    for (int n = 0; n < 100000; ++n) {
      inserts.add(insert.bind(n / 1000, n % 1000, "value " + n));
    }
    inParallel(s, inserts);
    Set<Integer> seen = new HashSet<>();
    int wrong = 0;
    for (Row row : s.execute(s.prepare("SELECT p, c, v FROM pages").bind().setPageSize(5000))) {
      int n = row.getInt(0) * 1000 + row.getInt(1);
      seen.add(n);
      wrong += row.getString(2).equals("value " + n) ? 0 : 1;
    }
    r.equal("rows of 100,000", row(100000, 0), row(seen.size(), wrong));
    List<Integer> partition = new ArrayList<>();
    int largest = 0;
    AsyncResultSet page = s.executeAsync(s.prepare("SELECT c FROM pages WHERE p = ?").bind(7).setPageSize(100)).toCompletableFuture().get();
    for (;;) {
      largest = Math.max(largest, page.remaining());
      page.currentPage().forEach(row -> partition.add(row.getInt(0)));
      if (!page.hasMorePages()) {
        break;
      }
      page = page.fetchNextPage().toCompletableFuture().get();
    }
    r.equal("no page has more rows than asked", 100, largest);
    r.equal("rows of a partition in their order", numbers(0, 1000), partition);
  }

  static void pagingState(Report r, CqlSession s) {
    SimpleStatement select = SimpleStatement.newInstance("SELECT c FROM driver_facts.pages WHERE p = 8").setPageSize(300);
    ByteBuffer state = s.execute(select).getExecutionInfo().getPagingState();
    try (CqlSession other = connected(null)) {
      ResultSet second = other.execute(select.setPagingState(state));
      List<Integer> got = new ArrayList<>();
      for (int n = second.getAvailableWithoutFetching(); n > 0; --n) {
        got.add(second.one().getInt(0));
      }
      r.equal("a page of another session", numbers(300, 600), got);
      r.refused("a state that is none", ProtocolError.class, () -> other.execute(select.setPagingState(ByteBuffer.wrap(new byte[] {1, 2, 3}))));
    }
  }

  static void lightweightTransactions(Report r, CqlSession s) {
    s.execute("CREATE TABLE users (id int PRIMARY KEY, name text, age int)");
    String insert = "INSERT INTO users (id, name, age) VALUES (?, ?, ?) IF NOT EXISTS";
    ResultSet first = run(s, insert, 1, "ann", 30);
    r.equal("the first INSERT", row(true, List.of("[applied]")), row(first.wasApplied(), names(first)));
    ResultSet second = run(s, insert, 1, "bob", 40);
    r.equal("the second INSERT", row(false, List.of(row(false, 1, 30, "ann"))), row(second.wasApplied(), rows(second)));
    String update = "UPDATE users SET age = ? WHERE id = ? IF age = ?";
    r.equal("a condition that fails", List.of(row(false, 30)), rows(run(s, update, 31, 1, 29)));
    r.equal("a condition that holds", List.of(row(true)), rows(run(s, update, 31, 1, 30)));
    r.equal("UPDATE IF EXISTS of nothing", false, run(s, "UPDATE users SET age = 1 WHERE id = ? IF EXISTS", 9).wasApplied());
    r.equal("DELETE IF", true, run(s, "DELETE FROM users WHERE id = ? IF name IN ?", 1, List.of("ann", "eve")).wasApplied());
    s.execute("CREATE TABLE seats (show int, seat int, holder text, PRIMARY KEY (show, seat))");
    PreparedStatement take = s.prepare("INSERT INTO seats (show, seat, holder) VALUES (?, ?, ?) IF NOT EXISTS");
    BatchStatement batch = BatchStatement.newInstance(DefaultBatchType.LOGGED, take.bind(1, 1, "ann"), take.bind(1, 2, "ann"));
    r.equal("a conditional batch", true, s.execute(batch).wasApplied());
    r.equal("the batch again", false, s.execute(batch).wasApplied());
    r.equal("a serial read", List.of(row("ann")), rows(s.execute(SimpleStatement.newInstance("SELECT holder FROM seats WHERE show = 1 AND seat = 2")
        .setConsistencyLevel(DefaultConsistencyLevel.SERIAL))));
  }

  static void counters(Report r, CqlSession s) {
    s.execute("CREATE TABLE counters (p int, c text, hits counter, misses counter, PRIMARY KEY (p, c))");
    PreparedStatement update = s.prepare("UPDATE counters SET hits = hits + ?, misses = misses - ? WHERE p = ? AND c = ?");
    List<BoundStatement> updates = new ArrayList<>();
    for (int n = 0; n < 100; ++n) {
      updates.add(update.bind(1L, 2L, 1, "a"));
    }
    inParallel(s, updates);
    r.equal("counters", List.of(row(100L, -200L)), rows(s.execute("SELECT hits, misses FROM counters WHERE p = 1")));
    r.refused("an INSERT", InvalidQueryException.class, () -> s.execute("INSERT INTO counters (p, c, hits) VALUES (1, 'a', 1)"));
  }

  static void errors(Report r, CqlSession s) {
    r.refused("wrong syntax", SyntaxError.class, () -> s.execute("SELEC * FROM users"));
    r.refused("no such table", InvalidQueryException.class, () -> s.execute("SELECT * FROM nosuch"));
    r.refused("no such column", InvalidQueryException.class, () -> s.execute("SELECT nosuch FROM users"));
    r.refused("PREPARE of a wrong statement", InvalidQueryException.class, () -> s.prepare("SELECT * FROM users WHERE nosuch = ?"));
    r.refused("a read that needs ALLOW FILTERING", InvalidQueryException.class, () -> s.execute("SELECT * FROM users WHERE age = 1"));
    AlreadyExistsException twice = r.refused("a table twice", AlreadyExistsException.class, () -> s.execute("CREATE TABLE users (id int PRIMARY KEY)"));
    r.equal("what exists", "Object driver_facts.users already exists", twice == null ? null : twice.getMessage());
    r.refused("a keyspace twice", AlreadyExistsException.class, () -> s.execute(
        "CREATE KEYSPACE driver_facts WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}"));
    r.refused("a wrong option", InvalidConfigurationInQueryException.class,
        () -> s.execute("CREATE TABLE other (id int PRIMARY KEY) WITH compaction = {'class': 'NoSuchStrategy'}"));
    r.refused("a value of another type", InvalidQueryException.class, () -> s.execute("INSERT INTO users (id, age) VALUES (1, 'x')"));
    r.equal("the session goes on", 1, rows(s.execute("SELECT key FROM system.local")).size());
  }

  static void warnings(Report r, CqlSession s) {
    List<String> got = s.execute("SELECT count(*) FROM users").getExecutionInfo().getWarnings();
    r.equal("a warning", true, got.size() == 1 && got.get(0).toLowerCase().contains("aggregation query used without partition key"));
    r.equal("no warning", List.of(), s.execute("SELECT * FROM users WHERE id = 1").getExecutionInfo().getWarnings());
  }

  static void tracing(Report r, CqlSession s) {
    QueryTrace trace = s.execute(s.prepare("SELECT * FROM users WHERE id = ?").bind(1).setTracing(true)).getExecutionInfo().getQueryTrace();
    r.equal("request", "Execute CQL3 prepared query", trace.getRequestType());
    r.equal("coordinator", address.getAddress(), trace.getCoordinatorAddress().getAddress());
    r.equal("statement", "SELECT * FROM users WHERE id = ?", trace.getParameters().get("query"));
    r.equal("duration and events", true, trace.getDurationMicros() > 0 && !trace.getEvents().isEmpty());
  }

  static void times(Report r, CqlSession s) {
    s.execute("CREATE TABLE times (id int PRIMARY KEY, v text)");
    run(s, "INSERT INTO times (id, v) VALUES (?, ?) USING TIMESTAMP ? AND TTL ?", 1, "a", 1234567890123456L, 1000);
    Row got = s.execute("SELECT writetime(v), ttl(v) FROM times WHERE id = 1").one();
    r.equal("timestamp and time to live", row(1234567890123456L, true), row(got.getLong(0), got.getInt(1) > 0 && got.getInt(1) <= 1000));
    s.execute(s.prepare("UPDATE times SET v = ? WHERE id = 2").bind("b").setQueryTimestamp(2234567890123456L));
    r.equal("the timestamp of a request", List.of(row(2234567890123456L)), rows(s.execute("SELECT writetime(v) FROM times WHERE id = 2")));
    s.execute(SimpleStatement.newInstance("INSERT INTO times (id, v) VALUES (3, 'c') USING TTL 1000"));
    int now = (int) (System.currentTimeMillis() / 1000);
    int left = s.execute(SimpleStatement.newInstance("SELECT ttl(v) FROM times WHERE id = 3").setNowInSeconds(now + 500)).one().getInt(0);
    r.equal("the time of a request", true, left > 400 && left <= 500);
  }

  static void keyspaces(Report r, CqlSession s) throws Exception {
    s.execute("CREATE KEYSPACE driver_facts_2 WITH replication = {'class': 'NetworkTopologyStrategy', 'datacenter1': 1}");
    s.execute("CREATE TABLE driver_facts_2.users (id int PRIMARY KEY, second text)");
    s.execute("INSERT INTO driver_facts_2.users (id, second) VALUES (1, 'second')");
    PreparedStatement kept = s.prepare("SELECT * FROM users WHERE id = 1");
    try (CqlSession other = connected("driver_facts_2")) {
      r.equal("the keyspace of the session", List.of(row("second")), rows(run(other, "SELECT second FROM users WHERE id = ?", 1)));
    }
    s.execute("USE driver_facts_2");
    r.equal("USE", "driver_facts_2", String.valueOf(s.getKeyspace().orElse(null)));
    r.equal("a statement keeps the keyspace in which it was prepared", List.of("id", "age", "name"), names(s.execute(kept.bind())));
    s.execute("USE driver_facts");
    CqlIdentifier second = CqlIdentifier.fromCql("driver_facts_2");
    SimpleStatement moved = SimpleStatement.newInstance("SELECT second FROM users WHERE id = 1").setKeyspace(second);
    r.equal("the keyspace of a request", List.of(row("second")), rows(s.execute(moved)));
    r.equal("the keyspace of PREPARE", List.of(row("second")), rows(s.execute(s.prepare(moved).bind())));
    s.execute(BatchStatement.newInstance(DefaultBatchType.LOGGED, SimpleStatement.newInstance("INSERT INTO users (id, second) VALUES (2, 'batch')"))
        .setKeyspace(second));
    r.equal("the keyspace of a batch", List.of(row("batch")), rows(s.execute("SELECT second FROM driver_facts_2.users WHERE id = 2")));
    s.execute("DROP KEYSPACE driver_facts_2");
    r.equal("DROP KEYSPACE", true, until(20, () -> s.getMetadata().getKeyspace("driver_facts_2").isEmpty()));
  }

  static void names(Report r, CqlSession s) {
    PreparedStatement insert = s.prepare("INSERT INTO users (id, name, age) VALUES (:number, :name, :\"Age\")");
    s.execute(insert.bind().setInt("number", 5).setString("name", "eve").setInt("\"Age\"", 50));
    r.equal("named markers", List.of(row(50, 5, "eve")), rows(s.execute("SELECT age, id, name FROM users WHERE id = 5")));
    SimpleStatement simple = SimpleStatement.newInstance("SELECT age FROM users WHERE id = :number", Map.of("number", 5));
    r.equal("named markers of a statement that is not prepared", List.of(row(50)), rows(s.execute(simple)));
    PreparedStatement paged = s.prepare("SELECT id FROM users WHERE id IN ? LIMIT ?");
    List<String> markers = new ArrayList<>();
    paged.getVariableDefinitions().forEach(marker -> markers.add(marker.getName().asInternal()));
    r.equal("names that the server gives", List.of("in(id)", "[limit]"), markers);
    r.equal("IN ? LIMIT ?", List.of(row(5)), rows(s.execute(paged.bind(List.of(5, 6, 7), 2))));
    r.equal("names of columns", List.of("count", "system.max(age)", "cast(age as text)", "ttl(name)", "My Age"),
        names(s.execute("SELECT count(*), max(age), cast(age AS text), ttl(name), age AS \"My Age\" FROM users WHERE id = 5")));
  }

  static void events(Report r, CqlSession s) throws Exception {
    try (CqlSession watcher = connected(null)) {
      s.execute("CREATE TABLE watched (id int PRIMARY KEY)");
      r.equal("CREATE TABLE", true, until(20, () -> table(watcher, "watched") != null));
      s.execute("ALTER TABLE watched ADD extra text");
      r.equal("ALTER TABLE", true, until(20, () -> table(watcher, "watched").getColumn("extra").isPresent()));
      s.execute("CREATE INDEX watched_index ON watched (extra)");
      r.equal("CREATE INDEX", true, until(20, () -> table(watcher, "watched").getIndex("watched_index").isPresent()));
      s.execute("CREATE TYPE watched_type (a int)");
      r.equal("CREATE TYPE", true, until(20, () -> metadata(watcher).getUserDefinedType("watched_type").isPresent()));
      s.execute("CREATE KEYSPACE driver_facts_3 WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
      r.equal("CREATE KEYSPACE", true, until(20, () -> watcher.getMetadata().getKeyspace("driver_facts_3").isPresent()));
      s.execute("DROP KEYSPACE driver_facts_3");
      r.equal("DROP KEYSPACE", true, until(20, () -> watcher.getMetadata().getKeyspace("driver_facts_3").isEmpty()));
      s.execute("DROP TABLE watched");
      r.equal("DROP TABLE", true, until(20, () -> table(watcher, "watched") == null));
    }
  }

  static void alterPrepared(Report r, CqlSession s) {
    s.execute("CREATE TABLE altered (id int PRIMARY KEY, a int)");
    PreparedStatement insert = s.prepare("INSERT INTO altered (id, a) VALUES (?, ?)");
    PreparedStatement select = s.prepare("SELECT * FROM altered WHERE id = ?");
    s.execute(insert.bind(1, 10));
    r.equal("before", List.of(row(1, 10)), rows(s.execute(select.bind(1))));
    s.execute("ALTER TABLE altered ADD b text");
    s.execute("UPDATE altered SET b = 'new' WHERE id = 1");
    s.execute(insert.bind(2, 20));
    r.equal("after ADD", List.of(row(1, 10, "new")), rows(s.execute(select.bind(1))));
    r.equal("the statement's own columns", 3, select.getResultSetDefinitions().size());
    s.execute("ALTER TABLE altered DROP a");
    r.equal("after DROP", List.of(row(1, "new")), rows(s.execute(select.bind(1))));
    r.refused("a statement that names the dropped column", InvalidQueryException.class, () -> s.execute(insert.bind(3, 30)));
  }

  static void alterPaged(Report r, CqlSession s) throws Exception {
    s.execute("CREATE TABLE altered_pages (p int, c int, v int, PRIMARY KEY (p, c))");
    for (int n = 0; n < 20; ++n) {
      run(s, "INSERT INTO altered_pages (p, c, v) VALUES (1, ?, ?)", n, n);
    }
    AsyncResultSet page = s.executeAsync(s.prepare("SELECT * FROM altered_pages WHERE p = ?").bind(1).setPageSize(8)).toCompletableFuture().get();
    List<List<Object>> seen = rows(page.currentPage());
    s.execute("ALTER TABLE altered_pages ADD w text");
    s.execute("UPDATE altered_pages SET w = 'w' WHERE p = 1 AND c = 9");
    while (page.hasMorePages()) {
      page = page.fetchNextPage().toCompletableFuture().get();
      seen.addAll(rows(page.currentPage()));
    }
    List<List<Object>> expected = new ArrayList<>();
    for (int n = 0; n < 20; ++n) {
      expected.add(n < 8 ? row(1, n, n) : row(1, n, n, n == 9 ? "w" : null));
    }
    r.equal("rows of three pages", expected, seen);
  }

  static void concurrency(Report r, CqlSession s) {
    s.execute("CREATE TABLE flights (id int PRIMARY KEY, v int)");
    PreparedStatement insert = s.prepare("INSERT INTO flights (id, v) VALUES (?, ?)");
    PreparedStatement select = s.prepare("SELECT v FROM flights WHERE id = ?");
    List<BoundStatement> inserts = new ArrayList<>();
    for (int n = 0; n < 2000; ++n) {
      inserts.add(insert.bind(n, n * 7));
    }
    inParallel(s, inserts);
    List<CompletionStage<AsyncResultSet>> reads = new ArrayList<>();
    for (int n = 0; n < 1000; ++n) { // the driver puts 1,024 on a connection at most
      reads.add(s.executeAsync(select.bind(n)));
    }
    List<Integer> wrong = new ArrayList<>();
    for (int n = 0; n < 1000; ++n) {
      if (reads.get(n).toCompletableFuture().join().one().getInt(0) != n * 7) {
        wrong.add(n);
      }
    }
    r.equal("answers that are not those of their requests", List.of(), wrong);
  }

  static void restart(Report r, CqlSession s) throws Exception {
    PreparedStatement insert = s.prepare("INSERT INTO users (id, name, age) VALUES (?, ?, ?)");
    PreparedStatement select = s.prepare("SELECT name FROM users WHERE id = ?");
    s.execute(insert.bind(100, "before", 1));
    System.out.println("restart");
    if (!"restarted".equals(INPUT.readLine())) {
      r.skipped = true;
      return;
    }
    r.equal("a prepared SELECT after the restart", true, until(60, () -> {
      try {
        return "before".equals(s.execute(select.bind(100)).one().getString(0));
      } catch (com.datastax.oss.driver.api.core.DriverException error) {
        return false;
      }
    }));
    s.execute(insert.bind(101, "after", 2));
    r.equal("a row after the restart", List.of(row("after")), rows(s.execute(select.bind(101))));
  }

  static String outcome(String name, Body body, CqlSession s) {
    Report report = new Report(name);
    try {
      body.run(report, s);
    } catch (Throwable error) { // a fact that breaks is a fact that fails
      report.equal("the run", "no error", error.toString());
    }
    return report.failed ? "failed" : report.skipped ? "skipped" : "ok";
  }

  public static void main(String[] arguments) {
    address = new InetSocketAddress(arguments[0], Integer.parseInt(arguments[1]));
    Map<String, Body> facts = new LinkedHashMap<>();
    facts.put("connect", Facts::connect);
    facts.put("schema", Facts::schema);
    facts.put("types", Facts::types);
    facts.put("nulls", Facts::nulls);
    facts.put("collections", Facts::collections);
    facts.put("user-types", Facts::userTypes);
    facts.put("tuples", Facts::tuples);
    facts.put("vectors", Facts::vectors);
    facts.put("batches", Facts::batches);
    facts.put("paging", Facts::paging);
    facts.put("paging-state", Facts::pagingState);
    facts.put("lightweight-transactions", Facts::lightweightTransactions);
    facts.put("counters", Facts::counters);
    facts.put("errors", Facts::errors);
    facts.put("warnings", Facts::warnings);
    facts.put("tracing", Facts::tracing);
    facts.put("times", Facts::times);
    facts.put("keyspaces", Facts::keyspaces);
    facts.put("names", Facts::names);
    facts.put("events", Facts::events);
    facts.put("alter-prepared", Facts::alterPrepared);
    facts.put("alter-paged", Facts::alterPaged);
    facts.put("concurrency", Facts::concurrency);
    facts.put("restart", Facts::restart);
    boolean failed = false;
    try (CqlSession first = connected(null)) {
      for (String name : List.of(KEYSPACE, "driver_facts_2", "driver_facts_3")) {
        first.execute("DROP KEYSPACE IF EXISTS " + name);
      }
      first.execute("CREATE KEYSPACE driver_facts WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
    }
    try (CqlSession session = connected(KEYSPACE)) {
      for (Map.Entry<String, Body> fact : facts.entrySet()) {
        String outcome = outcome(fact.getKey(), fact.getValue(), session);
        failed |= outcome.equals("failed");
        System.out.println(outcome + " " + fact.getKey());
      }
      session.execute("DROP KEYSPACE driver_facts");
    }
    System.exit(failed ? 1 : 0);
  }
}
