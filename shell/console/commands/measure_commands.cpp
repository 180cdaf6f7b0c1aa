// SIZE, HISTOGRAM, TOMBSTONES and TIMELINE: what the partitions of a table take and hold.

#include <charconv>

#include "planner/names.h"
#include "shell/console/commands/families.h"
#include "shell/console/commands/named_table.h"
#include "shell/teach/histogram/histogram.h"
#include "shell/teach/size/size_report.h"
#include "shell/teach/timeline/timeline.h"
#include "shell/teach/tombstones/tombstones.h"

namespace cellar {

namespace {

/// The words of `ROWS n name=bytes ...`, with every `=` as a word of its own.
std::vector<CommandWord> split_equals(std::span<const CommandWord> words) {
  std::vector<CommandWord> parts;
  for (const CommandWord& word : words) {
    if (word.quote != 0) {
      parts.push_back(word);
      continue;
    }
    std::size_t begin = 0;
    while (begin < word.text.size()) {
      const std::size_t sign = std::min(word.text.find('=', begin), word.text.size());
      const std::size_t end = sign == begin ? begin + 1 : sign;
      const auto place = static_cast<std::uint32_t>(word.span.begin + begin);
      parts.push_back({word.text.substr(begin, end - begin),
                       0,
                       {place, static_cast<std::uint32_t>(place + end - begin)}});
      begin = end;
    }
  }
  return parts;
}

/// A number which may be written 1_000_000; nothing for another word.
std::optional<std::uint64_t> size_number(const CommandWord& word, std::uint64_t least) {
  CommandWord plain = word;
  std::erase(plain.text, '_');
  if (!is_number(plain)) return std::nullopt;
  std::uint64_t number = 0;
  const char* const end = plain.text.data() + plain.text.size();
  const std::errc error = std::from_chars(plain.text.data(), end, number).ec;
  if (error != std::errc() || number < least || number > kMostNumber) refuse_number(word, least, kMostNumber);
  return number;
}

SizeWish read_size_wish(const CommandCall& call, const NamedTable& named) {
  SizeWish wish;
  wish.span = call.words[named.end - 1].span;
  const std::vector<CommandWord> words = split_equals(call.words.subspan(named.end));
  for (std::size_t i = 0; i < words.size();) {
    const bool is_column = i + 1 < words.size() && words[i + 1].text == "=" && words[i + 1].quote == 0;
    const bool is_rows = !is_column && says(words[i], "ROWS");
    const std::size_t value = i + (is_column ? 2 : 1);
    if (!is_column && !is_rows) call.refuse_usage(words[i].span);
    if (value >= words.size()) call.refuse_usage(call.words.size());
    const std::optional<std::uint64_t> number = size_number(words[value], is_rows ? 1 : 0);
    if (!number) call.refuse_usage(words[value].span);
    if (is_rows) {
      wish.rows = number;
    } else {
      wish.bytes[resolve_column(*named.table, name_of(words[i]))] = *number;
    }
    i = value + 1;
  }
  return wish;
}

void size(const CommandCall& call) {
  const NamedTable named = named_table(call, 1);
  const SizeWish wish = read_size_wish(call, named);
  SizeReport report = report_size(call.context.connection, *named.table, wish);
  call.answer.text = size_text(report, call.context.settings.language, call.terminal_columns());
  call.answer.may_be_paged = true;
  call.answer.document = [report = std::move(report)] { return size_json(report); };
}

void histogram(const CommandCall& call) {
  const NamedTable named = named_table(call, 1);
  call.refuse_words_from(named.end);
  HistogramReport report = report_histogram(call.context.connection, *named.table);
  call.answer.text = histogram_text(report, call.context.settings.language, call.terminal_columns());
  call.answer.may_be_paged = true;
  call.answer.document = [report = std::move(report)] { return histogram_json(report); };
}

void tombstones(const CommandCall& call) {
  CellsPlace place = named_partitions(call, 1);
  TombstonesReport report = report_tombstones(place, call.database().now() / 1'000'000);
  call.answer.text = tombstones_text(report, call.context.settings.language, call.terminal_columns());
  call.answer.may_be_paged = true;
  if (report.rest) call.answer.notices.push_back(*report.rest);
  call.answer.document = [report = std::move(report)] { return tombstones_json(report); };
}

void show_timeline(const CommandCall& call) {
  const std::shared_ptr<Timeline>& watched = call.context.settings.timeline;
  const Language language = call.context.settings.language;
  if (watched == nullptr) {
    call.answer.text = no_timeline_text(language, call.terminal_columns());
    return;
  }
  call.answer.text = timeline_text(*watched, language, call.terminal_columns());
  call.answer.may_be_paged = true;
  call.answer.document = [watched] { return timeline_json(*watched); };
}

void timeline(const CommandCall& call) {
  std::shared_ptr<Timeline>& watched = call.context.settings.timeline;
  if (call.arguments().empty()) return show_timeline(call);
  if (call.words.size() == 2 && says(call.words[1], "OFF")) {
    watched = nullptr;
    return;
  }
  CellsPlace place = named_partition(call, 1);
  if (watched == nullptr || !watched->watches(place)) watched = std::make_shared<Timeline>(place);
  show_timeline(call);
}

constexpr Command kMeasureCommands[] = {
    {"SIZE", "", "table [ROWS n] [column=bytes ...]", "what a partition takes, estimated and measured",
     "SIZE posts ROWS 1000           a partition of 1,000 rows: Nv, its cells, and its bytes, term by term\n"
     "SIZE posts ROWS 1000 body=500  with values of body that are 500 bytes long\n"
     "SIZE posts                     with as many rows as the partitions of the table have on average\n"
     "  Nv    = Nr·(Nc - Npk - Ns) + Ns    rows, columns, those of the primary key, static ones\n"
     "  bytes = partition key + static columns + Nr·(clustering + regular columns) + 8·Nv\n"
     "The length of a value is what you say, that of its type, the mean of the rows that are there, or a\n"
     "guess. Beside it is what the rows of the table take. Advised are at most 100,000 cells and 100 MB.\n",
     size},
    {"HISTOGRAM", "", "table", "how the partitions of a table differ in size",
     "HISTOGRAM posts  rows, cells and bytes of the partitions: smallest, percentiles, largest; the ten "
     "largest\n"
     "                 by their keys, and how much larger the largest is than the median\n"
     "At 95 %, no more than 5 of 100 partitions have more rows, cells or bytes. What a SELECT reads is\n"
     "counted, as in SIZE. The program nodetool tablehistograms shows the same of a cluster.\n",
     histogram},
    {"TOMBSTONES", "", "table [WHERE key = value AND ...] [LIMIT n]",
     "the deletions that a table keeps, by kind and age",
     "TOMBSTONES posts                       deletions of partitions, ranges, rows, collections and cells, "
     "and what\n"
     "                                       has expired: how many, how old, how many past gc_grace_seconds\n"
     "TOMBSTONES posts WHERE author = 'ann'  those of a partition\n"
     "TOMBSTONES posts LIMIT 100             those of the first partitions in the order of tokens\n"
     "A deletion is a write: it hides what is older until it may be purged. CELLS shows each of them where "
     "it\n"
     "lies, ADVANCE lets time pass, and COMPACT purges those past gc_grace_seconds.\n"
     "For a file alone, not with --connect.\n",
     tombstones},
    {"TIMELINE", "", "[table WHERE key = value AND ... | OFF]",
     "what each statement does to the cells of a partition",
     "TIMELINE posts WHERE author = 'ann'  watches a partition from now on\n"
     "TIMELINE                             what each statement since then has written, replaced and deleted "
     "there\n"
     "TIMELINE OFF                         ends it\n"
     "Of two writes of a cell the one with the later timestamp stays, in whatever order they arrive: a "
     "write\n"
     "that loses changes nothing. The store keeps the last version alone, so the partition is read after "
     "each\n"
     "statement while it is watched; other processes' writes appear with the next statement here.\n"
     "For a file alone, not with --connect.\n",
     timeline, CommandEffect::sets},
};

}  // namespace

std::span<const Command> measure_commands() { return kMeasureCommands; }

}  // namespace cellar
