// `cellar class` as a process: what it says, how it ends.
#include <openssl/ssl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "made_certificate.h"
#include "web_client.h"

using namespace cellar::test;

namespace {

/// The program with `class --listen ...` and further words; its first line is read.
class ClassProcess {
 public:
  explicit ClassProcess(std::vector<std::string> words) {
    words.insert(words.begin(), {CELLAR_PROGRAM, "--language", "en", "class"});
    std::array<int, 2> ends{};
    REQUIRE(::pipe(ends.data()) == 0);
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    id_ = ::fork();
    if (id_ == 0) {
      ::dup2(ends[1], STDOUT_FILENO);
      ::dup2(ends[1], STDERR_FILENO);
      ::execv(arguments.front(), arguments.data());
      ::_exit(127);
    }
    ::close(ends[1]);
    for (char c = 0; ::read(ends[0], &c, 1) == 1 && c != '\n';) line_ += c;
    ::close(ends[0]);
  }
  ~ClassProcess() {
    if (id_ > 0) end_by(SIGKILL);
  }
  ClassProcess(const ClassProcess&) = delete;
  ClassProcess& operator=(const ClassProcess&) = delete;

  const std::string& line() const { return line_; }
  std::uint16_t port() const {
    return static_cast<std::uint16_t>(std::stoul(line_.substr(line_.rfind(':') + 1)));
  }
  int end_by(int signal) {
    ::kill(id_, signal);
    return await_end();
  }
  int await_end() {
    int status = 0;
    ::waitpid(id_, &status, 0);
    id_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

 private:
  pid_t id_ = -1;
  std::string line_;
};

std::string message(std::uint16_t port, const std::string& body) {
  return "POST /answer HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) +
         "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
         body;
}

}  // namespace

TEST_CASE("cellar class says where the page is, and ends by a signal with what was answered kept") {
  const std::filesystem::path file = std::filesystem::temp_directory_path() /
                                     ("cellar-class-test-" + std::to_string(::getpid()) + ".cellar");
  for (const int signal : {SIGTERM, SIGINT}) {
    ClassProcess process({file.string(), "--listen", "127.0.0.1:0"});
    CHECK(process.line().starts_with("cellar shows " + file.string() + " at http://127.0.0.1:"));
    WebClient idle(process.port());
    CHECK(WebClient(process.port()).ask(message(process.port(), R"({"statement":"EXAMPLES"})")).status ==
          200);
    CHECK(process.end_by(signal) == 0);
    CHECK(idle.rest().empty());
  }
  ClassProcess again({file.string(), "--listen", "127.0.0.1:0"});
  CHECK(
      WebClient(again.port())
          .ask(message(again.port(), R"({"statement":"SELECT id FROM examples.posts WHERE author = 'ann'"})"))
          .body.find("\"rows\":[[1],[2],[7]]") != std::string::npos);
  CHECK(again.end_by(SIGTERM) == 0);
  std::filesystem::remove(file);
  std::filesystem::remove(file.string() + "-lock");
}

TEST_CASE("cellar class refuses what it cannot do") {
  ClassProcess open({"--listen", "0.0.0.0:0"});
  CHECK(open.line().find("E532") != std::string::npos);
  CHECK(open.await_end() == 1);
  ClassProcess shared({"shop.cellar", "--students", "3"});
  CHECK(shared.await_end() == 1);
  ClassProcess kept({"--keep", "folder"});
  CHECK(kept.await_end() == 1);
  ClassProcess wrong({"--listen", "8048"});
  CHECK(wrong.line().find("127.0.0.1:8048") != std::string::npos);
  CHECK(wrong.await_end() == 1);
}

TEST_CASE("cellar class shows its page by HTTPS, and names the file that cannot be used for it") {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("cellar-class-tls-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  const MadeCertificate own(folder, "own", "IP:127.0.0.1"), old(folder, "old", "IP:127.0.0.1", -60);
  const auto words = [](const std::string& certificate, const std::string& key) {
    return std::vector<std::string>{"--listen", "127.0.0.1:0", "--certificate", certificate, "--key", key};
  };
  const std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> tls(SSL_CTX_new(TLS_client_method()), SSL_CTX_free);
  {
    ClassProcess process(words(own.certificate_file, own.key_file));
    CHECK(process.line().starts_with("cellar shows a temporary database at https://127.0.0.1:"));
    CHECK(
        WebClient(process.port(), tls.get()).ask(message(process.port(), R"({"statement":"HELP"})")).status ==
        200);
    CHECK(process.end_by(SIGTERM) == 0);
  }
  ClassProcess expired(words(old.certificate_file, old.key_file));
  CHECK(expired.line().starts_with("-- the certificate in " + old.certificate_file + " has expired on 20"));
  CHECK(expired.end_by(SIGTERM) == 0);
  ClassProcess wrong(words(own.certificate_file, old.key_file));
  CHECK(wrong.line().find("E686") != std::string::npos);
  CHECK(wrong.line().find(old.key_file) != std::string::npos);
  CHECK(wrong.await_end() == 1);
  for (const std::vector<std::string>& half :
       {std::vector<std::string>{"--certificate", own.certificate_file}, {"--key", own.key_file}}) {
    ClassProcess alone(half);
    CHECK(alone.line().find(half[0] == "--key" ? "--certificate" : "--key") != std::string::npos);
    CHECK(alone.await_end() == 1);
  }
  std::filesystem::remove_all(folder);
}

TEST_CASE("cellar class shows the lessons and exercises of folders, once they are found right") {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / ("cellar-class-folders-" + std::to_string(::getpid()));
  const fs::path examples = fs::path(CELLAR_SOURCE_DIR) / "examples", exercise = folder / "e/mine.cql";
  fs::create_directories(folder / "l");
  fs::create_directories(folder / "e");
  fs::copy_file(examples / "lessons/L3.md", folder / "l/L3.md");
  fs::copy_file(examples / "exercises/likes.cql", exercise);
  const std::vector<std::string> words = {"--listen",   "127.0.0.1:0", "--lessons",
                                          folder / "l", "--exercises", folder / "e"};
  ClassProcess without_answers(words);
  CHECK(without_answers.line().find("E664") != std::string::npos);
  CHECK(without_answers.await_end() == 1);
  fs::copy_file(examples / "exercises/likes.answers.cql", folder / "e/mine.answers.cql");
  {
    ClassProcess process(words);
    const std::string lessons =
        WebClient(process.port()).ask(message(process.port(), R"({"statement":"LEARN"})")).body;
    CHECK(lessons.find(R"("lesson":"L3")") != std::string::npos);
    CHECK(lessons.find(R"("lesson":"L1")") == std::string::npos);
    CHECK(process.end_by(SIGTERM) == 0);
  }
  std::ofstream(folder / "e/mine.answers.cql", std::ios::app)
      << "\n-- @wrong \"nothing is wrong\" loses T1.MR1\n-- @answer T2\nCREATE TABLE t (customer text, liked "
         "timestamp, product text, PRIMARY KEY (customer, liked, product));\n";
  ClassProcess misjudged(words);
  CHECK(misjudged.line().find("mine.answers.cql:") != std::string::npos);
  CHECK(misjudged.line().find("it should lose T1.MR1") != std::string::npos);
  CHECK(misjudged.await_end() == 1);
  std::ofstream(exercise, std::ios::app) << "-- @nonsense\n";
  ClassProcess wrong(words);
  CHECK(wrong.line().find("E660") != std::string::npos);
  CHECK(wrong.await_end() == 1);
  std::ofstream(folder / "l/L3.md", std::ios::app) << "\n## Last\n\n```cql type\nSELECT 1;\n```\n";
  ClassProcess wrong_lesson(words);
  CHECK(wrong_lesson.line().find("E670") != std::string::npos);
  CHECK(wrong_lesson.line().find("L3.md:") != std::string::npos);
  CHECK(wrong_lesson.await_end() == 1);
  fs::remove_all(folder);
}
