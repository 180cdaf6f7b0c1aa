// The engine as a module of WebAssembly, which web/wasm/engine.js runs: one notebook, and the file that it works on.
//
// In:      the bytes of a database; the messages of the page (web/site/site.h), as texts.
// Out:     their answers, as texts; the bytes of the database. What a function returns is valid until the next call.
// Refused: a file that is no database. What a message gets refused is in its answer.
//
// One thread runs all of it, and a statement runs until it has ended: whoever wants to stop one ends the module and begins it
// anew with the bytes that it saved last.

#include <cstdlib>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "refusal/render.h"
#include "storage/system/browser/memory_files.h"
#include "web/site/site.h"

namespace cellar {

namespace {

constexpr std::string_view kFile = "/notebook.cellar";
constexpr unsigned kWrongFile = 400;
/// The most that a database may have. The C library takes a power of two for what it gives, with a few bytes of its own.
constexpr std::size_t kMap = (std::size_t{64} << 20) - (std::size_t{64} << 10);

Database open_database(const std::string& file, const std::shared_ptr<LessonClock>& clock) {
  return Database::open(file, {.clock = [clock] { return clock->now(); },
                               .clock_is_set = [clock] { return clock->stands(); },
                               .map_size = kMap});
}

/// A notebook and what it needs, which must go before another file is opened.
struct OpenNotebook {
  explicit OpenNotebook(const std::string& file)
      : exercises(threads(), shipped_exercises(), GradingLimits()),
        reader(std::make_shared<Student>(StudentRecord{.number = 1})),
        clock(std::make_shared<LessonClock>()),
        database(open_database(file, clock)),
        notebook(std::make_shared<Notebook>(threads(), database, clock, NotebookLimits(),
                                            NotebookLessons{lesson_files(), reader})),
        site({.version = CELLAR_VERSION, .database = {}, .language = Language::english},
             {.threads = threads(),
              .exercises = exercises,
              .state = state,
              .notebook = notebook,
              .reader = reader}) {}

  /// Nobody is called after a time.
  NotebookThreads threads() {
    return {work, [](auto, const auto&) {}, memory};
  }

  WorkThreads work;
  std::shared_ptr<MemoryPool> memory = std::make_shared<MemoryPool>(kMap);
  ClassState state;
  ExerciseService exercises;
  std::shared_ptr<Student> reader;
  std::shared_ptr<LessonClock> clock;
  Database database;
  std::shared_ptr<Notebook> notebook;
  Site site;
};

std::unique_ptr<OpenNotebook>& opened() {
  static std::unique_ptr<OpenNotebook> notebook;
  return notebook;
}

/// What the last call returns, besides its number.
std::string& result() {
  static std::string text;
  return text;
}

/// Makes the file of these bytes, and opens it. None: an empty database.
unsigned open_bytes(std::span<const char> bytes) {
  const std::string path(kFile);
  opened().reset();
  MemoryFiles::all().remove(path);
  if (!bytes.empty()) MemoryFiles::all().create(path)->write(0, bytes);
  try {
    opened() = std::make_unique<OpenNotebook>(path);
  } catch (const Refusal& refusal) {
    result() = render_line(refusal.diagnostic, SourcePlace());
    return kWrongFile;
  }
  return 0;
}

unsigned answer(std::string target, std::string body) {
  unsigned status = 0;
  opened()->site.serve({.method = "POST", .target = std::move(target), .body = std::move(body)},
                       [&](HttpResponse response) {
                         status = response.status;
                         result() = std::move(response.body);
                       });
  return status;
}

}  // namespace

}  // namespace cellar

#define CELLAR_EXPORT(name) extern "C" __attribute__((export_name(name)))

/// Memory for what is handed to the other functions. It is for the caller to release.
CELLAR_EXPORT("allocate") char* cellar_allocate(std::size_t size) {
  return static_cast<char*>(std::malloc(size));
}
CELLAR_EXPORT("release") void cellar_release(char* bytes) { std::free(bytes); }

/// Returns 0, or another number with the reason as result.
CELLAR_EXPORT("open") unsigned cellar_open(const char* bytes, std::size_t size) {
  return cellar::open_bytes({bytes, size});
}

/// Returns the status that HTTP has for the answer, which is the result: 200, or what site.h says.
CELLAR_EXPORT("message")
unsigned cellar_message(const char* target, std::size_t target_size, const char* body,
                        std::size_t body_size) {
  return cellar::answer({target, target_size}, {body, body_size});
}

CELLAR_EXPORT("result") const char* cellar_result() { return cellar::result().data(); }
CELLAR_EXPORT("result_size") std::size_t cellar_result_size() { return cellar::result().size(); }

/// The file as it is after the last statement, without a copy.
CELLAR_EXPORT("saved") const char* cellar_saved() {
  return cellar::MemoryFiles::all().find(std::string(cellar::kFile))->bytes().data();
}
CELLAR_EXPORT("saved_size") std::size_t cellar_saved_size() {
  return cellar::MemoryFiles::all().find(std::string(cellar::kFile))->size();
}
