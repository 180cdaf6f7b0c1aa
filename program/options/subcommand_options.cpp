#include "program/options/subcommand_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>

#include "program/options/cqlsh_habits.h"
#include "program/options/option_kinds.h"

namespace cellar {

namespace {

/// Adds a subcommand, and returns it if its options are to be added, too; else null. It takes --language, as the
/// program does before its name.
CLI::App* add_subcommand(CLI::App& program, Options& options, const char* name, const char* text) {
  CLI::App* const command = program.add_subcommand(name, text);
  const bool is_asked_for = std::ranges::find(options.arguments, name) != options.arguments.end();
  if (!is_asked_for && !describes_all_options(options.arguments)) return nullptr;
  add_language(*command, options.language);
  return command;
}

// A DATABASE that is called as a command is written ./check, ./grade ...
void add_check(CLI::App& program, Options& options) {
  const auto check = std::make_shared<CheckOptions>();
  CLI::App* const command =
      add_subcommand(program, options, "check", "Run scripts and compare their answers with those they hold");
  if (command == nullptr) return;
  command->add_option("PATH", check->paths, "Scripts, or folders of them")->required();
  add_choice(*command, "--policy", check->policy, kPolicies, "cassandra (default) or teach");
  add_general_path(*command, check->path);
  command->add_flag("--update", check->update, "Write the answers of this run into the scripts");
  command->add_flag("--summary", check->summary, "End with a table of the folders");
  command
      ->add_option("--only", check->only,
                   "Only scripts whose path contains the pattern, with * and ?; may be given several times")
      ->type_name("PATTERN")
      ->allow_extra_args(false);
  command->add_flag("--tap", check->tap, "Print the outcome in the Test Anything Protocol");
  command->add_option("--junit", check->junit, "Also write the outcome into a file, as JUnit's XML")
      ->type_name("FILE");
  if (asks_for_cluster(options.arguments)) add_connect(*command, check->connect);
  command->add_option("--known", check->known, "A list of differences that are decisions");
  command->callback([&options, check] { options.check = *check; });
}

const Choices<GradeReport> kGradeReports = {{"text", GradeReport::text},
                                            {"tap", GradeReport::tap},
                                            {"junit", GradeReport::junit},
                                            {"json", GradeReport::json},
                                            {"csv", GradeReport::csv}};

void add_grade(CLI::App& program, Options& options) {
  const auto grade = std::make_shared<GradeOptions>();
  CLI::App* const command = add_subcommand(program, options, "grade", "Grade answers to an exercise");
  if (command == nullptr) return;
  command->footer(
      "Exit status: 0 all points, or a class was graded, 1 wrong usage, file or exercise, or --test has\n"
      "found an answer that is misjudged, 2 an answer has lost points.");
  command->add_option("EXERCISE", grade->exercise, "An exercise; with --test also a folder of them")
      ->required();
  CLI::Option* answer =
      command->add_option("ANSWER", grade->answer, "An answer, or a folder of those of a class");
  add_choice(*command, "--report", grade->report, kGradeReports,
             "The form of the grades: text (default), tap, junit, json, csv");
  command
      ->add_option(
          "--answers", grade->teacher,
          "The teacher's answers and hidden rows; by default EXERCISE.answers.cql beside the exercise")
      ->type_name("FILE");
  command->add_option("--reports", grade->reports, "Also write a text for each answer into a folder")
      ->type_name("FOLDER");
  CLI::Option* test = command->add_flag("--test", grade->test,
                                        "Grade the teacher's own answers, and name those that are misjudged");
  test->excludes(answer);
  command->callback([&options, grade] {
    if (!grade->test && !grade->answer) throw CLI::RequiredError("ANSWER");
    if (grade->test && grade->report == GradeReport::csv)
      throw CLI::ValidationError("--report csv", "is for the answers of a class, and --test has none");
    options.grade = *grade;
  });
}

void add_lint(CLI::App& program, Options& options) {
  const auto lint = std::make_shared<LintOptions>();
  CLI::App* const command =
      add_subcommand(program, options, "lint", "Name what a script will make you regret");
  if (command == nullptr) return;
  command->footer(
      "Exit status: 0 no lint of the level error, 1 one of it, or wrong usage or file, 2 a statement was\n"
      "refused.");
  command->add_option("PATH", lint->paths, "Scripts")->required();
  add_choice(*command, "--policy", lint->policy, kPolicies, "cassandra (default) or teach");
  command->add_flag("--json", lint->json, "Print an object for each script");
  command->add_option("--level", lint->given, "The level of a lint, or of all: off, info, warn or error")
      ->type_name("CODE=LEVEL")
      ->allow_extra_args(false)
      ->check([](const std::string& level) {
        return LintLevels().set(level) ? std::string() : "takes L503=error ..., and not \"" + level + '"';
      });
  command->callback([&options, lint] { options.lint = *lint; });
}

void add_moved_part(CLI::App& command, MoveOptions& move) {
  command
      .add_option("--keyspace", move.keyspaces,
                  "Move this keyspace (default: all); may be given several times")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command
      .add_option("--table", move.tables,
                  "Move this table, with the keyspace and its types; may be given several times")
      ->type_name("KEYSPACE.TABLE")
      ->allow_extra_args(false);
  command
      .add_option("--tokens", move.tokens, "A part of the ring: 1%, or from behind the token BEGIN to END")
      ->type_name("N%|BEGIN:END");
  command
      .add_option("--rows-per-partition", move.rows_per_partition,
                  "No more rows of a partition than these first ones")
      ->type_name("N")
      ->check(CLI::Range(1, std::numeric_limits<std::int32_t>::max()).description(""));
  command.add_option("--where", move.where, "Only rows for which this holds, of the one table of --table")
      ->type_name("CONDITION");
}

void add_move(CLI::App& program, Options& options) {
  const auto move = std::make_shared<MoveOptions>();
  move->connect.consistency = "LOCAL_QUORUM";
  CLI::App* const command = add_subcommand(
      program, options, "move", "Carry keyspaces from a file to a cluster, or back, and compare both");
  if (command == nullptr) return;
  command->footer(
      "Exit status: 0 both sides hold the same, 1 it has ended early, 2 they differ, 130 Ctrl-C.");
  command->add_option("FILE", move->database, "A database")->required();
  CLI::Option* to =
      command->add_option("--to", move->connect.nodes, "The cluster that gets the rows of the file")
          ->type_name("HOST[:PORT][,...]");
  const auto take_from = [move](const std::string& nodes) {
    move->connect.nodes = nodes;
    move->is_to_cluster = false;
  };
  CLI::Option* from =
      command
          ->add_option_function<std::string>(
              "--from", take_from, "The cluster whose rows the file gets; the file is made if there is none")
          ->type_name("HOST[:PORT][,...]")
          ->excludes(to);
  add_moved_part(*command, *move);
  command
      ->add_option("--replication", move->replication,
                   "Of a new keyspace, or of all of them; asked for at a terminal")
      ->type_name("[KEYSPACE=]{...}")
      ->allow_extra_args(false);
  command
      ->add_option("--record", move->record, "The record with which an early end goes on (default FILE.move)")
      ->type_name("FILE");
  CLI::Option* only =
      command->add_flag("--check-only", move->checks_only, "Move nothing, compare both sides");
  command
      ->add_flag_callback(
          "--no-check", [move] { move->checks = false; }, "Compare nothing afterwards")
      ->excludes(only);
  command->add_flag("--json", move->json, "Print one object");
  add_connect_settings(*command, move->connect);
  command->callback([&options, move, to, from] {
    if (to->empty() && from->empty()) throw CLI::RequiredError("--to or --from");
    move->arguments = options.arguments;
    options.move = *move;
  });
}

/// Who wants a cluster judged is told how its rows come into a file.
void add_absent_connect(CLI::App& command) {
  const auto refuse = [](const std::string&) {
    throw CLI::ValidationError(
        "--connect",
        "this reads a file; cellar move FILE --from HOST brings a cluster, or a sample of it, home");
  };
  command.add_option_function<std::string>("--connect", refuse)->trigger_on_parse()->group("");
}

void add_readiness(CLI::App& program, Options& options) {
  const auto readiness = std::make_shared<ReadinessOptions>();
  CLI::App* const command =
      add_subcommand(program, options, "readiness", "Name what will hurt on a cluster, with numbers");
  if (command == nullptr) return;
  command->footer("Exit status: 0 ready, 1 a finding of the level error, 2 something could not be read.");
  CLI::Option* database = command->add_option("FILE", readiness->database, "A database, which is only read");
  CLI::Option* scripts =
      command
          ->add_option("--scripts", readiness->scripts,
                       "Scripts, or a folder of them, to judge on its schema; may be given several times")
          ->type_name("FOLDER")
          ->allow_extra_args(false);
  command->add_option("--nodes", readiness->nodes, "How many nodes share the data (default 3)")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000).description(""));
  command->add_flag("--json", readiness->json, "Print one object");
  command->add_option("--level", readiness->given, "Of a code or of all: off, info, warn or error (status 1)")
      ->type_name("CODE=LEVEL")
      ->allow_extra_args(false)
      ->check([](const std::string& level) {
        return LintLevels(LeveledCodes::all).set(level) ? std::string()
                                                        : "takes L530=error ..., and not \"" + level + '"';
      });
  add_absent_connect(*command);
  command->callback([&options, readiness, database, scripts] {
    if (database->empty() && scripts->empty()) throw CLI::RequiredError("FILE or --scripts");
    options.readiness = *readiness;
  });
}

void add_verify(CLI::App& program, Options& options) {
  CLI::App* const command =
      add_subcommand(program, options, "verify",
                     "Read a whole database and name what is damaged in it, without changing it");
  if (command == nullptr) return;
  command
      ->add_option_function<std::filesystem::path>(
          "FILE", [&options](const std::filesystem::path& file) { options.verify = file; }, "A database")
      ->required();
  add_absent_connect(*command);
}

void add_node_names(CLI::App& command, NodeNames& node) {
  // The environment is that of Cassandra's container image.
  command.add_option("--cluster-name", node.cluster, "The name of the cluster that drivers see")
      ->type_name("NAME")
      ->envname("CASSANDRA_CLUSTER_NAME");
  command.add_option("--datacenter", node.datacenter, "Its datacenter (default datacenter1)")
      ->type_name("NAME")
      ->envname("CASSANDRA_DC");
  command.add_option("--rack", node.rack, "Its rack (default rack1)")
      ->type_name("NAME")
      ->envname("CASSANDRA_RACK");
}

void add_serve(CLI::App& program, Options& options) {
  const auto serve = std::make_shared<ServeOptions>();
  CLI::App* const command = add_subcommand(program, options, "serve", "Let drivers of Cassandra connect");
  if (command == nullptr) return;
  command->footer(
      "Exit status: 0 after SIGINT, SIGTERM or SIGHUP, 1 wrong usage or the server cannot start, 2 a\n"
      "statement of --init was refused.");
  CLI::Option* database =
      command->add_option("DATABASE", serve->database, "A file; without one the data are gone at the end");
  command
      ->add_option("--listen", serve->listen,
                   "An address (default 127.0.0.1), or the path of a unix socket; may be given several times")
      ->type_name("ADDRESS")
      ->allow_extra_args(false);
  add_port(*command, "--port", serve->port, "The port of all addresses (default 9042); 0 takes a free one")
      ->type_name("N");
  command
      ->add_option("--init", serve->init,
                   "A script, or a folder of them, to run first, at each start: let those of a DATABASE be "
                   "repeatable; may be given several times")
      ->type_name("FILE|FOLDER")
      ->allow_extra_args(false)
      ->check(CLI::ExistingPath);
  command
      ->add_option("--ready-file", serve->ready_file,
                   "Write the addresses into a file once clients can connect; it is removed at the end")
      ->type_name("FILE");
  add_node_names(*command, serve->node);
  add_choice(*command, "--policy", serve->policy, kPolicies, "cassandra (default) or teach");
  command->add_flag("--read-only", serve->is_read_only, "Refuse all that writes")->needs(database);
  command->add_flag("--insecure", serve->is_insecure,
                    "Also listen where other machines can connect, without any login");
  command->add_flag("--strict-consistency", serve->is_strict_about_consistency,
                    "Answer UNAVAILABLE where a consistency level needs more replicas than one");
  command
      ->add_option("--fault", serve->faults,
                   "Make errors for a test: 'unavailable: 1 in 100'; may be given several times")
      ->type_name("FAULT")
      ->allow_extra_args(false);
  command->callback([&options, serve] { options.serve = *serve; });
}

void add_cqlsh(CLI::App& program, Options& options) {
  const auto cqlsh = std::make_shared<CqlshOptions>();
  CLI::App* const command = add_subcommand(
      program, options, "cqlsh", "Send statements to a running server, as cqlsh does without a prompt");
  if (command == nullptr) return;
  command
      ->add_option("HOST", cqlsh->host,
                   "A name or an address (default 127.0.0.1), or the path of a unix socket")
      ->envname("CQLSH_HOST");
  add_port(*command, "PORT", cqlsh->port, "Its port (default 9042)")->envname("CQLSH_PORT");
  command->add_option("-e,--execute", cqlsh->statements, "Statements; may be given several times")
      ->type_name("CQL")
      ->allow_extra_args(false);
  command->add_option("-f,--file", cqlsh->file, "A script; - is standard input, as without -e")
      ->type_name("FILE");
  command->add_option("-k,--keyspace", cqlsh->keyspace, "The keyspace in use at the start");
  command->add_flag("-C,--color,--no-color")->group("");
  add_options_of_cqlsh(*command, options.arguments);
  command->callback([&options, cqlsh] { options.cqlsh = *cqlsh; });
}

/// Reads ADDRESS:PORT; an address of version 6 is in brackets. Returns what is wrong with it.
std::string read_listen_address(const std::string& text, ClassOptions& options) {
  const std::size_t colon = text.rfind(':');
  const std::string_view port = std::string_view(text).substr(colon == text.npos ? text.size() : colon + 1);
  const auto [end, fault] = std::from_chars(port.data(), port.data() + port.size(), options.port);
  if (colon == text.npos || colon == 0 || port.empty() || fault != std::errc() ||
      end != port.data() + port.size())
    return "takes 127.0.0.1:8048 or [::1]:8048";
  options.host = text.substr(0, colon);
  if (options.host.starts_with('[') && options.host.ends_with(']'))
    options.host = options.host.substr(1, options.host.size() - 2);
  return "";
}

void add_page_tls(CLI::App& command, ClassOptions& of_class) {
  const auto take = [&of_class](std::filesystem::path ServerTlsFiles::*file) {
    return [&of_class, file](const std::filesystem::path& path) {
      if (!of_class.tls) of_class.tls.emplace();
      (*of_class.tls).*file = path;
    };
  };
  CLI::Option* certificate =
      command
          .add_option_function<std::filesystem::path>("--certificate", take(&ServerTlsFiles::certificate),
                                                      "Serve by HTTPS, with the certificate in this file "
                                                      "(PEM), and behind it those that vouch for it")
          ->type_name("FILE");
  CLI::Option* key = command
                         .add_option_function<std::filesystem::path>("--key", take(&ServerTlsFiles::key),
                                                                     "The key of the certificate (PEM)")
                         ->type_name("FILE")
                         ->needs(certificate);
  certificate->needs(key);
}

void add_class(CLI::App& program, Options& options) {
  const auto of_class = std::make_shared<ClassOptions>();
  CLI::App* const command = add_subcommand(program, options, "class", "Type CQL in a page of the browser");
  if (command == nullptr) return;
  command->footer(
      "Exit status: 0 after SIGINT, SIGTERM or SIGHUP, 1 wrong usage or the page cannot be shown.");
  CLI::Option* database =
      command->add_option("DATABASE", of_class->database, "A file; without one the data are gone at the end");
  command
      ->add_option_function<std::string>(
          "--listen",
          [of_class](const std::string& text) {
            if (const std::string wrong = read_listen_address(text, *of_class); !wrong.empty())
              throw CLI::ValidationError("--listen", wrong);
          },
          "Where the page is (default 127.0.0.1:8048); port 0 takes a free one")
      ->type_name("ADDRESS:PORT");
  CLI::Option* students = command
                              ->add_option("--students", of_class->students,
                                           "A class of at most N students, each with a database of their own")
                              ->type_name("N")
                              ->check(CLI::Range(1, 1'000).description(""))
                              ->excludes(database);
  command
      ->add_option("--keep", of_class->keep,
                   "The folder in which their databases are kept; without it they are gone at the end")
      ->type_name("FOLDER")
      ->needs(students);
  command
      ->add_option("--name", of_class->names,
                   "A host name under which browsers reach this program; may be given several times")
      ->type_name("HOST")
      ->allow_extra_args(false)
      ->needs(students);
  command
      ->add_option("--lessons", of_class->lessons,
                   "A folder of lessons, in the place of those that are part of the program")
      ->type_name("FOLDER");
  command
      ->add_option(
          "--exercises", of_class->exercises,
          "A folder of exercises with their answers, in the place of those that are part of the program")
      ->type_name("FOLDER");
  add_page_tls(*command, *of_class);
  command
      ->add_flag_callback(
          "--no-qr", [of_class] { of_class->draws_code = false; },
          "Do not draw the address as a code for phones")
      ->needs(students);
  command->callback([&options, of_class] { options.of_class = *of_class; });
}

}  // namespace

void add_subcommands(CLI::App& program, Options& options) {
  add_check(program, options);
  add_grade(program, options);
  add_lint(program, options);
  add_move(program, options);
  add_readiness(program, options);
  add_verify(program, options);
  add_serve(program, options);
  add_cqlsh(program, options);
  add_class(program, options);
  // Behind one of them no other follows: in `cellar grade EXERCISE class` the last word is a folder.
  program.require_subcommand(0, 1);
}

}  // namespace cellar
