// Commands of cqlsh about a cluster, which has more to say to them than one file. Their messages are cqlsh's.

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "shell/console/commands/families.h"
#include "shell/teach/trace_text.h"
#include "types/text/text.h"

namespace cellar {

namespace {

void give_notice(const CommandCall& call, std::string_view id, std::string command = {}) {
  if (command.empty()) command = call.command.word;
  call.answer.notices.push_back({id, call.words[0].span, {{"command", std::move(command)}}, std::nullopt});
}

/// Sets a level by the word `at`, or says which one is set.
void set_level(const CommandCall& call, std::size_t at, std::span<const std::string_view> levels,
               std::string& level, ConsoleWords::Text current, ConsoleWords::Text changed) {
  if (call.words.size() == at) return call.say(current, {{"level", level}});
  const CommandWord& word = call.words[at];
  const std::string wanted = to_upper(word.text);
  if (word.quote != 0 || std::ranges::find(levels, wanted) == levels.end()) call.refuse_usage(at);
  call.refuse_words_from(at + 1);
  level = wanted;
  Connection& connection = call.context.connection;
  connection.set_consistency(call.context.settings.consistency, call.context.settings.serial_consistency);
  call.say(changed, {{"level", level}});
  // A script that sets a level for a cluster runs in silence.
  if (call.context.settings.at_prompt && connection.cluster() == nullptr)
    give_notice(call, "consistency_unneeded");
}

void consistency(const CommandCall& call) {
  set_level(call, 1, kConsistencyLevels, call.context.settings.consistency,
            "Current consistency level is {level}.\n", "Consistency level set to {level}.\n");
}

void serial_consistency(const CommandCall& call) {
  if (call.words.size() < 2 || !says(call.words[1], "CONSISTENCY")) call.refuse_usage();
  set_level(call, 2, kSerialConsistencyLevels, call.context.settings.serial_consistency,
            "Current serial consistency level is {level}.\n", "Serial consistency level set to {level}.\n");
}

void show_host(const CommandCall& call) {
  if (const ClusterFacts* const cluster = call.context.connection.cluster()) {
    return call.say(
        "Connected to {cluster} at {node} (Cassandra {version}, datacenter {datacenter}, protocol "
        "{protocol})\n",
        {{"cluster", show_on_terminal(cluster->name)},
         {"node", cluster->node},
         {"version", show_on_terminal(cluster->version)},
         {"datacenter", show_on_terminal(cluster->datacenter)},
         {"protocol", cluster->protocol}});
  }
  const std::string& name = call.context.settings.database_name;
  if (name.empty()) return call.say("Connected to no file: the data are gone at the end.\n");
  call.say("Connected to the file {file}\n", {{"file", show_on_terminal(name)}});
}

void show_session(const CommandCall& call) {
  if (call.words.size() == 2) call.refuse_usage(2);
  call.refuse_words_from(3);
  const std::string id = to_lower(call.words[2].text);
  const std::deque<TracePointer>& traces = call.context.settings.traces;
  const auto found = std::ranges::find(traces, id, [](const TracePointer& trace) { return trace->id; });
  if (found != traces.end()) {
    call.answer.text += format_trace(**found, call.context.settings.language);
  } else {
    call.answer.notices.push_back(
        {"trace_unknown", call.words[2].span, {{"id", call.words[2].text}}, std::nullopt});
  }
}

/// SHOW TABLES and the like come from SQL: the parser refuses them and says what to write instead.
void show(const CommandCall& call) {
  if (call.words.size() < 2) call.refuse_usage();
  const CommandWord& what = call.words[1];
  if (says(what, "REPLICAS") && call.context.connection.cluster() != nullptr)
    refuse("replicas_elsewhere", what.span);
  if (says(what, "REPLICAS")) return give_notice(call, "cluster_unneeded", "SHOW REPLICAS");
  if (says(what, "SESSION")) return show_session(call);
  const auto is_cql = [&] { call.answer.is_statement = true; };
  if (call.words.size() != 2) return is_cql();
  if (says(what, "VERSION")) {
    call.say("Cellar {version}, CQL 3.4.7, as of Apache Cassandra 5.0\n", {{"version", CELLAR_VERSION}});
  } else if (says(what, "HOST")) {
    show_host(call);
  } else {
    is_cql();
  }
}

void tracing(const CommandCall& call) {
  bool tracing = call.context.connection.tracing();
  set_switch_of_cqlsh(call, tracing);
  call.context.connection.set_tracing(tracing);
}

void login(const CommandCall& call) {
  if (call.arguments().empty()) call.refuse_usage();
  call.refuse_words_from(3);
  if (call.context.connection.cluster() != nullptr) refuse("login_at_start", call.words.front().span);
  return give_notice(call, "login_unneeded");
}

void skip(const CommandCall& call) { return give_notice(call, "command_unneeded"); }

constexpr Command kCqlshCommands[] = {
    {"CONSISTENCY", "",
     "[ANY|ONE|TWO|THREE|QUORUM|ALL|LOCAL_ONE|LOCAL_QUORUM|EACH_QUORUM|SERIAL|LOCAL_SERIAL|NODE_LOCAL]",
     "how many copies answer (a file has one)",
     "CONSISTENCY QUORUM   keeps this level of consistency, or another one: ANY, ONE, TWO, THREE, ALL,\n"
     "                     LOCAL_ONE, LOCAL_QUORUM, EACH_QUORUM, SERIAL, LOCAL_SERIAL, NODE_LOCAL\n"
     "CONSISTENCY          says which one is set (ONE at first)\n"
     "A file has one copy of the data, so every level means the same there. On a cluster (--connect) the "
     "level\n"
     "says how many copies have to answer, and is sent with each statement.\n",
     consistency, CommandEffect::sets},
    {"SERIAL", "", "CONSISTENCY [SERIAL|LOCAL_SERIAL]", "",
     "SERIAL CONSISTENCY LOCAL_SERIAL   keeps this level of conditional writes (IF), or SERIAL\n"
     "SERIAL CONSISTENCY                says which one is set (SERIAL at first)\n"
     "A file has one copy of the data, so both mean the same there; to a cluster (--connect) the level is "
     "sent.\n"
     "A serial column, as of SQL, is what HELP AUTO INCREMENT tells of.\n",
     serial_consistency, CommandEffect::sets},
    {"SHOW", "", "VERSION|HOST|SESSION id", "which Cellar this is, and which file",
     "SHOW VERSION        which Cellar this is, and which CQL it speaks\n"
     "SHOW HOST           which file is open, or which node of which cluster answers\n"
     "SHOW SESSION id     the trace of a statement of this run again (HELP TRACING)\n"
     "SHOW REPLICAS token [keyspace]   is understood, and has nothing to show: there is one copy of the "
     "data\n",
     show},
    {"TRACING", "", "[ON|OFF]", "what each statement did, and when (HELP TRACING)",
     "TRACING ON    after each statement, a table of its steps: whether its shape was known, how it reached "
     "its\n"
     "              rows, what it read or wrote, and when it was committed; refused statements, too\n"
     "TRACING OFF   no more of that (the default)\n"
     "TRACING       says which one is set\n"
     "source_elapsed counts microseconds since the statement began, up to the end of the step. Rows are "
     "printed\n"
     "while they are read, so the time of a read includes that. In a script a write is committed with the\n"
     "statements around it, after its trace. SHOW SESSION id prints a trace of this run again. EXPLAIN says "
     "more\n"
     "of the way to the rows, TIMING less of the time.\n",
     tracing, CommandEffect::sets},
    {"LOGIN", "", "user ['password']", "",
     "LOGIN user ['password']   is understood, and changes nothing: a database has no users. On a cluster\n"
     "                          --username says who connects.\n",
     login, CommandEffect::sets},
    {"DEBUG", "", "", "", "DEBUG   is understood, and changes nothing.\n", skip},
    {"UNICODE", "", "", "",
     "UNICODE   is a page of HELP in cqlsh, and as a command changes nothing.\n"
     "Text is UTF-8, and code points are shown as they are. Tables show characters that would steer a "
     "terminal "
     "as\n"
     "escapes; in other forms (HELP MODE) and in DESCRIBE, files and pipes get every byte unchanged. Within\n"
     "$$ ... $$ a text may have single quotes, which are doubled within '...'.\n",
     skip},
};

}  // namespace

std::span<const Command> cqlsh_commands() { return kCqlshCommands; }

}  // namespace cellar
