#include "shell/script_runner.h"

#include <fmt/format.h>

#include "shell/interrupt.h"
#include "shell/open_quote.h"

namespace cellar {

namespace {

constexpr std::size_t kGroupStatements = 10'000;
constexpr std::chrono::milliseconds kGroupTime{200};
constexpr std::size_t kMaximumDepth = 16;

class Depth {
 public:
  explicit Depth(std::size_t& depth) : depth_(depth) { ++depth_; }
  ~Depth() { --depth_; }
  Depth(const Depth&) = delete;
  Depth& operator=(const Depth&) = delete;

 private:
  std::size_t& depth_;
};

}  // namespace

ScriptRunner::ScriptRunner(Session& session, StatementRunner& runner, Output& output, bool read_only,
                           const ScriptOptions& options)
    : session_(session), runner_(runner), output_(output), options_(options), read_only_(read_only) {}

void ScriptRunner::run_file(const std::filesystem::path& path) {
  if (depth_ == kMaximumDepth) refuse("sourced_too_deep", {}, {{"depth", std::to_string(depth_)}});
  ScriptFile file(path);
  const Depth depth(depth_);
  read_all(file, path == "-" ? "stdin" : path.string());
  leave_script();
}

void ScriptRunner::run_text(std::string_view name, std::string_view text) {
  ScriptReader reader;
  const Depth depth(depth_);
  reader.feed(text);
  if (run_ready(reader, name)) run_rest(reader, name, true);
  leave_script();
}

void ScriptRunner::read_all(ScriptFile& file, std::string_view name) {
  ScriptReader reader;
  for (;;) {
    // Who writes into a pipe may pause: what was written meanwhile becomes durable, and others may write.
    if (group_open_ && !file.ready_within(kGroupTime)) make_durable();
    const std::string_view piece = file.read();
    if (interrupted() && end_ == End::none) end_ = End::interrupted;
    if (piece.empty() || end_ != End::none) break;
    reader.feed(piece);
    if (!run_ready(reader, name)) return;
  }
  if (end_ == End::none) run_rest(reader, name, false);
}

// False when the script has ended: by EXIT, or because no more may run.
bool ScriptRunner::run_ready(ScriptReader& reader, std::string_view name) {
  while (const std::optional<ScriptStatement> statement = reader.next()) {
    if (!run_one(*statement, name)) return false;
  }
  return true;
}

bool ScriptRunner::run_one(const ScriptStatement& statement, std::string_view name) {
  if (options_.in_groups && !group_open_ && !read_only_) {
    session_.begin_group();
    group_open_ = true;
    group_start_ = std::chrono::steady_clock::now();
  }
  const Outcome outcome = runner_.run(statement, name);
  if (outcome == Outcome::leave) return false;
  ++statements_;
  note(outcome);
  if (end_ == End::none && group_is_old()) make_durable();
  return end_ == End::none;
}

void ScriptRunner::note(Outcome outcome) {
  if (outcome == Outcome::refused || outcome == Outcome::broken) ++refused_;
  if (end_ != End::none) return;
  if (outcome == Outcome::broken) {
    end_ = End::broken;
  } else if (interrupted()) {
    end_ = End::interrupted;
  } else if (outcome == Outcome::refused && options_.stop_on_error) {
    end_ = End::refused;
  }
}

// What a file leaves unfinished is not run: it may be half of a statement.
void ScriptRunner::run_rest(ScriptReader& reader, std::string_view name, bool end_is_optional) {
  reader.end();
  if (!run_ready(reader, name)) return;
  const Unfinished unfinished = reader.unfinished();
  const std::optional<ScriptStatement> rest = reader.rest();
  if (!rest) return;
  if (end_is_optional && unfinished == Unfinished::statement) {
    run_one(*rest, name);
    return;
  }
  ++statements_;
  note(runner_.report(describe_unfinished(*rest, unfinished), *rest, name));
}

bool ScriptRunner::group_is_old() const {
  return !options_.in_groups || statements_ - durable_ >= kGroupStatements ||
         std::chrono::steady_clock::now() - group_start_ >= kGroupTime;
}

void ScriptRunner::make_durable() {
  if (group_open_) {
    group_open_ = false;
    session_.commit_group();
  }
  if (options_.report_commits && statements_ > durable_) {
    output_.write_diagnostic(fmt::format("-- committed {}\n", statements_));
  }
  durable_ = statements_;
}

void ScriptRunner::leave_script() {
  if (depth_ == 1 && end_ != End::broken) make_durable();
}

void ScriptRunner::start_anew() {
  end_ = End::none;
  statements_ = refused_ = durable_ = 0;
}

}  // namespace cellar
