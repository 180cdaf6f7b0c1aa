#include "program/subcommands/move_command.h"

#include <unistd.h>

#include <charconv>
#include <filesystem>
#include <limits>
#include <memory>
#include <utility>

#include "program/cluster.h"
#include "program/words/program_words.h"
#include "shell/connection/database_connection.h"
#include "shell/console/script/script_place.h"
#include "shell/editor/interrupt.h"
#include "shell/move/move.h"
#include "shell/move/replication.h"
#include "shell/terminal/terminal_question.h"
#include "storage/map/lock_file.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr int kSame = 0, kEndedEarly = 1, kDiffers = 2;

/// The connections of both sides. Of the target there are two: rows are read there while others are written.
struct MoveSides {
  std::unique_ptr<Connection> source, target, target_reads;
};

/// A file that a move makes is removed again when the move is refused: then nothing was written.
class NewFile {
 public:
  explicit NewFile(const std::filesystem::path& path) : path_(path) {
    std::error_code unknown;
    is_new_ = !std::filesystem::exists(path, unknown) && !unknown;
  }
  /// When nobody in this process has it open any more.
  ~NewFile() {
    if (!is_new_) return;
    std::error_code absent;
    std::filesystem::remove(path_, absent);
    std::filesystem::remove(lock_file_name(path_.string()), absent);
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  void keep() { is_new_ = false; }

 private:
  const std::filesystem::path path_;
  bool is_new_ = false;
};

MoveSides connect_sides(const MoveOptions& options, Language language) {
  const ClusterSettings settings = cluster_settings(options.connect, language);
  const auto to_cluster = [&] {
    auto connection = std::make_unique<ClusterConnection>(settings, Policy::cassandra);
    connection->set_consistency(options.connect.consistency, options.connect.serial_consistency);
    return connection;
  };
  // Before a file is made.
  std::unique_ptr<ClusterConnection> cluster = to_cluster();
  const Database database = Database::open(options.database, {.read_only = options.is_to_cluster});
  const auto to_file = [&] { return std::make_unique<DatabaseConnection>(database); };
  MoveSides sides;
  if (options.is_to_cluster) {
    sides = {to_file(), std::move(cluster), to_cluster()};
  } else {
    sides = {std::move(cluster), to_file(), to_file()};
  }
  for (Connection* const connection : {sides.source.get(), sides.target.get(), sides.target_reads.get()}) {
    connection->set_notices(Notices::off);
    connection->set_wait({.waiting = nullptr, .interrupted = interrupt_token(), .limit = {}});
  }
  return sides;
}

[[noreturn]] void refuse_move_option(const char* option, const std::string& value, const char* example) {
  refuse("move_option", {}, {{"option", option}, {"value", value}, {"example", example}});
}

std::int64_t token_in(const std::string& text, std::string_view part) {
  std::int64_t token = 0;
  const auto [stop, error] = std::from_chars(part.data(), part.data() + part.size(), token);
  if (error != std::errc() || stop != part.data() + part.size() || part.empty())
    refuse_move_option("--tokens", text, "--tokens 1% or --tokens=-5000000000000000000:0");
  return token;
}

/// A token range as COPY has it: BEGIN itself is left out, END is in. A part of the ring is that part of the partitions.
void read_tokens(const std::string& text, MoveSample& sample) {
  if (text.empty()) return;
  if (text.ends_with('%')) {
    double percent = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size() - 1, percent);
    if (error != std::errc() || stop != text.data() + text.size() - 1 || !(percent > 0 && percent <= 100))
      token_in(text, "");
    constexpr double kAllTokens = 18446744073709551616.0;
    if (percent < 100)
      sample.through_token =
          static_cast<std::int64_t>(static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::min()) +
                                    static_cast<std::uint64_t>(kAllTokens * percent / 100));
    return;
  }
  const std::size_t colon = text.find(':');
  const std::string_view whole = text;
  if (colon == text.npos) token_in(text, "");
  if (colon > 0) sample.after_token = token_in(text, whole.substr(0, colon));
  if (colon + 1 < text.size()) sample.through_token = token_in(text, whole.substr(colon + 1));
  if (sample.after_token && sample.through_token && *sample.after_token >= *sample.through_token)
    token_in(text, "");
}

std::map<std::string, std::string> read_replication(const std::vector<std::string>& texts) {
  std::map<std::string, std::string> replication;
  for (const std::string& text : texts) {
    const std::size_t map = text.find('{'), sign = text.find('=');
    std::string keyspace(sign < map ? trim(std::string_view(text).substr(0, sign)) : "");
    if (map == text.npos || (sign < map && keyspace.empty()))
      refuse_move_option("--replication", text,
                         "--replication \"shop={'class': 'NetworkTopologyStrategy', 'datacenter1': 3}\"");
    const bool is_quoted = keyspace.size() > 1 && keyspace.front() == '"' && keyspace.back() == '"';
    keyspace = is_quoted ? keyspace.substr(1, keyspace.size() - 2) : to_lower(keyspace);
    replication[keyspace] = text.substr(map);
  }
  return replication;
}

AskReplication question_about(Connection& target, Language language) {
  if (isatty(STDIN_FILENO) == 0) return nullptr;
  return [&target, language](const std::string& keyspace) -> std::optional<std::string> {
    const std::string suggested = suggested_replication(nodes_by_datacenter(target));
    const std::optional<std::string> typed = ask_at_terminal(
        ProgramWords::say(language, "Replication of keyspace {keyspace} [{suggested}]: ",
                          {{"keyspace", show_on_terminal(keyspace)}, {"suggested", suggested}}),
        TypingShown::yes);
    if (!typed) return std::nullopt;
    const std::string replication(trim(*typed));
    return replication.empty() ? suggested : replication;
  };
}

std::string command_again(const std::vector<std::string>& arguments) {
  std::string command;
  for (const std::string& word : without_password(arguments))
    command += (command.empty() ? "" : " ") + quote_for_shell(word);
  return command;
}

void tell_end(const MoveReport& report, const MoveOptions& options, const DiagnosticStyle& style,
              Output& output) {
  if (!report.ended_by) return;
  if (!report.is_interrupted())
    output.write_diagnostic(render(style.form, *report.ended_by, {}, style.colour, {}, style.language,
                                   output.diagnostic_columns()));
  if (report.can_go_on)
    output.write_diagnostic(ProgramWords::say(style.language,
                                              "-- what was acknowledged is kept; to go on: {command}\n",
                                              {{"command", command_again(options.arguments)}}));
}

int status_of(const MoveReport& report) {
  if (report.is_interrupted()) return 128 + interrupting_signal();
  if (report.ended_by) return kEndedEarly;
  return report.difference_count > 0 ? kDiffers : kSame;
}

int move_and_report(const MoveOptions& options, const DiagnosticStyle& style, Output& output) {
  MoveSample sample;
  sample.rows_per_partition = options.rows_per_partition;
  sample.where = options.where;
  read_tokens(options.tokens, sample);
  NewFile new_file(options.database);
  const MoveSides sides = connect_sides(options, style.language);
  const std::string file = options.database.string(), &cluster = *options.connect.nodes;
  const MoveReport report = move_keyspaces({.source = *sides.source,
                                            .target = *sides.target,
                                            .target_reads = *sides.target_reads,
                                            .source_name = options.is_to_cluster ? file : cluster,
                                            .target_name = options.is_to_cluster ? cluster : file,
                                            .keyspaces = options.keyspaces,
                                            .tables = options.tables,
                                            .sample = sample,
                                            .replication = read_replication(options.replication),
                                            .ask_replication = question_about(*sides.target, style.language),
                                            .consistency = options.connect.consistency,
                                            .serial_consistency = options.connect.serial_consistency,
                                            .record = options.record.value_or(file + ".move"),
                                            .copies = !options.checks_only,
                                            .checks = options.checks,
                                            .output = output,
                                            .language = style.language,
                                            .stop = interrupt_token()});
  new_file.keep();
  output.write(options.json ? move_json(report, style.language)
                            : move_text(report, style.language, output.terminal_columns().value_or(0)));
  tell_end(report, options, style, output);
  return status_of(report);
}

}  // namespace

int run_move(const MoveOptions& options, const DiagnosticStyle& style, Output& output) {
  watch_requests_to_end();
  return move_and_report(options, style, output);
}

}  // namespace cellar
