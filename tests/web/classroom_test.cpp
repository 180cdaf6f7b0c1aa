// A class: whose database answers, how many may come, what is kept.
#include "web/notebook/classroom.h"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <catch2/catch.hpp>
#include <deque>
#include <fstream>
#include <future>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "class_world.h"
#include "web/http/own_addresses.h"

using namespace cellar;
using namespace cellar::test;
using nlohmann::json;

namespace {

/// What a classroom without a page needs.
struct ClassroomParts {
  mutable WorkThreads work;
  NotebookThreads threads{work, [](std::chrono::milliseconds, const std::function<void()>&) {},
                          std::make_shared<MemoryPool>(std::size_t{1} << 30)};
};

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
  for (const char* const target : {"/answer", "/answers", "/split", "/complete", "/start"}) {
    for (const char* const code : {"bakuni-rotemi", "../../etc/passwd", "..", "bakuni-rotemi.cellar", "a"}) {
      INFO(target << " " << code);
      CHECK(world.send(target, code, {{"statement", "HELP"}, {"text", ""}, {"cursor", 0}}).status == 410);
    }
  }
  CHECK(world.send("/answer", "", {{"statement", "HELP"}}).status == 410);
}

TEST_CASE("no more may come than there are places") {
  const ClassWorld world({.students = 2});
  const std::string ann = world.enter();
  world.enter();
  const WebAnswer full = world.send("/start", "");
  CHECK(full.status == 503);
  CHECK(full.body == R"({"fault":"full"})");
  CHECK(full.head.find("content-type: application/json") != std::string::npos);
  CHECK(world.send("/start", ann).status == 200);
}

TEST_CASE("a visitor is told why there is no database: many come at once, or its file cannot be opened") {
  const auto folder = std::filesystem::temp_directory_path() / ("cellar-class-" + new_code_word());
  const ClassWorld world({.students = 9, .keep = folder, .at_once = 1});
  const std::string begin = fmt::format(
      "POST /start HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\n"
      "Content-Length: 2\r\n\r\n{{}}",
      world.port);
  CHECK(WebClient(world.port).ask(begin).status == 200);
  const WebAnswer soon = WebClient(world.port).ask(begin);
  CHECK(soon.status == 429);
  CHECK(soon.body == R"({"fault":"soon"})");
  std::ofstream(folder / "bakuni-rotemi.cellar") << "this is no database";
  const WebAnswer damaged = world.send("/start", "bakuni-rotemi");
  CHECK(damaged.status == 500);
  CHECK(damaged.body == R"({"fault":"database"})");
  CHECK(world.send("/start", "bakuni-rotema").body == R"({"fault":"code"})");
  std::filesystem::remove_all(folder);
}

TEST_CASE("many begin at once from one address, and then one after another, whether it is known or not") {
  const ClassroomParts parts;
  Classroom classroom(parts.threads, {}, lesson_files(), {.students = 100, .keep = {}, .at_once = 3});
  using Outcome = Classroom::Admission::Outcome;
  for (const char* const from : {"192.0.2.1", ""}) {
    INFO(from);
    for (int visitor = 0; visitor < 3; ++visitor) CHECK(classroom.enter(from).outcome == Outcome::entered);
    CHECK(classroom.enter(from).outcome == Outcome::too_soon);
  }
  CHECK(classroom.enter("192.0.2.2").outcome == Outcome::entered);
}

TEST_CASE("counts of addresses go down with time, and are bounded") {
  RecentCounts counts(std::chrono::seconds(2));
  RecentCounts::Clock::time_point now;
  for (int count = 1; count <= 4; ++count) CHECK(counts.add("a", now) == count);
  now += std::chrono::seconds(4);
  CHECK(counts.of("a", now) == 2);
  CHECK(counts.of("b", now) == 0);
  CHECK(counts.of("a", now + std::chrono::hours(1)) == 0);
  for (int address = 0; address < 10'000; ++address)
    counts.add(std::to_string(address), now + std::chrono::seconds(1));
  CHECK(counts.of("a", now) == 0);  // it was seen least lately
  CHECK(counts.of("9999", now + std::chrono::seconds(1)) == 1);
}

TEST_CASE("who tries code words waits longer and longer, and nobody else does") {
  const ClassroomParts parts;
  Classroom classroom(parts.threads, {}, lesson_files(), {.students = 2});
  std::chrono::milliseconds longest{0};
  for (int guess = 0; guess < 40; ++guess) {
    const std::chrono::milliseconds delay = classroom.delay_of_wrong_code("192.0.2.1");
    if (guess < 2) CHECK(delay == std::chrono::milliseconds(0));
    CHECK(delay <= std::chrono::seconds(5));
    longest = std::max(longest, delay);
  }
  CHECK(longest >= std::chrono::seconds(4));
  CHECK(classroom.delay_of_wrong_code("192.0.2.2") == std::chrono::milliseconds(0));
}

TEST_CASE("a notebook in which nothing was typed gives way when the class is full, and no other one does") {
  const ClassroomParts parts;
  Classroom classroom(parts.threads, {}, lesson_files(),
                      {.students = 2, .keep = {}, .untouched = std::chrono::seconds(0)});
  const Classroom::Admission ann = classroom.enter(""), empty = classroom.enter("");
  std::promise<void> typed;
  ann.notebook->ask([](Notebook& notebook) { return notebook.answer("HELP"); },
                    [&](const Notebook::Result&) { typed.set_value(); });
  typed.get_future().wait();
  const Classroom::Admission ben = classroom.enter("");
  REQUIRE(ben.outcome == Classroom::Admission::Outcome::entered);
  CHECK(classroom.find(ann.code) == ann.notebook);
  CHECK(classroom.find(empty.code) == nullptr);
  CHECK(classroom.find(ben.code) == ben.notebook);
}

TEST_CASE("of a notebook that gives way nothing is left in the folder, and nobody is told of its student") {
  const auto folder = std::filesystem::temp_directory_path() / ("cellar-class-" + new_code_word());
  const ClassroomParts parts;
  {
    Classroom classroom(parts.threads, {}, lesson_files(),
                        {.students = 1, .keep = folder, .untouched = std::chrono::seconds(0)});
    const std::string first = classroom.enter("").code;
    classroom.roster().student(first)->note("L1", 1);
    const std::string second = classroom.enter("").code;
    std::set<std::string> kept;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      kept.insert(entry.path().filename().string());
    CHECK(kept.erase(".class") == 1);
    CHECK(kept == std::set<std::string>{second + ".cellar", second + ".cellar-lock"});
    CHECK(classroom.bring_back(first).outcome == Classroom::Admission::Outcome::unknown);
    classroom.roster().student(second);
    CHECK(classroom.roster().all().size() == 1);
  }
  std::filesystem::remove_all(folder);
}

TEST_CASE("a student who is here keeps the place, though nothing was typed") {
  const ClassroomParts parts;
  Classroom classroom(parts.threads, {}, lesson_files(),
                      {.students = 1, .keep = {}, .untouched = std::chrono::seconds(0)});
  const std::string ann = classroom.enter("").code;
  const ClassTime now = std::chrono::steady_clock::now();
  classroom.roster().student(ann)->note_seen(now);
  CHECK(classroom.enter("").outcome == Classroom::Admission::Outcome::full);
  classroom.roster().student(ann)->note_seen(now - std::chrono::seconds(15));
  CHECK(classroom.enter("").outcome == Classroom::Admission::Outcome::entered);
  CHECK(classroom.find(ann) == nullptr);
}

TEST_CASE("a name keeps no place, and an exercise that is opened does") {
  const ClassWorld world({.students = 3});
  const std::string ann = world.enter(), ben = world.enter();
  world.ask("/name", ann, {{"name", "Ann"}});
  world.ask("/exercise", ben, {{"exercise", "likes"}});
  CHECK(world.server.classroom()->find(ann)->is_untouched());
  CHECK_FALSE(world.server.classroom()->find(ben)->is_untouched());
}

TEST_CASE("one class keeps its databases in a folder, and one that cannot be written is refused") {
  const auto folder = std::filesystem::temp_directory_path() / ("cellar-class-" + new_code_word());
  const ClassroomParts parts;
  const ClassroomOptions options{.students = 1, .keep = folder};
  const auto code_of = [&](const ClassroomOptions& asked) -> std::string {
    try {
      const Classroom classroom(parts.threads, {}, lesson_files(), asked);
    } catch (const Refusal& refusal) {
      return std::string(refusal.diagnostic.id);
    }
    return "";
  };
  {
    const Classroom classroom(parts.threads, {}, lesson_files(), options);
    CHECK(code_of(options) == "class_folder_in_use");
  }
  CHECK(code_of(options) == "");
  CHECK(code_of({.students = 1, .keep = "/proc/self"}) != "");
  std::filesystem::remove_all(folder);
}

TEST_CASE("a code word is not given again, also if its database is only kept in the folder") {
  const auto folder = std::filesystem::temp_directory_path() / ("cellar-class-" + new_code_word());
  const ClassroomParts parts;
  std::deque<std::string> words{"bakuni-rotemi", "bakuni-rotemi", "bakuni-rotema",
                                "bakuni-rotemi", "bakuni-rotema", "bakuni-rotemu"};
  const ClassroomOptions options{.students = 9, .keep = folder, .code_word = [&] {
                                   std::string word = words.front();
                                   words.pop_front();
                                   return word;
                                 }};
  {
    Classroom classroom(parts.threads, {}, lesson_files(), options);
    CHECK(classroom.enter("").code == "bakuni-rotemi");
    CHECK(classroom.enter("").code == "bakuni-rotema");
  }
  Classroom again(parts.threads, {}, lesson_files(), options);
  CHECK(again.enter("").code == "bakuni-rotemu");
  std::filesystem::remove_all(folder);
}

TEST_CASE("a code word whose database is kept is known while the class is full") {
  const auto folder = std::filesystem::temp_directory_path() / ("cellar-class-" + new_code_word());
  std::string ann;
  {
    const ClassWorld world({.students = 2, .keep = folder});
    ann = world.enter();
    world.answer(ann, "EXAMPLES");
  }
  {
    const ClassWorld world({.students = 1, .keep = folder});
    const std::string ben = world.enter();
    world.answer(ben, "EXAMPLES");
    CHECK(world.send("/start", ann).status == 503);
    CHECK(world.send("/start", "bakuni-rotemi").status == 410);
  }
  std::filesystem::remove_all(folder);
}

TEST_CASE("of a stranger nothing is read but the wish to begin") {
  const ClassWorld world({.students = 2});
  const std::string ann = world.enter();
  const std::string head =
      fmt::format("Host: 127.0.0.1:{}\r\nContent-Type: application/json\r\n", world.port);
  // The bodies are never sent.
  const auto status = [&](const std::string& target, const std::string& fields) {
    return WebClient(world.port).ask("POST " + target + " HTTP/1.1\r\n" + head + fields + "\r\n").status;
  };
  CHECK(status("/answer", "Content-Length: 200000\r\n") == 410);
  CHECK(status("/answer", "Code-Word: bakuni-rotemi\r\nContent-Length: 200000\r\n") == 410);
  CHECK(status("/start", "Content-Length: 200000\r\n") == 413);
  CHECK(status("/start", "Code-Word: " + ann + "\r\nContent-Length: 200000\r\n") == 413);
  CHECK(world.send("/answer", ann, json::array()).status == 400);
}

TEST_CASE("what a folder keeps is there when the class goes on") {
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
  const auto told = [&](std::string_view host) {
    return world.send("/start", "", json::object(), host).body;
  };
  const std::string text =
      "Cellar does not answer to this host name. Open the address that the program printed, or start it "
      "with ";
  CHECK(told("Laptop.local") == text + "--name laptop.local\n");
  CHECK(told("<b>.local") == text + "--name HOST\n");
  CHECK(told("") == text + "--name HOST\n");
}

TEST_CASE("the address by which the machine reaches other networks is printed first") {
  const std::vector<std::string> addresses{"172.17.0.1", "10.8.0.2", "192.168.1.5"};
  CHECK(with_first(addresses, "192.168.1.5") ==
        std::vector<std::string>{"192.168.1.5", "172.17.0.1", "10.8.0.2"});
  CHECK(with_first(addresses, "192.168.1.6") == addresses);
  CHECK(with_first(addresses, std::nullopt) == addresses);
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

TEST_CASE("a code word that two bring back at a time brings one notebook") {
  const auto folder = std::filesystem::temp_directory_path() / ("cellar-class-" + new_code_word());
  const ClassroomParts parts;
  const ClassroomOptions options{.students = 2, .keep = folder};
  for (int round = 0; round < 20; ++round) {
    const std::string code = Classroom(parts.threads, {}, lesson_files(), options).enter("").code;
    Classroom classroom(parts.threads, {}, lesson_files(), options);
    std::shared_ptr<Notebook> found[2];
    std::atomic<int> ready = 0;
    const auto bring_back = [&](int visitor) {
      ++ready;
      while (ready < 2) {
      }
      found[visitor] = classroom.bring_back(code).notebook;
    };
    std::thread other(bring_back, 1);
    bring_back(0);
    other.join();
    REQUIRE(found[0] != nullptr);
    CHECK(found[0] == found[1]);
    CHECK(found[0] == classroom.find(code));
  }
  std::filesystem::remove_all(folder);
}

/// A sequence that a program computes is the same in a copy of its process.
TEST_CASE("code words come from the system, and not from what was given before") {
  std::array<int, 2> ends{};
  REQUIRE(::pipe(ends.data()) == 0);
  new_code_word();
  const pid_t copy = ::fork();
  if (copy == 0) {
    const std::string word = new_code_word();
    ::_exit(::write(ends[1], word.data(), word.size()) == static_cast<ssize_t>(word.size()) ? 0 : 1);
  }
  const std::string own = new_code_word();
  std::string word(own.size(), ' ');
  REQUIRE(::read(ends[0], word.data(), word.size()) == static_cast<ssize_t>(word.size()));
  ::waitpid(copy, nullptr, 0);
  ::close(ends[0]);
  ::close(ends[1]);
  CHECK(is_code_word(word));
  CHECK(word != own);
}

TEST_CASE("code words are of all syllables, and no other text is one") {
  std::set<std::string> words;
  for (int count = 0; count < 1'000; ++count) {
    const std::string word = new_code_word();
    CHECK(is_code_word(word));
    words.insert(word);
  }
  CHECK(words.size() == 1'000);
  std::set<std::pair<std::size_t, char>> letters;  // with their places
  for (const std::string& word : words)
    for (std::size_t place = 0; place < word.size(); ++place) letters.insert({place, word[place]});
  CHECK(letters.size() == 6 * (14 + 5) + 1);
  for (const char* const text :
       {"", "bakuni", "bakuni-rotem", "bakuni-rotemii", "bakuni_rotemi", "BAKUNI-rotemi", "bakuni-rot/mi"})
    CHECK_FALSE(is_code_word(text));
}
