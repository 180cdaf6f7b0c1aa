import com.datastax.driver.core.BatchStatement;
import com.datastax.driver.core.BoundStatement;
import com.datastax.driver.core.Cluster;
import com.datastax.driver.core.ColumnDefinitions;
import com.datastax.driver.core.ColumnMetadata;
import com.datastax.driver.core.ConsistencyLevel;
import com.datastax.driver.core.DataType;
import com.datastax.driver.core.Duration;
import com.datastax.driver.core.Host;
import com.datastax.driver.core.KeyspaceMetadata;
import com.datastax.driver.core.LocalDate;
import com.datastax.driver.core.MaterializedViewMetadata;
import com.datastax.driver.core.PagingState;
import com.datastax.driver.core.PreparedStatement;
import com.datastax.driver.core.ProtocolOptions;
import com.datastax.driver.core.ProtocolVersion;
import com.datastax.driver.core.QueryTrace;
import com.datastax.driver.core.ResultSet;
import com.datastax.driver.core.ResultSetFuture;
import com.datastax.driver.core.Row;
import com.datastax.driver.core.Session;
import com.datastax.driver.core.SimpleStatement;
import com.datastax.driver.core.SocketOptions;
import com.datastax.driver.core.TableMetadata;
import com.datastax.driver.core.TupleType;
import com.datastax.driver.core.TupleValue;
import com.datastax.driver.core.UDTValue;
import com.datastax.driver.core.UserType;
import com.datastax.driver.core.exceptions.AlreadyExistsException;
import com.datastax.driver.core.exceptions.InvalidConfigurationInQueryException;
import com.datastax.driver.core.exceptions.InvalidQueryException;
import com.datastax.driver.core.exceptions.NoHostAvailableException;
import com.datastax.driver.core.exceptions.ProtocolError;
import com.datastax.driver.core.exceptions.SyntaxError;
import com.datastax.driver.core.policies.ConstantReconnectionPolicy;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;

/** The facts of tests/drivers/README.md through the Java driver 3.11: Facts HOST PORT. */
public class Facts {
  static final String KEYSPACE = "driver_facts";
  static final BufferedReader INPUT = new BufferedReader(new InputStreamReader(System.in));
  static String host;
  static int port;

  interface Body {
    void run(Report r, Session s) throws Exception;
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

  static Session connected(String keyspace) {
    Cluster cluster = Cluster.builder().addContactPoint(host).withPort(port).withoutJMXReporting()
        .withCompression(ProtocolOptions.Compression.LZ4).withReconnectionPolicy(new ConstantReconnectionPolicy(200))
        .withSocketOptions(new SocketOptions().setReadTimeoutMillis(60_000)).build();
    return keyspace == null ? cluster.connect() : cluster.connect(keyspace);
  }

  static boolean until(BooleanSupplier condition) throws InterruptedException {
    for (int waited = 0; waited < 20_000 && !condition.getAsBoolean(); waited += 50) {
      Thread.sleep(50);
    }
    return condition.getAsBoolean();
  }

  static List<List<Object>> rows(ResultSet result) {
    List<List<Object>> all = new ArrayList<>();
    for (Row row : result) {
      List<Object> values = new ArrayList<>();
      for (int column = 0; column < row.getColumnDefinitions().size(); ++column) {
        values.add(row.getObject(column));
      }
      all.add(values);
    }
    return all;
  }

  static List<List<Object>> rows(Session s, String text, Object... values) {
    return rows(s.execute(text, values));
  }

  static List<Object> row(Object... values) {
    List<Object> row = new ArrayList<>();
    for (Object value : values) {
      row.add(value);
    }
    return row;
  }

  /** Runs requests with at most 200 under way. */
  static void inParallel(int count, IntFunction<ResultSetFuture> request) {
    ArrayDeque<ResultSetFuture> underWay = new ArrayDeque<>();
    for (int number = 0; number < count; ++number) {
      if (underWay.size() == 200) {
        underWay.remove().getUninterruptibly();
      }
      underWay.add(request.apply(number));
    }
    underWay.forEach(ResultSetFuture::getUninterruptibly);
  }

  static KeyspaceMetadata metadata(Session s) {
    return s.getCluster().getMetadata().getKeyspace(KEYSPACE);
  }

  static void connect(Report r, Session s) {
    Set<Host> hosts = s.getCluster().getMetadata().getAllHosts();
    r.equal("number of hosts", 1, hosts.size());
    Host one = hosts.iterator().next();
    Row local = s.execute("SELECT * FROM system.local WHERE key = 'local'").one();
    r.equal("protocol", ProtocolVersion.V5, s.getCluster().getConfiguration().getProtocolOptions().getProtocolVersion());
    r.equal("address", host, one.getAddress().getHostAddress());
    r.equal("the host", row("datacenter1", "rack1", "5.0.9"), row(one.getDatacenter(), one.getRack(), one.getCassandraVersion().toString()));
    r.equal("host id", local.getUUID("host_id"), one.getHostId());
    r.equal("the host is up", true, one.isUp());
    r.equal("cluster name", local.getString("cluster_name"), s.getCluster().getMetadata().getClusterName());
    r.equal("tokens", true, !one.getTokens().isEmpty());
    r.equal("rows of system.peers", 0, s.execute("SELECT * FROM system.peers").all().size());
  }

  static void schema(Report r, Session s) {
    s.execute("CREATE TYPE address (street text, zip int, tags frozen<set<text>>)");
    s.execute("CREATE TABLE readings (site text, day date, at timestamp, value double, note text, home frozen<address>, unit text,"
        + " PRIMARY KEY ((site, day), at)) WITH CLUSTERING ORDER BY (at DESC) AND comment = 'a table''s comment'");
    s.execute("CREATE INDEX readings_by_note ON readings (note)");
    s.execute("CREATE MATERIALIZED VIEW readings_by_value AS SELECT * FROM readings WHERE site IS NOT NULL AND day IS NOT NULL"
        + " AND at IS NOT NULL AND value IS NOT NULL PRIMARY KEY (site, value, day, at)");
    s.execute("CREATE TABLE statics (p int, c int, s text static, PRIMARY KEY (p, c))");
    KeyspaceMetadata keyspace = metadata(s);
    r.equal("replication", "1", keyspace.getReplication().get("replication_factor"));
    r.equal("fields", List.of("street", "zip", "tags"), List.copyOf(keyspace.getUserType("address").getFieldNames()));
    TableMetadata table = keyspace.getTable("readings");
    r.equal("partition key", List.of("site", "day"), table.getPartitionKey().stream().map(ColumnMetadata::getName).toList());
    r.equal("clustering key", List.of("at"), table.getClusteringColumns().stream().map(ColumnMetadata::getName).toList());
    r.equal("clustering order", "[DESC]", table.getClusteringOrder().toString());
    r.equal("columns", List.of("at", "day", "home", "note", "site", "unit", "value"),
        table.getColumns().stream().map(ColumnMetadata::getName).sorted().toList());
    r.equal("type of a column", DataType.cdouble(), table.getColumn("value").getType());
    r.equal("comment", "a table's comment", table.getOptions().getComment());
    r.equal("index", "note", table.getIndex("readings_by_note").getTarget());
    MaterializedViewMetadata view = keyspace.getMaterializedView("readings_by_value");
    r.equal("table of the view", "readings", view.getBaseTable().getName());
    r.equal("static columns", true, keyspace.getTable("statics").getColumn("s").isStatic());
    r.equal("the table in its own CREATE", true, table.exportAsString().contains("CREATE TABLE driver_facts.readings"));
  }

  static void types(Report r, Session s) throws Exception {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("ascii", "plain");
    values.put("bigint", Long.MIN_VALUE);
    values.put("blob", ByteBuffer.wrap(new byte[] {0, 1, 127, -128, -1}));
    values.put("boolean", true);
    values.put("date", LocalDate.fromYearMonthDay(1969, 7, 20));
    values.put("decimal", new BigDecimal("-123456789.000000000987654321"));
    values.put("double", Double.MAX_VALUE);
    values.put("duration", Duration.newInstance(-14, -3, -1234567890));
    values.put("float", -0.5f);
    values.put("inet", InetAddress.getByName("2001:db8::1"));
    values.put("int", Integer.MIN_VALUE);
    values.put("smallint", Short.MIN_VALUE);
    values.put("text", "tëxt 漢字 \uD83D\uDE00");
    values.put("time", 86_399_999_999_999L);
    values.put("timestamp", new Date(-1));
    values.put("timeuuid", UUID.fromString("f47ac10b-58cc-1372-8567-0e02b2c3d479"));
    values.put("tinyint", Byte.MIN_VALUE);
    values.put("uuid", UUID.fromString("f47ac10b-58cc-4372-a567-0e02b2c3d479"));
    values.put("varchar", "");
    values.put("varint", BigInteger.TWO.pow(130).negate());
    List<String> names = new ArrayList<>(values.keySet());
    s.execute("CREATE TABLE types (id int PRIMARY KEY, " + String.join(", ", names.stream().map(name -> "c_" + name + " " + name).toList()) + ")");
    String columns = String.join(", ", names.stream().map(name -> "c_" + name).toList());
    PreparedStatement insert = s.prepare("INSERT INTO types (id, " + columns + ") VALUES (?" + ", ?".repeat(names.size()) + ")");
    List<Object> bound = row(1);
    bound.addAll(values.values());
    s.execute(insert.bind(bound.toArray()));
    Row got = s.execute(s.prepare("SELECT " + columns + " FROM types WHERE id = ?").bind(1)).one();
    for (String name : names) {
      r.equal(name, values.get(name), got.getObject("c_" + name));
      if (!name.equals("duration")) {
        PreparedStatement filter = s.prepare("SELECT id FROM types WHERE id = 1 AND c_" + name + " = ? ALLOW FILTERING");
        r.equal("a filter by " + name, 1, s.execute(filter.bind(values.get(name))).all().size());
      }
    }
  }

  static void nulls(Report r, Session s) {
    s.execute("CREATE TABLE nulls (id int PRIMARY KEY, a int, b text, c int)");
    PreparedStatement insert = s.prepare("INSERT INTO nulls (id, a, b, c) VALUES (?, ?, ?, ?)");
    s.execute(insert.bind(1, 1, "b", 3));
    BoundStatement unset = insert.bind().setInt(0, 1).setToNull(1).setString(2, "");  // the last one is unset
    s.execute(unset);
    r.equal("null deletes, unset leaves", List.of(row(null, "", 3)), rows(s, "SELECT a, b, c FROM nulls WHERE id = 1"));
    r.refused("an unset key", InvalidQueryException.class, () -> s.execute(insert.bind().setInt(1, 1)));
    r.refused("a null key", InvalidQueryException.class, () -> s.execute(insert.bind(null, 1, "b", 3)));
  }

  static void collections(Report r, Session s) {
    s.execute("CREATE TABLE collections (id int PRIMARY KEY, l list<int>, s set<text>, m map<text, int>,"
        + " f frozen<map<text, frozen<list<int>>>>, e list<text>)");
    s.execute(s.prepare("INSERT INTO collections (id, l, s, m, f, e) VALUES (?, ?, ?, ?, ?, ?)").bind(1, List.of(3, 1, 2, 1), Set.of("b", "a"),
        Map.of("y", 2, "x", 1), Map.of("k", List.of(1, 2), "e", List.of()), List.of()));
    PreparedStatement read = s.prepare("SELECT l, s, m, f, e FROM collections WHERE id = ?");
    r.equal("as written", List.of(row(List.of(3, 1, 2, 1), Set.of("a", "b"), Map.of("x", 1, "y", 2), Map.of("k", List.of(1, 2), "e", List.of()), List.of())),
        rows(s.execute(read.bind(1))));
    s.execute(s.prepare("UPDATE collections SET l = l + ? WHERE id = 1").bind(List.of(9)));
    s.execute(s.prepare("UPDATE collections SET l[0] = ? WHERE id = 1").bind(7));
    s.execute(s.prepare("UPDATE collections SET s = s - ? WHERE id = 1").bind(Set.of("a")));
    s.execute(s.prepare("UPDATE collections SET m[?] = ? WHERE id = 1").bind("z", 3));
    s.execute(s.prepare("DELETE m[?] FROM collections WHERE id = 1").bind("x"));
    r.equal("after changes", row(List.of(7, 1, 2, 1, 9), Set.of("b"), Map.of("y", 2, "z", 3)), rows(s.execute(read.bind(1))).get(0).subList(0, 3));
    r.equal("an element", List.of(row(3)), rows(s.execute(s.prepare("SELECT m[?] FROM collections WHERE id = 1").bind("z"))));
  }

  static void userTypes(Report r, Session s) throws InterruptedException {
    s.execute("CREATE TYPE point (x int, y double, labels frozen<list<text>>)");
    s.execute("CREATE TABLE shapes (id int PRIMARY KEY, origin point, corners list<frozen<point>>, named map<text, frozen<point>>)");
    UserType type = metadata(s).getUserType("point");
    UDTValue first = type.newValue().setInt("x", 1).setDouble("y", 0.5).setList("labels", List.of("a", "b"));
    UDTValue second = type.newValue().setToNull("x").setDouble("y", -2).setToNull("labels");
    s.execute(s.prepare("INSERT INTO shapes (id, origin, corners, named) VALUES (?, ?, ?, ?)").bind(1, first, List.of(first, second), Map.of("n", second)));
    Row got = s.execute("SELECT origin, corners, named FROM shapes WHERE id = 1").one();
    r.equal("user types", row(first, List.of(first, second), Map.of("n", second)), row(got.getUDTValue(0), got.getObject(1), got.getObject(2)));
    s.execute(s.prepare("UPDATE shapes SET origin.y = ? WHERE id = 1").bind(7.5));
    r.equal("fields", List.of(row(1, 7.5)), rows(s, "SELECT origin.x, origin.y FROM shapes WHERE id = 1"));
    s.execute("ALTER TYPE point ADD z int");
    r.equal("a new field", true, until(() -> metadata(s).getUserType("point").contains("z")));
    r.equal("it is null", true, s.execute("SELECT origin FROM shapes WHERE id = 1").one().getUDTValue(0).isNull("z"));
  }

  static void tuples(Report r, Session s) {
    s.execute("CREATE TABLE tuples (id int PRIMARY KEY, t tuple<int, text, frozen<list<double>>>)");
    TupleType type = s.getCluster().getMetadata().newTupleType(DataType.cint(), DataType.text(), DataType.frozenList(DataType.cdouble()));
    TupleValue full = type.newValue(1, "a", List.of(0.5));
    TupleValue withNulls = type.newValue(null, "", null);
    PreparedStatement insert = s.prepare("INSERT INTO tuples (id, t) VALUES (?, ?)");
    s.execute(insert.bind(1, full));
    s.execute(insert.bind(2, withNulls));
    r.equal("a tuple", full, s.execute("SELECT t FROM tuples WHERE id = 1").one().getTupleValue(0));
    TupleValue read = s.execute("SELECT t FROM tuples WHERE id = 2").one().getTupleValue(0);
    r.equal("nulls in a tuple", row(true, "", true), row(read.isNull(0), read.getString(1), read.isNull(2)));
    s.execute("CREATE TABLE pairs (p int, a int, b int, PRIMARY KEY (p, a, b))");
    for (int[] pair : new int[][] {{1, 1}, {1, 2}, {2, 1}}) {
      s.execute("INSERT INTO pairs (p, a, b) VALUES (1, ?, ?)", pair[0], pair[1]);
    }
    TupleType ints = s.getCluster().getMetadata().newTupleType(DataType.cint(), DataType.cint());
    r.equal("a tuple as a value", List.of(row(1, 2), row(2, 1)),
        rows(s.execute(s.prepare("SELECT a, b FROM pairs WHERE p = 1 AND (a, b) > ?").bind(ints.newValue(1, 1)))));
    r.equal("a list of tuples as a value", List.of(row(1, 1), row(2, 1)),
        rows(s.execute(s.prepare("SELECT a, b FROM pairs WHERE p = 1 AND (a, b) IN ?").bind(List.of(ints.newValue(2, 1), ints.newValue(1, 1))))));
  }

  static void batches(Report r, Session s) {
    s.execute("CREATE TABLE batches (p int, c int, v text, PRIMARY KEY (p, c))");
    s.execute("CREATE TABLE batch_counters (p int PRIMARY KEY, n counter)");
    PreparedStatement insert = s.prepare("INSERT INTO batches (p, c, v) VALUES (?, ?, ?)");
    PreparedStatement add = s.prepare("UPDATE batch_counters SET n = n + ? WHERE p = ?");
    BatchStatement logged = new BatchStatement();
    for (int number = 0; number < 100; ++number) {
      logged.add(insert.bind(1, number, "v" + number));
    }
    logged.add(new SimpleStatement("INSERT INTO batches (p, c, v) VALUES (1, 100, 'it''s text')"));
    logged.add(new SimpleStatement("DELETE FROM batches WHERE p = ? AND c = ?", 1, 0));
    s.execute(logged);
    List<List<Object>> got = rows(s, "SELECT c, v FROM batches WHERE p = 1");
    r.equal("prepared and text, mixed", row(100, row(100, "it's text")), row(got.size(), got.get(got.size() - 1)));
    BatchStatement unlogged = new BatchStatement(BatchStatement.Type.UNLOGGED);
    for (int number = 10; number < 60; ++number) {
      unlogged.add(insert.bind(number, 0, "u"));
    }
    s.execute(unlogged);
    r.equal("rows of an unlogged batch", List.of(row(50L)), rows(s, "SELECT count(*) FROM batches WHERE v = 'u' ALLOW FILTERING"));
    BatchStatement counted = new BatchStatement(BatchStatement.Type.COUNTER);
    for (long number = 0; number < 10; ++number) {
      counted.add(add.bind(number, 1));
    }
    s.execute(counted);
    r.equal("a counter batch", List.of(row(45L)), rows(s, "SELECT n FROM batch_counters WHERE p = 1"));
    BatchStatement mixed = new BatchStatement().add(insert.bind(2, 1, "a")).add(add.bind(1L, 1));
    r.refused("counters in a logged batch", InvalidQueryException.class, () -> s.execute(mixed));
    r.equal("nothing of the refused batch", 0, s.execute("SELECT c FROM batches WHERE p = 2").all().size());
  }

  static void paging(Report r, Session s) {
    s.execute("CREATE TABLE pages (p int, c int, v text, PRIMARY KEY (p, c))");
    PreparedStatement insert = s.prepare("INSERT INTO pages (p, c, v) VALUES (?, ?, ?)");
    inParallel(100_000, number -> s.executeAsync(insert.bind(number / 1000, number % 1000, "value " + number)));
    Set<Integer> seen = new HashSet<>();
    int wrong = 0;
    for (Row row : s.execute(new SimpleStatement("SELECT p, c, v FROM pages").setFetchSize(5000))) {
      int number = row.getInt(0) * 1000 + row.getInt(1);
      seen.add(number);
      wrong += row.getString(2).equals("value " + number) ? 0 : 1;
    }
    r.equal("rows of 100,000", row(100_000, 0), row(seen.size(), wrong));
    ResultSet page = s.execute(s.prepare("SELECT c FROM pages WHERE p = ?").bind(7).setFetchSize(100));
    r.equal("no page has more rows than asked", 100, page.getAvailableWithoutFetching());
    List<Integer> partition = new ArrayList<>();
    page.forEach(row -> partition.add(row.getInt(0)));
    List<Integer> expected = new ArrayList<>();
    for (int number = 0; number < 1000; ++number) {
      expected.add(number);
    }
    r.equal("rows of a partition in their order", expected, partition);
  }

  static void pagingState(Report r, Session s) {
    SimpleStatement read = new SimpleStatement("SELECT c FROM driver_facts.pages WHERE p = 8");
    String state = s.execute(read.setFetchSize(300)).getExecutionInfo().getPagingState().toString();
    Session other = connected(null);
    ResultSet second = other.execute(new SimpleStatement("SELECT c FROM driver_facts.pages WHERE p = 8").setFetchSize(300)
        .setPagingState(PagingState.fromString(state)));
    r.equal("a page of another session", row(300, 300), row(second.one().getInt(0), second.getAvailableWithoutFetching() + 1));
    r.refused("a state that is none", ProtocolError.class,
        () -> other.execute(new SimpleStatement("SELECT c FROM driver_facts.pages WHERE p = 8").setFetchSize(300).setPagingStateUnsafe(new byte[] {1, 2, 3})));
    other.getCluster().close();
  }

  static void lightweightTransactions(Report r, Session s) {
    s.execute("CREATE TABLE users (id int PRIMARY KEY, name text, age int)");
    PreparedStatement insert = s.prepare("INSERT INTO users (id, name, age) VALUES (?, ?, ?) IF NOT EXISTS");
    r.equal("the first INSERT", true, s.execute(insert.bind(1, "ann", 30)).wasApplied());
    r.equal("the second INSERT", List.of(row(false, 1, 30, "ann")), rows(s.execute(insert.bind(1, "bob", 40))));
    PreparedStatement update = s.prepare("UPDATE users SET age = ? WHERE id = ? IF age = ?");
    r.equal("a condition that fails", List.of(row(false, 30)), rows(s.execute(update.bind(31, 1, 29))));
    r.equal("a condition that holds", List.of(row(true)), rows(s.execute(update.bind(31, 1, 30))));
    r.equal("UPDATE IF EXISTS of nothing", List.of(row(false)), rows(s, "UPDATE users SET age = 1 WHERE id = 9 IF EXISTS"));
    r.equal("DELETE IF", List.of(row(true)),
        rows(s.execute(s.prepare("DELETE FROM users WHERE id = ? IF name IN ?").bind(1, List.of("ann", "eve")))));
    s.execute("CREATE TABLE seats (show int, seat int, holder text, PRIMARY KEY (show, seat))");
    PreparedStatement claim = s.prepare("INSERT INTO seats (show, seat, holder) VALUES (?, ?, ?) IF NOT EXISTS");
    for (boolean expected : new boolean[] {true, false}) {
      BatchStatement batch = new BatchStatement().add(claim.bind(1, 1, "ann")).add(claim.bind(1, 2, "ann"));
      r.equal("a conditional batch", expected, s.execute(batch).wasApplied());
    }
    SimpleStatement serial = new SimpleStatement("SELECT holder FROM seats WHERE show = 1 AND seat = 2");
    r.equal("a serial read", "ann", s.execute(serial.setConsistencyLevel(ConsistencyLevel.SERIAL)).one().getString(0));
  }

  static void counters(Report r, Session s) {
    s.execute("CREATE TABLE counters (p int, c text, hits counter, misses counter, PRIMARY KEY (p, c))");
    PreparedStatement update = s.prepare("UPDATE counters SET hits = hits + ?, misses = misses - ? WHERE p = ? AND c = ?");
    inParallel(100, number -> s.executeAsync(update.bind(1L, 2L, 1, "a")));
    r.equal("counters", List.of(row(100L, -200L)), rows(s, "SELECT hits, misses FROM counters WHERE p = 1"));
    r.refused("an INSERT", InvalidQueryException.class, () -> s.execute("INSERT INTO counters (p, c, hits) VALUES (1, 'a', 1)"));
  }

  static void errors(Report r, Session s) {
    r.refused("wrong syntax", SyntaxError.class, () -> s.execute("SELEC * FROM users"));
    r.refused("no such table", InvalidQueryException.class, () -> s.execute("SELECT * FROM nosuch"));
    r.refused("no such column", InvalidQueryException.class, () -> s.execute("SELECT nosuch FROM users"));
    r.refused("PREPARE of a wrong statement", InvalidQueryException.class, () -> s.prepare("SELECT * FROM users WHERE nosuch = ?"));
    r.refused("a read that needs ALLOW FILTERING", InvalidQueryException.class, () -> s.execute("SELECT * FROM users WHERE age = 1"));
    AlreadyExistsException table = r.refused("a table twice", AlreadyExistsException.class, () -> s.execute("CREATE TABLE users (id int PRIMARY KEY)"));
    r.equal("what exists", row(KEYSPACE, "users"), row(table.getKeyspace(), table.getTable()));
    r.refused("a keyspace twice", AlreadyExistsException.class,
        () -> s.execute("CREATE KEYSPACE driver_facts WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}"));
    r.refused("a wrong option", InvalidConfigurationInQueryException.class,
        () -> s.execute("CREATE TABLE other (id int PRIMARY KEY) WITH compaction = {'class': 'NoSuchStrategy'}"));
    r.refused("a value of another type", InvalidQueryException.class, () -> s.execute("INSERT INTO users (id, age) VALUES (1, 'x')"));
    r.equal("the session goes on", 1, s.execute("SELECT key FROM system.local").all().size());
  }

  static void warnings(Report r, Session s) {
    List<String> found = s.execute("SELECT count(*) FROM users").getExecutionInfo().getWarnings();
    r.equal("a warning", true, found.size() == 1 && found.get(0).toLowerCase().contains("aggregation query used without partition key"));
    r.equal("no warning", List.of(), s.execute("SELECT * FROM users WHERE id = 1").getExecutionInfo().getWarnings());
  }

  static void tracing(Report r, Session s) {
    BoundStatement read = s.prepare("SELECT * FROM users WHERE id = ?").bind(1);
    read.enableTracing();
    QueryTrace trace = s.execute(read).getExecutionInfo().getQueryTrace();
    r.equal("the request", "Execute CQL3 prepared query", trace.getRequestType());
    r.equal("the coordinator", host, trace.getCoordinator().getHostAddress());
    r.equal("its events", true, trace.getEvents().size() > 1);
  }

  static void times(Report r, Session s) {
    s.execute("CREATE TABLE times (id int PRIMARY KEY, v text)");
    s.execute(s.prepare("INSERT INTO times (id, v) VALUES (?, ?) USING TIMESTAMP ? AND TTL ?").bind(1, "a", 1234567890123456L, 1000));
    Row row = s.execute("SELECT writetime(v), ttl(v) FROM times WHERE id = 1").one();
    r.equal("timestamp and time to live", row(1234567890123456L, true), row(row.getLong(0), row.getInt(1) > 0 && row.getInt(1) <= 1000));
    s.execute(s.prepare("UPDATE times SET v = ? WHERE id = 2").bind("b").setDefaultTimestamp(2234567890123456L));
    r.equal("the timestamp of a request", List.of(row(2234567890123456L)), rows(s, "SELECT writetime(v) FROM times WHERE id = 2"));
  }

  static void keyspaces(Report r, Session s) {
    s.execute("CREATE KEYSPACE driver_facts_3 WITH replication = {'class': 'NetworkTopologyStrategy', 'datacenter1': 1}");
    s.execute("CREATE TABLE driver_facts_3.users (id int PRIMARY KEY, second text)");
    s.execute("INSERT INTO driver_facts_3.users (id, second) VALUES (1, 'second')");
    Session other = connected("driver_facts_3");
    PreparedStatement read = other.prepare("SELECT second FROM users WHERE id = ?");
    r.equal("the keyspace of the session", List.of(row("second")), rows(other.execute(read.bind(1))));
    r.refused("a column of the other keyspace's table", InvalidQueryException.class, () -> s.execute("SELECT second FROM users"));
    other.getCluster().close();
    s.execute("DROP KEYSPACE driver_facts_3");
    r.refused("no session for a dropped keyspace", InvalidQueryException.class, () -> connected("driver_facts_3"));
  }

  static void names(Report r, Session s) {
    s.execute("INSERT INTO users (id, name, age) VALUES (?, ?, ?)", 5, "eve", 50);
    BoundStatement named = s.prepare("SELECT id FROM users WHERE id = :wanted LIMIT :most").bind().setInt("most", 2).setInt("wanted", 5);
    r.equal("named values", List.of(row(5)), rows(s.execute(named)));
    r.equal("IN ? LIMIT ?", List.of(row(5)), rows(s.execute(s.prepare("SELECT id FROM users WHERE id IN ? LIMIT ?").bind(List.of(5, 6, 7), 2))));
    ResultSet result = s.execute("SELECT count(*), max(age), cast(age AS text), ttl(name), age AS \"My Age\" FROM users WHERE id = 5");
    r.equal("names of columns", List.of("count", "system.max(age)", "cast(age as text)", "ttl(name)", "My Age"),
        result.getColumnDefinitions().asList().stream().map(ColumnDefinitions.Definition::getName).toList());
  }

  static void events(Report r, Session s) throws InterruptedException {
    Session watcher = connected(KEYSPACE);
    s.execute("CREATE TABLE watched (id int PRIMARY KEY)");
    r.equal("CREATE TABLE", true, until(() -> metadata(watcher).getTable("watched") != null));
    s.execute("ALTER TABLE watched ADD extra text");
    r.equal("ALTER TABLE", true, until(() -> metadata(watcher).getTable("watched").getColumn("extra") != null));
    s.execute("CREATE TYPE watched_type (a int)");
    r.equal("CREATE TYPE", true, until(() -> metadata(watcher).getUserType("watched_type") != null));
    s.execute("DROP TABLE watched");
    r.equal("DROP TABLE", true, until(() -> metadata(watcher).getTable("watched") == null));
    watcher.getCluster().close();
  }

  static void alterPrepared(Report r, Session s) {
    s.execute("CREATE TABLE altered (id int PRIMARY KEY, a int)");
    PreparedStatement insert = s.prepare("INSERT INTO altered (id, a) VALUES (?, ?)");
    PreparedStatement read = s.prepare("SELECT id, a FROM altered WHERE id = ?");
    s.execute(insert.bind(1, 10));
    r.equal("before", List.of(row(1, 10)), rows(s.execute(read.bind(1))));
    s.execute("ALTER TABLE altered ADD b text");
    s.execute(insert.bind(2, 20));
    r.equal("after ADD", List.of(row(2, 20)), rows(s.execute(read.bind(2))));
    r.equal("all columns", List.of(row(2, 20, null)), rows(s, "SELECT * FROM altered WHERE id = 2"));
    s.execute("ALTER TABLE altered DROP a");
    // The driver looks for another host when a statement cannot be prepared again.
    r.refused("a statement that names the dropped column", NoHostAvailableException.class, () -> s.execute(insert.bind(3, 30)));
  }

  static void alterPaged(Report r, Session s) {
    s.execute("CREATE TABLE altered_pages (p int, c int, v int, PRIMARY KEY (p, c))");
    for (int number = 0; number < 20; ++number) {
      s.execute("INSERT INTO altered_pages (p, c, v) VALUES (1, ?, ?)", number, number);
    }
    List<Integer> seen = new ArrayList<>();
    String written = "";
    PagingState state = null;
    for (int page = 0; page < 3; ++page) {
      SimpleStatement read = new SimpleStatement("SELECT * FROM altered_pages WHERE p = 1");
      ResultSet result = s.execute(read.setFetchSize(8).setPagingState(state));
      state = result.getExecutionInfo().getPagingState();
      for (int left = result.getAvailableWithoutFetching(); left > 0; --left) {
        Row row = result.one();
        seen.add(row.getInt("c"));
        written += page > 0 && !row.isNull("w") ? row.getInt("c") + row.getString("w") : "";
      }
      if (page == 0) {
        s.execute("ALTER TABLE altered_pages ADD w text");
        s.execute("UPDATE altered_pages SET w = 'w' WHERE p = 1 AND c = 9");
      }
    }
    List<Integer> expected = new ArrayList<>();
    for (int number = 0; number < 20; ++number) {
      expected.add(number);
    }
    r.equal("rows of three pages", row(expected, "9w", null), row(seen, written, state));
  }

  static void concurrency(Report r, Session s) {
    s.execute("CREATE TABLE flights (id int PRIMARY KEY, v int)");
    PreparedStatement insert = s.prepare("INSERT INTO flights (id, v) VALUES (?, ?)");
    inParallel(2000, number -> s.executeAsync(insert.bind(number, number * 7)));
    PreparedStatement read = s.prepare("SELECT v FROM flights WHERE id = ?");
    List<ResultSetFuture> answers = new ArrayList<>();
    inParallel(2000, number -> {
      answers.add(s.executeAsync(read.bind(number)));
      return answers.get(number);
    });
    Set<Integer> wrong = new TreeSet<>();
    for (int number = 0; number < 2000; ++number) {
      if (answers.get(number).getUninterruptibly().one().getInt(0) != number * 7) {
        wrong.add(number);
      }
    }
    r.equal("answers of other requests", Set.of(), wrong);
  }

  static void restart(Report r, Session s) throws Exception {
    PreparedStatement insert = s.prepare("INSERT INTO users (id, name, age) VALUES (?, ?, ?)");
    PreparedStatement read = s.prepare("SELECT name FROM users WHERE id = ?");
    s.execute(insert.bind(100, "before", 1));
    System.out.println("restart");
    String line = INPUT.readLine();
    if (line == null || !line.equals("restarted")) {
      r.skipped = true;
      return;
    }
    r.equal("it connects again", true, until(() -> {
      try {
        return s.execute(read.bind(100)).one() != null;
      } catch (RuntimeException notYet) {
        return false;
      }
    }));
    r.equal("a prepared SELECT after the restart", "before", s.execute(read.bind(100)).one().getString(0));
    s.execute(insert.bind(101, "after", 2));
    r.equal("a row after the restart", "after", s.execute(read.bind(101)).one().getString(0));
  }

  /** Runs one fact, and returns its outcome. */
  static String outcome(String name, Body body, Session s) {
    Report r = new Report(name);
    try {
      body.run(r, s);
    } catch (Exception failure) {  // a fact that breaks is a fact that fails
      r.equal("the run", "no error", failure.toString());
    }
    return r.failed ? "failed" : r.skipped ? "skipped" : "ok";
  }

  static Session begin() {
    Session s = connected(null);
    for (String name : List.of(KEYSPACE, "driver_facts_2", "driver_facts_3")) {
      s.execute("DROP KEYSPACE IF EXISTS " + name);
    }
    s.execute("CREATE KEYSPACE driver_facts WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
    s.getCluster().close();
    return connected(KEYSPACE);
  }

  public static void main(String[] arguments) {
    host = arguments[0];
    port = Integer.parseInt(arguments[1]);
    Map<String, Body> facts = new LinkedHashMap<>();
    facts.put("connect", Facts::connect);
    facts.put("schema", Facts::schema);
    facts.put("types", Facts::types);
    facts.put("nulls", Facts::nulls);
    facts.put("collections", Facts::collections);
    facts.put("user-types", Facts::userTypes);
    facts.put("tuples", Facts::tuples);
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
    Session s = begin();
    boolean failed = false;
    for (Map.Entry<String, Body> fact : facts.entrySet()) {
      String outcome = outcome(fact.getKey(), fact.getValue(), s);
      failed |= outcome.equals("failed");
      System.out.println(outcome + " " + fact.getKey());
    }
    s.execute("DROP KEYSPACE driver_facts");
    s.getCluster().close();
    System.exit(failed ? 1 : 0);
  }
}
