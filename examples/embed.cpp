// CQL inside a program: a file, a session, a prepared statement, rows.
#include <fmt/format.h>

#include "database/database.h"
#include "types/number.h"
#include "types/value.h"

int main() {
  using namespace cellar;
  try {
    Session session(Database::open("posts.cellar"));
    session.execute(
        "CREATE KEYSPACE IF NOT EXISTS blog WITH replication = {'class': 'SimpleStrategy', "
        "'replication_factor': 1}");
    session.use("blog");
    session.execute(
        "CREATE TABLE IF NOT EXISTS posts (author text, id int, title text, PRIMARY KEY (author, id)) "
        "WITH CLUSTERING ORDER BY (id DESC)");

    const Prepared insert = session.prepare("INSERT INTO posts (author, id, title) VALUES (?, ?, ?)");
    for (int id = 1; id <= 3; ++id) {
      const BoundValue values[] = {{"ann"}, {encode_int32(id)}, {fmt::format("Post {}", id)}};
      session.execute(insert, values);
    }

    Result newest = session.execute("SELECT id, title FROM posts WHERE author = 'ann' LIMIT 2");
    while (const ResultRow* row = newest.next()) {
      for (std::size_t index = 0; index < row->size(); ++index) {
        const ResultColumn& column = newest.columns()[index];
        fmt::print("{} = {}  ", column.name, to_display(column.type, (*row)[index]));
      }
      fmt::print("\n");
    }
  } catch (const Refusal& refusal) {
    fmt::print(stderr, "{}\n", refusal.what());
    return 1;
  }
}
