// What a site answers to whoever asks it without a server before it.
#include "web/site/site.h"

#include <catch2/catch.hpp>
#include <future>

#include "notebook_world.h"

using namespace cellar;
using namespace cellar::test;

namespace {

/// A site for one person.
struct SiteWorld {
  ~SiteWorld() { world.work.end(); }
  HttpResponse ask(const std::string& target, const nlohmann::json& message = nlohmann::json::object()) {
    return begin_to_ask(target, message).get();
  }
  std::future<HttpResponse> begin_to_ask(const std::string& target, const nlohmann::json& message) {
    HttpRequest request;
    request.method = "POST";
    request.target = target;
    request.body = message.dump();
    const auto response = std::make_shared<std::promise<HttpResponse>>();
    site.serve(std::move(request), [response](HttpResponse given) { response->set_value(std::move(given)); });
    return response->get_future();
  }

  NotebookWorld world{never};
  NotebookThreads threads{world.work, never, world.memory};
  ExerciseService exercises{threads, shipped_exercises(), {}};
  ClassState state;
  std::shared_ptr<Student> reader = std::make_shared<Student>(StudentRecord());
  Site site{{},
            {.threads = threads,
             .exercises = exercises,
             .state = state,
             .notebook = world.notebook,
             .reader = reader}};
};

}  // namespace

TEST_CASE("a target that is no message of the site is not found, and opens nothing of a teacher") {
  SiteWorld world;
  for (const char* const target :
       {"/teacher/students", "/teacher/phase", "/nothing", "start", "/start/", ""}) {
    INFO(target);
    CHECK(world.ask(target).status == 404);
  }
  CHECK(world.ask("/start").status == 200);
  CHECK(world.ask("/class").status == 200);
}

TEST_CASE("a message that is not answered is told why") {
  SiteWorld world;
  const HttpResponse wrong = world.ask("/answer");
  CHECK(wrong.status == 400);
  CHECK(wrong.body ==
        "The message is not JSON, or a member is missing, has the wrong type, or names what there is not.\n");
  world.state.set_phase(ClassPhase::frozen);
  CHECK(world.ask("/answer").body == R"({"fault":"frozen"})");
  world.state.set_phase(ClassPhase::ended);
  CHECK(world.ask("/hand_in").body == R"({"fault":"ended"})");
  world.state.set_phase(ClassPhase::open);
  world.world.notebook->end();
  const HttpResponse ended = world.ask("/schema");
  CHECK(ended.status == 410);
  CHECK(ended.body == R"({"fault":"code"})");
}

TEST_CASE("statements that are sent together are answered, and seen by the teacher, one by one") {
  SiteWorld world;
  world.world.load(1);
  const std::vector<std::string> statements{"INSERT INTO k.many (p, c) VALUES (2, 1)",
                                            "INSERT INTO k.many (p) VALUES (2)",
                                            "DELETE FROM k.many WHERE p = 2 AND c = 7"};
  const auto answered = nlohmann::json::parse(
      world.ask("/answers", {{"statements", statements}, {"language", "zh"}, {"columns", 60}})
          .body)["answers"];
  REQUIRE(answered.size() == 3);
  CHECK(answered[0]["outcome"] == "done");
  CHECK(answered[1]["refusal"]["code"] == "E313");
  const StudentView seen = world.reader->view();
  REQUIRE(seen.ran.size() == 3);
  CHECK(seen.ran[1].statement == statements[1]);
  CHECK(seen.ran[1].facts.code == "E313");
  for (const nlohmann::json& wrong : {nlohmann::json(), nlohmann::json::array(), nlohmann::json("HELP"),
                                      nlohmann::json::array({"HELP", 1})}) {
    INFO(wrong);
    CHECK(world.ask("/answers", {{"statements", wrong}}).status == 400);
  }
  CHECK(world.ask("/answers").status == 400);
  world.state.set_phase(ClassPhase::frozen);
  CHECK(world.ask("/answers", {{"statements", statements}}).status == 423);
}

TEST_CASE("a statement that has waited runs no more after the end of the lesson") {
  SiteWorld world;
  std::promise<void> began, go_on;
  world.world.notebook->ask(
      [&](Notebook&) {
        began.set_value();
        go_on.get_future().wait();
        return std::string();
      },
      [](const Notebook::Result&) {});
  began.get_future().wait();
  std::future<HttpResponse> waiting = world.begin_to_ask("/answer", {{"statement", "EXAMPLES"}});
  world.state.set_phase(ClassPhase::ended);
  go_on.set_value();
  const HttpResponse response = waiting.get();
  CHECK(response.status == 423);
  CHECK(response.body == R"({"fault":"ended"})");
  world.state.set_phase(ClassPhase::open);
  CHECK(world.world.ask("USE examples")["outcome"] == "refused");
}

TEST_CASE("of one student one answer is read and graded at a time, and a wrong message takes no place") {
  SiteWorld world;
  const nlohmann::json wrong{{"exercise", "none"}, {"text", ""}};
  std::shared_ptr<const void> grading = world.reader->begin_grading();
  REQUIRE(grading != nullptr);
  const HttpResponse busy = world.ask("/hand_in", wrong);  // which is not read
  CHECK(busy.status == 429);
  CHECK(busy.body == R"({"fault":"busy"})");
  grading.reset();
  for (int message = 0; message < 20; ++message) CHECK(world.ask("/hand_in", wrong).status == 400);
  const HttpResponse graded = world.ask("/hand_in", {{"exercise", "likes"}, {"text", ""}});
  CHECK(graded.body.find("\"best\":0") != std::string::npos);
}
