// The engine as a module of WebAssembly, which web/wasm/engine.js runs: one notebook, and the file that it works on.
//
// In:      the bytes of a database, and the record of the student who works with it (web/student/student_record.h); the exercises;
//          the messages of the page (web/site/site.h), as texts.
// Out:     their answers, as texts; the bytes of the database; the record as it is now. What a function returns is valid until
//          the next call. What is done to the file is told to the imports of "cellar", each of which returns 0 or an errno
//          (FileKeeper).
// Refused: a file that is no database. What a message gets refused is in its answer.
//
// One thread runs all of it, and a statement runs until it has ended: whoever wants to stop one ends the module and begins it
// anew with the bytes that it saved last.

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "refusal/render.h"
#include "storage/system/browser/memory_files.h"
#include "web/site/site.h"
#include "web/wasm/given_exercises.h"

#define CELLAR_IMPORT(name) __attribute__((import_module("cellar"), import_name(name)))
extern "C" {
CELLAR_IMPORT("write") int cellar_file_write(std::size_t offset, const char* bytes, std::size_t size);
CELLAR_IMPORT("resize") int cellar_file_resize(std::size_t size);
CELLAR_IMPORT("sync") int cellar_file_sync();
CELLAR_IMPORT("replace") int cellar_file_replace(const char* bytes, std::size_t size);
}

namespace cellar {

namespace {

/// Whoever runs the module.
class OutsideKeeper final : public FileKeeper {
 public:
  int write(std::size_t offset, std::span<const char> bytes) override {
    return cellar_file_write(offset, bytes.data(), bytes.size());
  }
  int resize(std::size_t size) override { return cellar_file_resize(size); }
  int sync() override { return cellar_file_sync(); }
  int replace(std::span<const char> bytes) override {
    return cellar_file_replace(bytes.data(), bytes.size());
  }
};

constexpr std::string_view kFile = "/notebook.cellar";
constexpr unsigned kWrongFile = 400;
constexpr unsigned kNotOpen = 409;
/// The most that a database may have. The C library takes a power of two for what it gives, with a few bytes of its own.
constexpr std::size_t kMap = (std::size_t{64} << 20) - (std::size_t{64} << 10);
constexpr std::size_t kMapBeyondFile = std::size_t{64} << 10;

/// Nobody else needs the memory that plans take, and of many statements most are alike.
NotebookLimits limits_of_one() {
  NotebookLimits limits;
  limits.path = StatementPath::shortest;
  return limits;
}

Database open_database(const std::string& file, const std::shared_ptr<LessonClock>& clock) {
  return Database::open(file, {.clock = [clock] { return clock->now(); },
                               .clock_is_set = [clock] { return clock->stands(); },
                               .map_size = kMap});
}

/// The text that was handed in, of which the next notebook takes the record.
std::string& given_record() {
  static std::string text;
  return text;
}

StudentRecord read_given_record() {
  StudentRecord record = read_record(given_record()).value_or(StudentRecord());
  record.number = 1;
  return record;
}

/// A notebook and what it needs, which must go before another file is opened.
struct OpenNotebook {
  explicit OpenNotebook(const std::string& file)
      : exercises(threads(), shipped_exercises(), GradingLimits()),
        reader(std::make_shared<Student>(read_given_record())),
        clock(std::make_shared<LessonClock>()),
        database(open_database(file, clock)),
        notebook(std::make_shared<Notebook>(threads(), database, clock, limits_of_one(),
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

/// Closes the notebook, and returns the place for the bytes of the next; null if there is no memory, or no byte.
char* make_room(std::size_t size) {
  const std::string path(kFile);
  opened().reset();
  MemoryFiles::all().remove(path);
  if (size == 0) return nullptr;
  auto file = std::make_shared<MemoryFile>(0);
  // A map of the file is at most so much larger than it, so its bytes need not be moved.
  if (file->reserve(std::max(size + kMapBeyondFile, kMap)) != 0 || file->resize(size) != 0) return nullptr;
  MemoryFiles::all().name(file, path);
  return file->bytes().data();
}

/// Opens what was put into the room; an empty database, if there is none.
unsigned open_notebook() {
  static OutsideKeeper keeper;
  const std::string path(kFile);
  MemoryFiles::all().keep(path, keeper);
  try {
    opened() = std::make_unique<OpenNotebook>(path);
  } catch (const Refusal& refusal) {
    result() = render_line(refusal.diagnostic, SourcePlace());
    return kWrongFile;
  }
  return 0;
}

void offer_exercises(std::string text) {
  give_exercises(std::move(text));
  if (opened()) opened()->exercises.offer(shipped_exercises());
}

unsigned answer(std::string target, std::string body) {
  if (!opened()) {
    result() = "No database is open.";
    return kNotOpen;
  }
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

/// Returns where the bytes of a database are to be put before it is opened.
CELLAR_EXPORT("room") char* cellar_room(std::size_t size) { return cellar::make_room(size); }
/// Returns 0, or another number with the reason as result.
CELLAR_EXPORT("open") unsigned cellar_open() { return cellar::open_notebook(); }

/// Returns the status that HTTP has for the answer, which is the result: 200, or what site.h says.
CELLAR_EXPORT("message")
unsigned cellar_message(const char* target, std::size_t target_size, const char* body,
                        std::size_t body_size) {
  return cellar::answer({target, target_size}, {body, body_size});
}

/// Before open(). What is no record counts as an empty one.
CELLAR_EXPORT("set_record") void cellar_set_record(const char* text, std::size_t size) {
  cellar::given_record().assign(text, size);
}
/// Before a message asks for exercises: the text of given_exercises.h, in the place of what was handed in before.
CELLAR_EXPORT("set_exercises") void cellar_set_exercises(const char* text, std::size_t size) {
  cellar::offer_exercises({text, size});
}
/// The record is the result; nothing, if no database is open.
CELLAR_EXPORT("record") void cellar_record() {
  cellar::result() = cellar::opened() ? cellar::record_json(cellar::opened()->reader->view().record) : "";
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
