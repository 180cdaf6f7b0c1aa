// The teacher's page: who may ask it, what it shows, what it sets for all.
#include <catch2/catch.hpp>
#include <filesystem>

#include "class_world.h"
#include "web/site/site.h"
#include "web/teacher/teacher_view.h"

using namespace cellar;
using namespace cellar::test;
using nlohmann::json;

namespace {

const char* const kTargets[] = {"/teacher/students", "/teacher/screen", "/teacher/show",
                                "/teacher/phase",    "/teacher/free",   "/teacher/marks"};

std::shared_ptr<Student> student_with(Roster& roster, const std::string& code, const std::string& name) {
  std::shared_ptr<Student> student = roster.student(code);
  student->set_name(name);
  return student;
}

RanStatement refused(const std::string& code, ClassTime at) {
  AnswerFacts facts;
  facts.outcome = Outcome::refused;
  facts.code = code;
  facts.title = "a title";
  return {"SELECT", facts, std::chrono::milliseconds(1), at};
}

}  // namespace

TEST_CASE("no code word opens anything of the teacher's, and the key opens nothing of a student's") {
  const ClassWorld world({.students = 3});
  const std::string ann = world.enter(), key = world.server.teacher_key();
  std::string almost = key;
  almost.back() = almost.back() == '0' ? '1' : '0';
  for (const char* const target : kTargets) {
    for (const std::string& shown : {std::string(), ann, almost, key.substr(1), key + "0", key + " " + key}) {
      INFO(target << " " << shown);
      CHECK(world
                .send(target, ann, {{"number", 1}, {"text", "x"}, {"phase", "ended"}}, "127.0.0.1",
                      "Teacher-Key: " + shown + "\r\n")
                .status == 403);
    }
    CHECK(world.send(target, key, {{"key", key}}).status == 403);
  }
  CHECK(world.ask("/class", ann)["phase"] == "open");
  for (const char* const target :
       {"/answer", "/answers", "/hand_in", "/name", "/exercise", "/class", "/start"}) {
    INFO(target);
    for (const std::string& code : {key, std::string("1")})
      CHECK(world
                .send(target, code,
                      {{"statement", "HELP"}, {"name", "x"}, {"exercise", "likes"}, {"text", ""}},
                      "127.0.0.1", world.key_field())
                .status == 410);
  }
  CHECK(world.tell("/teacher/students").status == 200);
  CHECK(WebClient(world.port)
            .ask(fmt::format("POST /teacher/students HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nTeacher-Key: {}\r\n"
                             "Origin: http://evil.example\r\nContent-Type: application/json\r\n"
                             "Content-Length: 2\r\n\r\n{{}}",
                             world.port, key))
            .status == 403);
}

TEST_CASE(
    "who shows a wrong key is answered after a while, whatever they would send, and the right one at once") {
  WorkThreads work;
  const NotebookThreads threads{work, [](std::chrono::milliseconds, const std::function<void()>&) {},
                                std::make_shared<MemoryPool>(std::size_t{1} << 30)};
  Classroom classroom(threads, {}, lesson_files(), {.students = 1});
  ExerciseService exercises(threads, {}, {});
  ClassState state;
  const TeacherKey key;
  Site site(
      {}, {.threads = threads, .exercises = exercises, .state = state, .classroom = &classroom, .key = &key});
  site.set_hosts({.whole = {}, .names = {"localhost"}});
  HttpRequest request;
  request.method = "POST";
  request.target = "/teacher/phase";
  request.host = "localhost";
  request.content_type = "application/json";
  request.length = 200'000;  // of which nothing is read
  for (const char* const wrong : {"wrong", ""}) {
    request.key = wrong;
    const std::optional<HttpResponse> response = site.turn_away(request);
    REQUIRE(response.has_value());
    CHECK(response->status == 403);
    CHECK(response->delay == std::chrono::seconds(1));
  }
  request.key = key.text();
  CHECK_FALSE(site.turn_away(request).has_value());
  request.body = R"({"phase":"frozen"})";
  std::atomic<unsigned> status = 0;
  site.serve(request, [&](const HttpResponse& response) { status = response.status; });
  while (status == 0) std::this_thread::yield();
  CHECK(status == 200);
  CHECK(state.phase() == ClassPhase::frozen);
  work.end();
}

TEST_CASE("a teacher sees where each student is and what they met, and no code word") {
  const ClassWorld world({.students = 3});
  const std::string ann = world.enter(), ben = world.enter();
  world.ask("/name", ann, {{"name", "Ann"}});
  world.answer(ann, "EXAMPLES");
  for (int time = 0; time < 3; ++time) world.answer(ann, "SELECT * FROM posts WHERE body = 'x'");
  world.ask("/answer", ann, {{"statement", "HELP"}, {"beside", 1}});
  world.answer(ben, "LEARN L1");
  world.ask("/exercise", ben, {{"exercise", "likes"}});
  world.ask("/hand_in", ben, {{"exercise", "likes"}, {"text", ""}});
  const std::string before = std::move(world.sent);
  world.sent.clear();
  const json seen = json::parse(world.tell("/teacher/students").body);
  REQUIRE(seen["students"].size() == 2);
  const json &first = seen["students"][0], &second = seen["students"][1];
  CHECK(first["name"] == "Ann");
  CHECK(first["stuck"] == "E301");
  CHECK(first["is_here"] == true);
  CHECK(second["lesson"] == "L1");
  CHECK(second["step"] == 1);
  CHECK(second["exercise"] == "likes");
  CHECK(second["answered"] == 1);
  CHECK_FALSE(second.contains("stuck"));
  CHECK(seen["missed"][0]["rule"] == "E301");
  CHECK(seen["missed"][0]["times"] == 3);
  CHECK(seen["missed"].dump().find("likes T1.MR5") != std::string::npos);
  const json screen = json::parse(world.tell("/teacher/screen", {{"number", 1}}).body);
  CHECK(screen["name"] == "Ann");
  REQUIRE(screen["ran"].size() == 4);
  CHECK(screen["ran"][0]["code"] == "E301");
  CHECK(screen["ran"][3]["statement"] == "EXAMPLES");
  CHECK(world.tell("/teacher/screen", {{"number", 9}}).status == 400);
  world.tell("/teacher/marks");
  CHECK(world.sent.find(ann) == std::string::npos);
  CHECK(world.sent.find(ben) == std::string::npos);
  CHECK(before.find(ann) != std::string::npos);
}

TEST_CASE("what a page asks for itself is not on the teacher's screen, unless it is a statement") {
  const ClassWorld world({.students = 1});
  const std::string ann = world.enter();
  world.answer(ann, "EXAMPLES");
  for (const char* const statement :
       {"HELP", "DESCRIBE posts", "  -- a comment\nDELETE FROM posts WHERE author = 'ann'"})
    world.ask("/answer", ann, {{"statement", statement}, {"beside", 1}});
  const json screen = json::parse(world.tell("/teacher/screen", {{"number", 1}}).body);
  REQUIRE(screen["ran"].size() == 2);
  CHECK(screen["ran"][0]["statement"].get<std::string>().ends_with("DELETE FROM posts WHERE author = 'ann'"));
}

TEST_CASE("no code word is told to a teacher by a refusal that names a file") {
  const auto folder = std::filesystem::temp_directory_path() / ("cellar-class-" + new_code_word());
  {
    const ClassWorld world({.students = 1, .keep = folder, .map_size = std::size_t{4} << 20});
    const std::string ann = world.enter();
    world.answer(ann, "EXAMPLES");
    json full;
    for (int row = 0; row < 200 && !full.contains("refusal"); ++row)
      full = world.answer(ann, "INSERT INTO posts (author, id, body) VALUES ('big', " + std::to_string(row) +
                                   ", '" + std::string(100'000, 'x') + "')");
    CHECK(full["refusal"]["title"] == "notebook.cellar cannot grow: its map is full");
    world.sent.clear();
    for (const char* const target : {"/teacher/students", "/teacher/marks"}) world.tell(target);
    world.tell("/teacher/screen", {{"number", 1}});
    CHECK(world.sent.find("notebook.cellar cannot grow") != std::string::npos);
    CHECK(world.sent.find(ann) == std::string::npos);
    CHECK(world.sent.find(folder.string()) == std::string::npos);
  }
  std::filesystem::remove_all(folder);
}

TEST_CASE("a teacher frees the place of who is away, whose marks stay and whose file is opened again") {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / ("freed-" + new_code_word());
  {
    const ClassWorld here({.students = 1});
    here.enter();
    for (const int number : {1, 2}) {
      INFO(number);  // one who is here, and nobody
      CHECK(here.tell("/teacher/free", {{"number", number}}).status == 400);
    }
  }
  for (const bool is_kept : {false, true}) {
    INFO(is_kept);
    ClassroomOptions options{.students = 1, .away = std::chrono::seconds(0)};
    if (is_kept) options.keep = folder;
    const ClassWorld world(options);
    const std::string ann = world.enter();
    world.ask("/name", ann, {{"name", "Ann"}});
    world.answer(ann, "EXAMPLES");
    CHECK(world.send("/start", "").status == 503);
    CHECK(json::parse(world.tell("/teacher/students").body)["students"][0]["has_place"] == true);
    CHECK(world.tell("/teacher/free", {{"number", 1}}).status == 200);
    CHECK(world.tell("/teacher/free", {{"number", 1}}).status == 400);
    const json seen = json::parse(world.tell("/teacher/students").body)["students"][0];
    CHECK(seen["name"] == "Ann");
    CHECK(seen["has_place"] == false);
    CHECK(world.send("/answer", ann, {{"statement", "HELP"}}).status == 410);
    world.enter();
    CHECK(world.send("/start", ann).status == (is_kept ? 503 : 410));
    CHECK(world.tell("/teacher/free", {{"number", 2}}).status == 200);
    CHECK(world.send("/start", ann).status == (is_kept ? 200 : 410));
    if (is_kept)
      CHECK(world.answer(ann, "SELECT id FROM examples.posts WHERE author = 'ann'")["rows"].size() == 3);
  }
  std::filesystem::remove_all(folder);
}

TEST_CASE("while a class is frozen nothing runs, and after its end nobody comes") {
  const ClassWorld world({.students = 3});
  const std::string ann = world.enter();
  CHECK(world.tell("/teacher/phase", {{"phase", "frozen"}}).status == 200);
  for (const char* const target : {"/answer", "/answers", "/hand_in", "/hint"}) {
    INFO(target);
    CHECK(world
              .send(target, ann,
                    {{"statement", "EXAMPLES"}, {"exercise", "likes"}, {"text", ""}, {"task", "T1"}})
              .status == 423);
  }
  CHECK(world.ask("/class", ann)["phase"] == "frozen");
  CHECK(world.send("/start", "").status == 200);
  world.tell("/teacher/phase", {{"phase", "open"}});
  CHECK(world.answer(ann, "EXAMPLES")["outcome"] == "done");
  world.tell("/teacher/phase", {{"phase", "ended"}});
  CHECK(world.send("/start", "").status == 423);
  CHECK(world.send("/start", ann).status == 423);
  CHECK(world.send("/answer", ann, {{"statement", "HELP"}}).status == 423);
  CHECK(world.tell("/teacher/phase", {{"phase", "away"}}).status == 400);
  CHECK(world.tell("/teacher/marks").status == 200);
}

TEST_CASE("what a teacher shows is in each student's page as text, until it is taken away") {
  const ClassWorld world({.students = 3});
  const std::string ann = world.enter(), ben = world.enter();
  CHECK(world.ask("/class", ann)["shown"] == json{{"number", 0}, {"text", ""}});
  const std::string text = "SELECT '<script>' FROM t;\n";
  CHECK(world.tell("/teacher/show", {{"text", text}}).status == 200);
  for (const std::string& code : {ann, ben})
    CHECK(world.ask("/class", code)["shown"] == json{{"number", 1}, {"text", text}});
  CHECK(world.tell("/teacher/show", {{"text", std::string(4'001, 'x')}}).status == 400);
  world.tell("/teacher/show", {{"text", ""}});
  CHECK(world.ask("/class", ann)["shown"]["text"] == "");
}

TEST_CASE("marks are CSV, in which no cell is a formula") {
  Roster roster;
  const auto ann = student_with(roster, "a", "=HYPERLINK(\"http://x\")"),
             ben = student_with(roster, "b", "+1,2"), cid = student_with(roster, "c", "陈");
  ann->note_answer("likes", 891, {"T1.MR5"});
  ann->note_answer("likes", 500, {"T1.MR5"});
  ann->note_answer("gone", 100, {});
  ben->note_answer("gyms", 1000, {});
  ben->note("L2", 4);
  student_with(roster, "d", "x;=1+1");
  student_with(roster, "e", "＝1\t");
  student_with(roster, "f", "\u200b=1");
  roster.student("nobody");
  CHECK(marks_csv(roster, shipped_exercises(), std::chrono::steady_clock::now()) ==
        "number,name,points,gyms of 10,likes of 10,L2 steps\r\n"
        "1,\"'=HYPERLINK(\"\"http://x\"\")\",9.91,,8.91,\r\n"
        "2,\"'+1,2\",10,10,,4\r\n"
        "3,陈,0,,,\r\n"
        "4,\"x;=1+1\",0,,,\r\n"
        "5,'＝1,0,,,\r\n"
        "6,'=1,0,,,\r\n");
}

TEST_CASE("who meets the same refusal again and again is stuck, or who is long at one step") {
  Roster roster;
  const auto ann = student_with(roster, "a", "");
  const ClassTime now = std::chrono::steady_clock::now();
  const auto stuck = [&](ClassTime at) {
    ann->note_seen(at);
    const json student = json::parse(students_json(roster, {ClassState(), "zh"}, at))["students"][0];
    return student.value("stuck", "");
  };
  for (const char* const code : {"E301", "E301", "E302", "E301"}) ann->note_ran(refused(code, now));
  CHECK(stuck(now) == "");
  ann->note_ran(refused("E301", now));
  CHECK(stuck(now) == "");
  ann->note_ran(refused("E301", now));
  CHECK(stuck(now) == "E301");
  const json later = json::parse(students_json(roster, {ClassState(), "zh"}, now + std::chrono::minutes(1)));
  CHECK(later["students"][0]["is_here"] == false);
  CHECK(later["language"] == "zh");
  CHECK(later["grading"] == 0);
  ann->note_ran({"SELECT", {}, std::chrono::milliseconds(1), now});
  CHECK(stuck(now) == "");
  ann->note_place({"L1", 2, 9}, now);
  CHECK(stuck(now + std::chrono::minutes(5)) == "");
  CHECK(stuck(now + std::chrono::minutes(6)) == "step");
  ann->note_place({"L1", 3, 9}, now + std::chrono::minutes(6));
  CHECK(stuck(now + std::chrono::minutes(6)) == "");
}
