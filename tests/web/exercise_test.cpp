// Exercises in the page: what is told of them, how answers are graded, what is kept.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <future>
#include <set>

#include "class_world.h"
#include "shell/check/grade/exercise_files.h"
#include "shell/check/grade/grade_report.h"
#include "web/exercise/grading_queue.h"

using namespace cellar;
using namespace cellar::test;
using nlohmann::json;

namespace {

bool says(const std::string& text, std::string_view part) { return text.find(part) != text.npos; }

const char* const kLikes =
    "-- @answer T1\nCREATE TABLE f (product text, title text STATIC, liked timestamp, customer text,\n"
    "PRIMARY KEY (product, liked, customer)) WITH CLUSTERING ORDER BY (liked DESC);\n-- @answer T2\n"
    "CREATE TABLE l (customer text, liked timestamp, product text, PRIMARY KEY (customer, liked, product));";
const char* const kLikesOfOneMoment =
    "-- @answer T1\nCREATE TABLE f (product text, title text STATIC, liked timestamp, customer text,\n"
    "PRIMARY KEY (product, liked)) WITH CLUSTERING ORDER BY (liked DESC);\n-- @answer T2\n"
    "CREATE TABLE l (customer text, liked timestamp, product text, PRIMARY KEY (customer, liked, product));";

/// Cells of hidden rows that the exercise itself does not show.
std::set<std::string> secrets_of(const AnsweredExercise& said) {
  std::set<std::string> secrets;
  for (const HiddenVariant& variant : said.teacher->hidden)
    for (const DataSet& data : variant.data)
      for (const std::vector<std::string>& row : data.rows)
        for (const std::string& cell : row)
          if (cell.size() >= 6 && !says(said.exercise.text, cell) && !says(variant.name, cell))
            secrets.insert(cell);
  return secrets;
}

/// The parts of a teacher's sample that are not those of the right one.
std::string own_parts(const SampleAnswer& sample, const SampleAnswer& right) {
  std::string text;
  for (const auto& [task, part] : sample.parts)
    if (part.text != right.parts.at(task).text) text += "-- @answer " + task + "\n" + part.text + "\n";
  return text;
}

}  // namespace

TEST_CASE("of an exercise a page is told its text, and not what is expected of answers") {
  const ClassWorld world({.students = 2});
  const std::string ann = world.enter();
  const std::vector<SpokenExercise> all = shipped_exercises();
  CHECK(world.ask("/exercises", ann)["exercises"].size() == all.size());
  for (const SpokenExercise& each : all) {
    const Exercise& exercise = each.original.exercise;
    INFO(each.id());
    const json opened = world.ask("/exercise", ann, {{"exercise", each.id()}});
    CHECK(opened["title"] == exercise.title);
    CHECK_FALSE(opened.contains("lacks_hidden"));
    std::set<std::string> tasks;
    for (const json& part : opened["parts"])
      if (part.contains("task")) tasks.insert(part["task"]);
    CHECK(tasks.size() == exercise.tasks.size());
    const std::string text = opened.dump();
    CHECK_FALSE(says(text, "@expect"));
    for (const Task& task : exercise.tasks) {
      CHECK(says(opened["answer"], "-- @answer " + task.id + "\n"));
      for (const Hint& hint : task.hints) CHECK_FALSE(says(text, json(hint.text).dump()));
    }
  }
  CHECK(world.send("/exercise", ann, {{"exercise", "../likes"}}).status == 400);
  CHECK(world.send("/hand_in", ann, {{"exercise", "none"}, {"text", ""}}).status == 400);
}

TEST_CASE("hidden rows and the teacher's answers never leave the server") {
  const ClassWorld world({.students = 2});
  const std::string ann = world.enter();
  std::size_t graded = 0, secrets = 0, told_otherwise = 0;
  for (const SpokenExercise& each : shipped_exercises()) {
    const Exercise& exercise = each.original.exercise;
    const std::optional<TeacherAnswers>& teacher = each.original.teacher;
    if (exercise.level > 2) continue;
    INFO(each.id());
    world.sent.clear();  // others may show what this one hides
    const std::set<std::string> hidden = secrets_of(each.original);
    secrets += hidden.size();
    const auto right = std::ranges::find(teacher->samples, true, &SampleAnswer::is_right);
    world.ask("/exercise", ann, {{"exercise", each.id()}});
    for (const SampleAnswer& sample : teacher->samples) {
      if (sample.is_right) continue;
      const std::string text = own_parts(sample, *right);
      const json handed =
          world.ask("/hand_in", ann, {{"exercise", each.id()}, {"text", text}, {"language", "zh"}});
      REQUIRE(handed.contains("grade"));
      ++graded;
      // The same grade as it is told to the teacher would show them.
      const std::string whole = grade_json(
          grade_answer(exercise, &*teacher, read_student_answer(text, exercise), ""), Language::english);
      for (const std::string& cell : hidden) told_otherwise += says(whole, cell) ? 1 : 0;
    }
    for (const std::string& cell : hidden) {
      INFO(cell);
      CHECK_FALSE(says(world.sent, cell));
    }
    for (const auto& [task, part] : right->parts) CHECK_FALSE(says(world.sent, json(part.text).dump()));
  }
  CHECK(graded > 20);
  CHECK(secrets > 20);
  CHECK(told_otherwise > 5);
}

TEST_CASE("an answer is graded with hidden rows, hints cost what they cost, and the best points count") {
  const ClassWorld world({.students = 2});
  const std::string ann = world.enter(), ben = world.enter();
  const auto hand_in = [&](const std::string& code, const std::string& text) {
    return world.ask("/hand_in", code, {{"exercise", "likes"}, {"text", text}});
  };
  const json first = hand_in(ann, kLikesOfOneMoment);
  CHECK(first["best"] == 8.91);
  CHECK(first["grade"]["hidden_rows"] == true);
  for (const json& test : first["grade"]["tests"]) {
    INFO(test.dump());
    CHECK((test["status"] == "failed") == (test["name"] == "T1 MR5"));
    if (test["status"] == "passed") continue;
    CHECK(test["reason"] == "it does not hold with rows that are not shown");
    CHECK(test["variant"] ==
          "two customers like at the same time, and a customer likes two products at once");
    CHECK(test["example"].empty());
    CHECK_FALSE(test.contains("diagnostic"));
  }
  const json ask{{"exercise", "likes"}, {"task", "T1"}};
  CHECK(world.ask("/hint", ann, ask)["cost"] == 0);
  CHECK(
      world.ask("/hint", ann, ask) ==
      json{{"text", "What is the same in all rows of a partition can be kept once: STATIC."}, {"cost", 0.5}});
  CHECK(world.ask("/hint", ann, ask) == json::object());
  // What a text says of hints changes nothing.
  CHECK(hand_in(ann, std::string("-- @hint T2\n-- @hint T2\n") + kLikes)["best"] == 9.5);
  CHECK(hand_in(ann, "")["best"] == 9.5);
  CHECK(hand_in(ben, kLikes)["best"] == 10);
  const json listed = world.ask("/exercises", ann);
  for (const json& each : listed["exercises"]) CHECK(each.contains("best") == (each["id"] == "likes"));
  const json opened = world.ask("/exercise", ann, {{"exercise", "likes"}});
  for (const json& part : opened["parts"]) {
    if (!part.contains("task") || part["task"] != "T1") continue;
    CHECK(part["hints"].size() == 2);
    CHECK_FALSE(part.contains("next_hint"));
  }
}

TEST_CASE("what is wrong with an answer is said with its first example, in the student's language") {
  const ClassWorld world({.students = 1});
  const std::string ann = world.enter();
  const json graded = world.ask("/hand_in", ann,
                                {{"exercise", "likes"},
                                 {"text",
                                  "-- @answer T1\nCREATE TABLE f (product text PRIMARY KEY, liked timestamp, "
                                  "customer text, title text);\n-- @answer T2\nCREATE TABL x (a int);"},
                                 {"language", "zh"}})["grade"];
  bool has_example = false, has_diagnostic = false;
  for (const json& test : graded["tests"]) {
    if (test["name"] == "T1 MR5") has_example |= says(test["example"].dump(), "ann");
    if (test.contains("diagnostic")) has_diagnostic |= says(test["diagnostic"].dump(), "TABL");
    CHECK_FALSE(says(test["what"], "every fact"));
  }
  CHECK(has_example);
  CHECK(has_diagnostic);
}

TEST_CASE(
    "an exercise, its hints and its grade are in the student's language, and the marks are one's own in "
    "both") {
  const ClassWorld world({.students = 1});
  const std::string ann = world.enter();
  const auto ask = [&](std::string_view target, json message) {
    message["language"] = "zh";
    return world.ask(target, ann, message);
  };
  const AnsweredExercise said = [] {
    const std::vector<SpokenExercise> all = shipped_exercises();
    return std::ranges::find(all, "likes", &SpokenExercise::id)->in(*find_language("zh"));
  }();
  const json listed = ask("/exercises", json::object());
  const auto& exercises = listed["exercises"];
  CHECK(
      std::ranges::any_of(exercises, [&](const json& each) { return each["title"] == said.exercise.title; }));
  const json opened = ask("/exercise", {{"exercise", "likes"}});
  CHECK(opened["title"] == said.exercise.title);
  CHECK(opened["parts"][0]["text"] ==
        "一个客户可以喜欢许多产品，一件产品也有许多客户喜欢。产品的名称从不改变。");
  CHECK(ask("/hint", {{"exercise", "likes"}, {"task", "T1"}})["text"] ==
        said.exercise.tasks[0].hints[0].text);
  const json handed = ask("/hand_in", {{"exercise", "likes"}, {"text", kLikesOfOneMoment}});
  CHECK(handed["best"] == 8.91);
  CHECK(says(handed.dump(), json(said.teacher->hidden[0].name).dump()));
  CHECK_FALSE(says(handed.dump(), "two customers"));
  const json english = world.ask("/exercise", ann, {{"exercise", "likes"}, {"language", "en"}});
  CHECK(english["title"] == "Who likes a product");
  CHECK(english["best"] == 8.91);
  CHECK(english["parts"][2]["hints"] == json{"The query has no ORDER BY: it answers the rows as they lie."});
}

TEST_CASE("marks, hints, names and lessons are there when a class goes on, and nothing else is kept") {
  const auto folder = std::filesystem::temp_directory_path() / ("cellar-marks-" + new_code_word());
  std::string ann;
  {
    const ClassWorld world({.students = 2, .keep = folder});
    ann = world.enter();
    CHECK(world.ask("/name", ann, {{"name", "  Ann\n<b>\u202e "}})["name"] == "Ann<b>");
    world.ask("/hint", ann, {{"exercise", "likes"}, {"task", "T1"}});
    world.ask("/hand_in", ann, {{"exercise", "likes"}, {"text", kLikes}});
    world.answer(ann, "LEARN L1");
    world.answer(ann, "SKIP");
    world.answer(ann, "NEXT");
    CHECK(json::parse(world.send("/start", ann).body)["lesson"] == "L1");
  }
  std::set<std::string> kept;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) kept.insert(entry.path().extension());
  CHECK(std::filesystem::exists(folder / ".class"));
  CHECK(kept == std::set<std::string>{"", ".cellar", ".cellar-lock", ".json"});
  std::ifstream file(folder / (ann + ".json"));
  const json record = json::parse(file);
  CHECK(record == json::parse(R"({"number":1,"name":"Ann<b>","lessons":{"L1":1},
                                  "exercises":{"likes":{"hundredths":1000,"hints":{"T1":1}}}})"));
  {
    const ClassWorld world({.students = 2, .keep = folder});
    const json back = json::parse(world.send("/start", ann).body);
    CHECK(back["name"] == "Ann<b>");
    CHECK(back["number"] == 1);
    CHECK(json::parse(world.send("/start", "").body)["number"] == 2);
    CHECK(world.ask("/exercise", ann, {{"exercise", "likes"}})["best"] == 10);
    CHECK(says(world.answer(ann, "LEARN")["document"].dump(), R"("done":1)"));
    CHECK(says(world.answer(ann, "LEARN L1")["document"].dump(), R"("step":2)"));
  }
  std::filesystem::remove_all(folder);
}

TEST_CASE("a page for one person has exercises, and nothing of a teacher") {
  const Database database = Database::open_temporary({.sync = false});
  WebServer server(database, std::make_shared<LessonClock>(), {.address = {"127.0.0.1", 0}});
  const std::uint16_t port = ClassWorld::port_of(server.address());
  const auto send = [&](const std::string& target, const std::string& body) {
    return WebClient(port).ask(fmt::format(
        "POST {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\nTeacher-Key: {}\r\n"
        "Content-Length: {}\r\n\r\n{}",
        target, port, server.teacher_key(), body.size(), body));
  };
  CHECK(json::parse(send("/hand_in", json{{"exercise", "likes"}, {"text", kLikes}}.dump()).body)["best"] ==
        10);
  CHECK(send("/teacher/students", "{}").status == 404);
}

TEST_CASE(
    "an answer whose grading takes too much memory is not counted, whichever memory it is that is refused") {
  const std::vector<SpokenExercise> all = shipped_exercises();
  const auto likes = std::ranges::find(all, "likes", &SpokenExercise::id);
  const char* const rounds = std::getenv("CELLAR_REFUSED_MEMORY");
  const std::size_t points = rounds == nullptr ? 30 : static_cast<std::size_t>(std::atoi(rounds));
  const auto student = std::make_shared<Student>(StudentRecord{.number = 1});
  const auto graded_within = [&](std::size_t bytes) {
    WorkThreads work;
    ExerciseService exercises({work, [](std::chrono::milliseconds, const std::function<void()>&) {},
                               std::make_shared<MemoryPool>(std::size_t{1} << 30)},
                              {*likes}, {.working_memory = bytes});
    std::promise<std::string> told;
    exercises.grade({*exercises.find("likes"), student, kLikes, Language::english, student->begin_grading()},
                    [&](std::string text) { told.set_value(std::move(text)); });
    const json grade = json::parse(told.get_future().get());
    work.end();  // before what it works on
    return grade;
  };
  std::size_t enough = 1'024;
  while (graded_within(enough).contains("fault")) enough *= 2;
  CHECK(enough > 65'536);
  CHECK(enough < GradingLimits().working_memory);
  CHECK(student->mark("likes").best == 1'000);
  for (std::size_t point = 0; point < points; ++point) {
    INFO(enough / 2 * point / points << " bytes");
    CHECK(graded_within(enough / 2 * point / points) == json{{"fault", "large"}});
  }
  CHECK(graded_within(enough)["best"] == 10);
}

TEST_CASE(
    "answers are graded a few at a time, in their order, and one that takes too long is asked to stop") {
  WorkThreads work;
  std::mutex mutex;
  std::vector<std::function<void()>> timers;
  GradingQueue turns({work,
                      [&](std::chrono::milliseconds, std::function<void()> function) {
                        const std::lock_guard guard(mutex);
                        timers.push_back(std::move(function));
                      },
                      std::make_shared<MemoryPool>(std::size_t{1} << 30)},
                     {.at_once = 1});
  std::atomic<int> running = 0, most = 0, stopped = 0;
  std::vector<int> order;
  std::atomic<int> ended = 0;
  std::atomic<bool> has_begun = false;
  for (int number = 0; number < 4; ++number) {
    turns.run([&, number](StopToken stop, MemoryAccount&) {
      most = std::max<int>(most, ++running);
      order.push_back(number);
      has_begun = true;
      if (number == 0)
        while (!stop.stop_requested()) std::this_thread::yield();
      if (stop.stop_requested()) ++stopped;
      --running;
      ++ended;
    });
  }
  while (!has_begun) std::this_thread::yield();
  CHECK(ended == 0);
  {
    const std::lock_guard guard(mutex);
    timers.front()();
  }
  while (ended < 4) std::this_thread::yield();
  CHECK(most == 1);
  CHECK(stopped == 1);
  CHECK(order == std::vector{0, 1, 2, 3});
  turns.end();
  work.end();
}

TEST_CASE("an answer that cannot be graded, since there is no memory, gives its place to the next one") {
  WorkThreads work;
  std::atomic<int> timers = 0;
  GradingQueue turns({work,
                      [&](std::chrono::milliseconds, const std::function<void()>&) {
                        if (timers++ == 0) throw std::bad_alloc();
                      },
                      std::make_shared<MemoryPool>(std::size_t{1} << 30)},
                     {.at_once = 1});
  std::string order;
  std::promise<void> last;
  const auto dropped = std::make_shared<bool>();
  turns.run([&, dropped](StopToken, MemoryAccount&) { order += "a"; });
  turns.run([&](StopToken, MemoryAccount&) {
    order += "b";
    throw std::bad_alloc();
  });
  turns.run([&](StopToken, MemoryAccount&) {
    order += "c";
    last.set_value();
  });
  CHECK(last.get_future().wait_for(std::chrono::seconds(20)) == std::future_status::ready);
  CHECK(order == "bc");
  CHECK(dropped.use_count() == 1);  // who waits for it can see that it is gone
  turns.end();
  work.end();
}
