// RING: partitions and writes on the nodes of a cluster.

#include <algorithm>

#include "shell/console/commands/advise_file.h"
#include "shell/console/commands/families.h"
#include "shell/console/commands/named_table.h"
#include "shell/files/database_files.h"
#include "shell/teach/ring/ring_report.h"
#include "shell/teach/ring/write_replay.h"
#include "shell/teach/size/size_report.h"

namespace cellar {

namespace {

constexpr std::size_t kMostVnodes = 256;

struct RingWords {
  std::size_t nodes = 1;
  std::optional<std::size_t> replicas, vnodes;
  bool joins = false;
  std::size_t next = 2;  // the first word behind them
};

std::size_t number_of(const CommandCall& call, std::size_t word, std::size_t most) {
  if (word >= call.words.size() || call.words[word].quote != 0) call.refuse_usage(word);
  const std::optional<std::size_t> number = positive_number(call.words[word], most);
  if (!number) call.refuse_usage(word);
  return *number;
}

/// A table that is called like one of these words is written in quotes.
RingWords read_ring_words(const CommandCall& call) {
  RingWords words;
  words.nodes = number_of(call, 1, kMostNodes);
  for (; words.next < call.words.size(); ++words.next) {
    if (says(call.words[words.next], "ADD") && !words.joins) {
      words.joins = true;
    } else if (says(call.words[words.next], "RF") && !words.replicas) {
      words.replicas = number_of(call, ++words.next, kMostNodes);
      if (*words.replicas > words.nodes)
        refuse("ring_too_small", call.words[words.next].span,
               {{"replicas", std::to_string(*words.replicas)}, {"nodes", std::to_string(words.nodes)}});
    } else if (says(call.words[words.next], "VNODES") && !words.vnodes) {
      words.vnodes = number_of(call, ++words.next, kMostVnodes);
    } else {
      break;
    }
  }
  return words;
}

void show_replay(const CommandCall& call, const RingWords& words) {
  const std::size_t file = words.next + 1;
  if (words.joins) call.refuse_usage(words.next);
  if (!call.is_file_name(file)) call.refuse_usage(file);
  call.refuse_words_from(file + 1);
  const std::string& path = call.words[file].text;
  refuse_reading_database_file(path, call.context.connection);
  const AskedWorkload workload = read_workload(path);
  WriteReplayer replayer(call.context.connection, ring_of(words.nodes, words.vnodes.value_or(0)),
                         words.replicas);
  const auto report = [&](const Diagnostic& diagnostic, const AskedQuery& query) {
    call.answer.placed.push_back({diagnostic, path, query.line, query.column, query.text});
    call.answer.outcome = Outcome::refused;
  };
  for (const AskedQuery& query : workload.queries) {
    if (call.context.settings.stop.stop_requested()) refuse("interrupted");
    try {
      replayer.add(query.text);
    } catch (const Refusal& refusal) {
      report(refusal.diagnostic, query);
    }
  }
  if (workload.unfinished) report(workload.unfinished->second, workload.unfinished->first);
  WriteReplay replay = replayer.replay();
  const std::size_t columns = call.terminal_columns();
  call.answer.text = replay_text(replay, call.context.settings.language, columns);
  call.answer.document = [replay = std::move(replay)] { return replay_json(replay); };
}

std::size_t default_replicas(const RingWords& words, const NamedTable& named) {
  constexpr std::size_t kUsual = 3;
  const Keyspace* const keyspace =
      named.table == nullptr ? nullptr : named.schema->find_keyspace(named.table->keyspace);
  return std::min<std::size_t>(keyspace == nullptr ? kUsual : replicas_of(*keyspace), words.nodes);
}

/// WRITES is the name of a table if a point or WHERE follows.
bool is_replay(const CommandCall& call, std::size_t word) {
  if (word >= call.words.size() || !says(call.words[word], "WRITES")) return false;
  return word + 1 == call.words.size() ||
         (call.words[word + 1].text != "." && !says(call.words[word + 1], "WHERE"));
}

void ring(const CommandCall& call) {
  const RingWords words = read_ring_words(call);
  const std::size_t next = words.next;
  if (is_replay(call, next)) return show_replay(call, words);
  NamedTable named;
  if (next < call.words.size()) named = named_table(call, next);
  RingWish wish{.nodes = words.nodes,
                .vnodes = words.vnodes.value_or(0),
                .replicas = words.replicas.value_or(default_replicas(words, named)),
                .joins = words.joins,
                .table = named.table.get(),
                .key = std::nullopt};
  if (named.table != nullptr && named.end < call.words.size())
    wish.key = named_partition(call, next).place.key;
  RingReport report = report_ring(call.context.connection, wish);
  const std::size_t columns = call.terminal_columns();
  call.answer.text = ring_text(report, call.context.settings.language, columns);
  call.answer.may_be_paged = true;
  call.answer.document = [report = std::move(report)] { return ring_json(report); };
}

/// In RING 4 posts WHERE writes = 'x' no quoted word follows that one.
bool replays_file(std::span<const CommandWord> words) {
  const auto is_writes = [](const CommandWord& word) { return says(word, "WRITES"); };
  const auto writes = std::ranges::find_if(words, is_writes);
  return writes != words.end() && writes + 1 != words.end() && writes[1].quote != 0;
}

constexpr Command kRingCommands[] = {
    {"RING", "", "nodes [RF n] [VNODES n] [ADD] [WRITES 'file' | table [WHERE key = value AND ...]]",
     "on which nodes of a cluster partitions and writes lie",
     "RING 4                                  the tokens of four nodes with equal parts of the ring\n"
     "RING 4 posts                            what each of them has of a table: partitions, rows, bytes\n"
     "RING 4 RF 2 posts WHERE author = 'ann'  the token of a partition, its owner, and its two replicas\n"
     "RING 4 ADD posts                        what moves when a fifth node joins\n"
     "RING 4 VNODES 16 ADD posts              likewise if each node has sixteen tokens, and so sixteen small "
     "parts\n"
     "RING 4 WRITES 'hour.cql'                which node is busy when, if the writes of a file arrive: "
     "INSERT,\n"
     "                                        UPDATE, DELETE, BATCH, each USING TIMESTAMP. None is run\n"
     "Without RF there are as many replicas as the keyspace asks for. The owner of a token keeps the first;\n"
     "the others are on the next nodes along the ring.\n",
     ring, CommandEffect::none, CommandEnd::line, nullptr, nullptr, replays_file},
};

}  // namespace

std::span<const Command> ring_commands() { return kRingCommands; }

}  // namespace cellar
