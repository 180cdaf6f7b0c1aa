// A class: whose database answers, how many may come, what is kept.
#include "web/notebook/classroom.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <set>

#include "class_world.h"

using namespace cellar;
using namespace cellar::test;
using nlohmann::json;

namespace {

const std::string kCount = "SELECT count(*) FROM posts WHERE author = 'ann'";

}  // namespace

TEST_CASE("each visitor has a database of their own, and the code word is the only way to it") {
  const ClassWorld world({.students = 3});
  const std::string ann = world.enter(), ben = world.enter();
  CHECK(is_code_word(ann));
  CHECK(ann != ben);
  world.answer(ann, "EXAMPLES");
  CHECK(world.answer(ann, kCount)["rows"] == json::parse("[[3]]"));
  CHECK(world.answer(ben, "SELECT * FROM examples.posts WHERE author = 'ann'")["outcome"] == "refused");
  CHECK(json::parse(world.send("/start", ann).body)["keyspace"] == "examples");
  for (const char* const target : {"/answer", "/split", "/complete", "/start"}) {
    for (const char* const code : {"bakuni-rotemi", "../../etc/passwd", "..", "bakuni-rotemi.cellar", "a"}) {
      INFO(target << " " << code);
      CHECK(world.send(target, code, {{"statement", "HELP"}, {"text", ""}, {"cursor", 0}}).status == 410);
    }
  }
  CHECK(world.send("/answer", "", {{"statement", "HELP"}}).status == 410);
  CHECK(world.send("/answer", ann, {{"statement", "HELP"}, {"code", 1}}).status == 400);
}

TEST_CASE("no more may come than there are places") {
  const ClassWorld world({.students = 2});
  const std::string ann = world.enter();
  world.enter();
  CHECK(world.send("/start", "").status == 503);
  CHECK(world.send("/start", ann).status == 200);
}

TEST_CASE("one address begins no more databases than a person needs, unless all come by one") {
  WorkThreads work;
  const NotebookThreads threads{work, [](std::chrono::milliseconds, const std::function<void()>&) {}};
  Classroom classroom(threads, {}, lesson_files(), {.students = 10, .keep = {}, .databases_of_one = 2});
  CHECK(classroom.enter("192.0.2.1"));
  CHECK(classroom.enter("192.0.2.1"));
  CHECK_FALSE(classroom.enter("192.0.2.1"));
  CHECK(classroom.enter("192.0.2.2"));
  for (int visitor = 0; visitor < 5; ++visitor) CHECK(classroom.enter(""));
}

TEST_CASE("what a folder keeps is there when the class goes on, also while the code word is used twice") {
  const auto folder = std::filesystem::temp_directory_path() / ("cellar-class-" + new_code_word());
  std::string ann;
  {
    const ClassWorld world({.students = 2, .keep = folder});
    ann = world.enter();
    world.answer(ann, "EXAMPLES");
  }
  {
    const ClassWorld world({.students = 1, .keep = folder});
    CHECK(world.send("/answer", ann, {{"statement", "HELP"}}).status == 410);  // until it is brought back
    CHECK(world.send("/start", ann).status == 200);
    CHECK(world.send("/start", ann).status == 200);
    CHECK(world.answer(ann, "SELECT count(*) FROM examples.posts WHERE author = 'ann'")["rows"] ==
          json::parse("[[3]]"));
    CHECK(world.send("/start", "").status == 503);
  }
  std::filesystem::remove_all(folder);
}

TEST_CASE("a database has an end, and goes on when something is dropped") {
  const ClassWorld world({.students = 2, .keep = {}, .map_size = std::size_t{4} << 20});
  const std::string ann = world.enter(), ben = world.enter();
  world.answer(ann, "EXAMPLES");
  json full;
  for (int row = 0; row < 200 && !full.contains("refusal"); ++row)
    full = world.answer(ann, "INSERT INTO posts (author, id, body) VALUES ('big', " + std::to_string(row) +
                                 ", '" + std::string(100'000, 'x') + "')");
  REQUIRE(full.contains("refusal"));
  CHECK(full["refusal"]["code"] == "E505");
  CHECK(world.answer(ann, kCount)["rows"] == json::parse("[[3]]"));
  CHECK(world.answer(ben, "EXAMPLES")["outcome"] == "done");
}

TEST_CASE("a class is reached by addresses in numbers, and by names that are given") {
  const ClassWorld world({.students = 9}, {"Room7.school.example"});
  for (const char* const host : {"127.0.0.1", "localhost", "192.168.1.5", "[::1]", "room7.school.example"}) {
    INFO(host);
    CHECK(world.send("/start", "", json::object(), host).status == 200);
  }
  for (const char* const host :
       {"evil.example", "192.168.1.5.evil.example", "0x7f.1.evil", "[evil]", "1.2.3.4.5", ""}) {
    INFO(host);
    CHECK(world.send("/start", "", json::object(), host).status == 421);
  }
}

TEST_CASE("a class may be behind a proxy with TLS and a port of its own, and no other site is its page") {
  const ClassWorld world({.students = 9}, {"room7.school.example"});
  const auto status = [&](const std::string& host, const std::string& origin) {
    return WebClient(world.port)
        .ask(
            fmt::format("POST /start HTTP/1.1\r\nHost: {}\r\nOrigin: {}\r\nContent-Type: application/json\r\n"
                        "Content-Length: 2\r\n\r\n{{}}",
                        host, origin))
        .status;
  };
  CHECK(status("room7.school.example", "https://room7.school.example") == 200);
  CHECK(status("room7.school.example:8443", "https://room7.school.example:8443") == 200);
  CHECK(status("room7.school.example", "https://evil.example") == 403);
  CHECK(status("room7.school.example:443.evil.example", "https://room7.school.example") == 421);
  CHECK(status("room7.school.example:", "null") == 403);
}

TEST_CASE("code words cannot be told from what was given before") {
  std::set<std::string> words;
  for (int count = 0; count < 1'000; ++count) {
    const std::string word = new_code_word();
    CHECK(is_code_word(word));
    words.insert(word);
  }
  CHECK(words.size() == 1'000);
  for (const char* const text :
       {"", "bakuni", "bakuni-rotem", "bakuni-rotemii", "bakuni_rotemi", "BAKUNI-rotemi", "bakuni-rot/mi"})
    CHECK_FALSE(is_code_word(text));
}
