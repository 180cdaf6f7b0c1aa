// Pages: by rows, by bytes, by other connections, from states that are none.
#include <catch2/catch.hpp>

#include "memory_client.h"

namespace cellar::test {

namespace {

Answer ask_page(TestClient& client, std::string_view text, std::int32_t size, const std::string& state = {}) {
  QueryParameters parameters;
  parameters.page_size = size;
  if (!state.empty()) parameters.paging_state = state;
  return client.ask(QueryRequest{text, parameters});
}

void fill_wide(TestClient& client, int rows, std::size_t length) {
  client.run({"CREATE TABLE k.t (k int, c int, v text, PRIMARY KEY (k, c))"});
  for (int row = 0; row < rows; ++row) {
    client.query("INSERT INTO k.t (k, c, v) VALUES (1, ?, ?)",
                 {int_value(row), text_value(std::string(length, 'x'))});
  }
}

}  // namespace

TEST_CASE("a result comes in pages, to whichever connection asks for the next") {
  for (const ProtocolVersion version : kVersions) {
    ServerFixture server;
    MemoryClient first(server.state, version);
    MemoryClient second(server.state, version);
    fill_wide(first, 10, 1);
    Rows all;
    std::string state;
    int pages = 0;
    do {
      const Answer page = ask_page(pages % 2 == 0 ? first : second, "SELECT c FROM k.t", 3, state);
      const Rows rows = page.rows();
      CHECK(rows.size() <= 3);
      CHECK_FALSE(rows.empty());
      all.insert(all.end(), rows.begin(), rows.end());
      state = page.paging_state();
      ++pages;
    } while (!state.empty());
    CHECK(all == first.rows("SELECT c FROM k.t"));
    CHECK(pages == 4);
    // A page that holds the last row tells so, or is followed by one without rows: never a state without rows.
    CHECK(ask_page(first, "SELECT c FROM k.t", 11).paging_state().empty());
    CHECK(ask_page(first, "SELECT c FROM k.t WHERE k = 2", 5).paging_state().empty());
  }
}

TEST_CASE("a page ends with the row that makes it too long") {
  ServerLimits limits;
  limits.page_bytes = 10'000;
  ClientFixture server(ProtocolVersion::v5, with_limits(limits));
  fill_wide(server.client, 12, 3'000);
  const Answer page = ask_page(server.client, "SELECT v FROM t WHERE k = 1", 5'000);
  CHECK(page.rows().size() == 4);
  CHECK_FALSE(page.paging_state().empty());
  CHECK(ask_page(server.client, "SELECT v FROM t WHERE k = 1", 5'000, page.paging_state()).rows().size() ==
        4);
  CHECK(server.client.query("SELECT v FROM t WHERE k = 1").rows().size() == 12);
}

TEST_CASE("a result without pages has a bound") {
  ServerLimits limits;
  limits.result_bytes = 20'000;
  ClientFixture server(ProtocolVersion::v5, with_limits(limits));
  fill_wide(server.client, 12, 3'000);
  const Answer refused = server.client.query("SELECT v FROM t WHERE k = 1");
  CHECK(kind_of(refused) == "error 2200");
  CHECK(refused.summary().find("E531") != std::string::npos);
  CHECK(ask_page(server.client, "SELECT v FROM t WHERE k = 1", 4).rows().size() == 4);
}

TEST_CASE("a page size of 0, a negative one, and a state that is none") {
  for (const ProtocolVersion version : kVersions) {
    ClientFixture server(version);
    fill_wide(server.client, 3, 1);
    CHECK(kind_of(ask_page(server.client, "SELECT c FROM t", 0)) == "error 000a");
    CHECK(ask_page(server.client, "SELECT c FROM t", -5).rows() == Rows{"0", "1", "2"});
    const std::string state = ask_page(server.client, "SELECT c FROM t", 1).paging_state();
    const std::string garbage[] = {"x",         "garbage",       std::string(1'000, '\0'),
                                   state + "x", state.substr(1), std::string(100'000, '\xff')};
    const auto ends_well = [&](std::string_view statement, const std::string& text) {
      const Answer answer = ask_page(server.client, statement, 1, text);
      if (answer.is_error()) return kind_of(answer) == "error 2200" || kind_of(answer) == "error 000a";
      return answer.rows().size() <= 1;
    };
    for (const std::string& text : garbage) CHECK(ends_well("SELECT c FROM t", text));
    for (std::size_t place = 0; place < state.size(); ++place) {
      std::string damaged = state;
      damaged[place] = static_cast<char>(damaged[place] ^ 0x15);
      CHECK(ends_well("SELECT c FROM t", damaged));
      CHECK(ends_well("SELECT key FROM system.local", damaged));
    }
    QueryParameters without_bytes;
    without_bytes.page_size = 1;
    without_bytes.paging_state = std::string_view();
    CHECK(kind_of(server.client.ask(QueryRequest{"SELECT c FROM t", without_bytes})) == "error 000a");
    CHECK(ask_page(server.client, "SELECT c FROM t", 1, state).rows() == Rows{"1"});
  }
}

TEST_CASE("pages of system tables go on, too") {
  ClientFixture server;
  Rows all;
  std::string state;
  do {
    const Answer page =
        ask_page(server.client, "SELECT keyspace_name, table_name FROM system_schema.tables", 7, state);
    const Rows rows = page.rows();
    all.insert(all.end(), rows.begin(), rows.end());
    state = page.paging_state();
  } while (!state.empty());
  CHECK(all == server.client.rows("SELECT keyspace_name, table_name FROM system_schema.tables"));
}

}  // namespace cellar::test
