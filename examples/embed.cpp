// CQL inside a program: a file, a session, a prepared statement, rows.
#include <cstdint>
#include <iostream>
#include <optional>
#include <set>
#include <string>

#include "database/database.h"

int main() {
  using namespace cellar;
  try {
    const Database database = Database::open("posts.cellar");
    Session session(database);
    session.execute(
        "CREATE KEYSPACE IF NOT EXISTS blog WITH replication = {'class': 'SimpleStrategy', "
        "'replication_factor': 1}");
    session.use("blog");
    session.execute(
        "CREATE TABLE IF NOT EXISTS posts (author text, id int, title text, tags set<text>, rating double, "
        "PRIMARY KEY (author, id)) WITH CLUSTERING ORDER BY (id DESC)");

    // Values of C++ are bound in the order of the markers, or by name. A marker without a value is unset.
    const Prepared insert =
        session.prepare("INSERT INTO posts (author, id, title, tags, rating) VALUES (?, ?, ?, ?, ?)");
    session.begin_group();  // these become durable together
    for (int id = 1; id <= 3; ++id) {
      session.execute(insert, "ann", id, "Post " + std::to_string(id), std::set<std::string>{"cql", "c++"},
                      std::nullopt);
    }
    session.execute(insert, named("author", "ann"), named("id", 4), named("rating", 4.5));
    session.commit_group();

    const Prepared newest =
        session.prepare("SELECT id, title, tags, rating FROM posts WHERE author = ? LIMIT 2");
    Result result = session.execute(newest, "ann");
    while (const ResultRow* row = result.next()) {
      std::cout << row->get<std::int32_t>("id") << ": "
                << row->get<std::optional<std::string>>("title").value_or("(no title)") << ", "
                << row->get<std::set<std::string>>("tags").size() << " tags";
      if (const auto rating = row->get<std::optional<double>>("rating")) std::cout << ", rated " << *rating;
      std::cout << "\n";
    }
  } catch (const Refusal& refusal) {
    std::cerr << refusal.what() << "\n";
    return 1;
  }
}
