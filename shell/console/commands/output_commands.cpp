// Commands that say how and where results are printed: MODE, EXPAND, OUTPUT, CAPTURE, WIDTH, WRAP, FORMAT.

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "shell/console/commands/families.h"
#include "shell/console/output/output_settings.h"
#include "shell/files/home.h"
#include "shell/render/timestamp_form.h"
#include "types/text/text.h"

namespace cellar {

namespace {

using Words = std::span<const CommandWord>;

/// A script that prints results for a program prints nothing else: there, a setting is not confirmed.
void confirm(const CommandCall& call, ConsoleWords::Text text, const Parameters& parameters = {}) {
  const bool is_question = call.arguments().empty();
  if (is_question || call.context.settings.at_prompt) call.say(text, parameters);
}

void mode(const CommandCall& call) {
  OutputSettings& settings = call.context.settings.output;
  if (!call.arguments().empty()) {
    const OutputMode* const wanted = find_mode(to_lower(call.words[1].text));
    if (wanted == nullptr) call.refuse_usage();
    call.refuse_words_from(2);
    if (wanted == kVerticalMode) {
      settings.set_expanded(true);
    } else {
      settings.mode = wanted;
    }
  }
  confirm(call, "Mode: {value}\n", {{"value", std::string(settings.mode->word)}});
}

void set_expanded(const CommandCall& call) {
  OutputSettings& settings = call.context.settings.output;
  bool expanded = settings.is_expanded();
  set_switch_of_cqlsh(call, expanded);
  settings.set_expanded(expanded);
}

/// Returns nothing for OFF.
std::optional<std::string> file_argument(const CommandCall& call) {
  const CommandWord& file = call.words[1];
  const bool is_off = says(file, "OFF");
  if (!is_off && (file.quote == 0 || file.text.empty())) call.refuse_usage();
  call.refuse_words_from(2);
  return is_off ? std::nullopt : std::optional(file.text);
}

void end_file(OutputSettings& settings) {
  if (settings.file == nullptr) return;
  const std::shared_ptr<OutputFile> file = std::move(settings.file);
  settings.file = nullptr;
  file->close();
}

void output(const CommandCall& call) {
  OutputSettings& settings = call.context.settings.output;
  if (!call.arguments().empty()) {
    const std::optional<std::string> name = file_argument(call);
    // The file before stays if this one cannot be opened.
    std::shared_ptr<OutputFile> file;
    if (name)
      file =
          std::make_shared<OutputFile>(with_home(*name, call.context.settings.home), OutputFile::Begin::anew,
                                       call.context.connection, call.context.output);
    end_file(settings);
    settings.file = std::move(file);
  }
  if (settings.file == nullptr) return confirm(call, "Results go to the screen.\n");
  confirm(call, "Results go to {file}.\n", {{"file", show_on_terminal(settings.file->path())}});
}

/// The words are cqlsh's.
void capture(const CommandCall& call) {
  OutputSettings& settings = call.context.settings.output;
  if (call.arguments().empty()) {
    if (settings.file == nullptr) return call.say("Currently not capturing query output.\n");
    return call.say("Currently capturing query output to '{file}'.\n",
                    {{"file", show_on_terminal(settings.file->path())}});
  }
  const std::optional<std::string> name = file_argument(call);
  if (!name && settings.file == nullptr) refuse("capture_is_off", call.words[1].span, {});
  if (!name) {
    end_file(settings);
    return;
  }
  if (settings.file != nullptr)
    refuse("capture_is_on", call.words[1].span, {{"file", settings.file->path()}});
  settings.file = std::make_shared<OutputFile>(with_home(*name, call.context.settings.home),
                                               OutputFile::Begin::behind_what_is_there,
                                               call.context.connection, call.context.output);
  call.say("Now capturing query output to '{file}'.\n", {{"file", show_on_terminal(settings.file->path())}});
}

void width(const CommandCall& call) {
  OutputSettings& settings = call.context.settings.output;
  if (!call.arguments().empty()) {
    const CommandWord& word = call.words[1];
    const std::optional<std::size_t> columns = positive_number(word);
    if (!columns && !says(word, "AUTO") && !says(word, "OFF")) call.refuse_usage();
    call.refuse_words_from(2);
    settings.fit_to = columns ? FitTo::columns : says(word, "AUTO") ? FitTo::terminal : FitTo::values;
    if (columns) settings.columns = *columns;
  }
  switch (settings.fit_to) {
    case FitTo::terminal:
      confirm(call, "Tables fit the terminal.\n");
      break;
    case FitTo::columns:
      confirm(call, "Tables fit {columns} columns of the terminal.\n",
              {{"columns", std::to_string(settings.columns)}});
      break;
    case FitTo::values:
      confirm(call, "Tables are as wide as their values.\n");
      break;
  }
}

void wrap(const CommandCall& call) {
  bool& wraps = call.context.settings.output.wrap;
  if (!call.arguments().empty()) {
    const std::optional<bool> on = on_or_off(call.words[1]);
    if (!on) call.refuse_usage();
    call.refuse_words_from(2);
    wraps = *on;
  }
  confirm(call, wraps ? ConsoleWords::Text("Values that are too wide go on in the next line.\n")
                      : ConsoleWords::Text("Values that are too wide are cut.\n"));
}

// ---- FORMAT ----

/// `DEFAULT`, `FULL`, or 1 to 17.
std::optional<int> digits_of(const CommandWord& word, const CommandCall& call) {
  constexpr std::size_t kMostDigits = 17;
  if (says(word, "DEFAULT")) return std::nullopt;
  if (says(word, "FULL")) return ValueFormat::kAllDigits;
  const std::optional<std::size_t> number = positive_number(word, kMostDigits);
  if (!number) call.refuse_usage(2);
  return static_cast<int>(*number);
}

std::string shown_digits(const std::optional<int>& digits) {
  if (!digits) return "DEFAULT";
  return *digits == ValueFormat::kAllDigits ? "FULL" : std::to_string(*digits);
}

void show_formats(const CommandCall& call) {
  const ValueFormat& format = call.context.settings.output.format;
  call.answer.text +=
      fmt::format("TIMESTAMP {}\nZONE      {}\nFLOAT     {}\nDOUBLE    {}\nNULL      {}\n",
                  format.timestamp.empty() ? "DEFAULT" : quote_text(format.timestamp),
                  format.zone ? format.zone->name() : "DEFAULT", shown_digits(format.float_digits),
                  shown_digits(format.double_digits), format.null ? quote_text(*format.null) : "DEFAULT");
}

/// A text in quotes; nothing for DEFAULT.
std::optional<std::string> text_of(const CommandWord& word, const CommandCall& call) {
  if (says(word, "DEFAULT")) return std::nullopt;
  if (word.quote == 0) call.refuse_usage(2);
  return word.text;
}

/// "%a %A %b": letters as directives.
std::string known_directives() {
  std::string known;
  for (const char letter : kTimestampDirectives) known += std::string(known.empty() ? "%" : " %") + letter;
  return known;
}

void set_timestamp(ValueFormat& format, const CommandWord& word, const CommandCall& call) {
  const std::string form = text_of(word, call).value_or("");
  if (const std::optional<std::string> unknown = unknown_directive(form))
    refuse("directive_unknown", word.span, {{"found", *unknown}, {"known", known_directives()}});
  format.timestamp = form;
}

void set_zone(ValueFormat& format, const CommandWord& word) {
  if (says(word, "DEFAULT")) {
    format.zone.reset();
    return;
  }
  const std::optional<TimeZone> zone = TimeZone::find(word.text);
  if (!zone)
    refuse(TimeZone::has_database() ? "zone_unknown" : "zones_absent", word.span, {{"zone", word.text}});
  format.zone = zone;
}

void set_format(ValueFormat& format, const CommandCall& call) {
  constexpr std::string_view kSet[] = {"TIMESTAMP", "ZONE", "FLOAT", "DOUBLE", "NULL"};
  const CommandWord& what = call.words[1];
  if (std::ranges::none_of(kSet, [&](std::string_view word) { return says(what, word); }))
    call.refuse_usage();
  if (call.words.size() == 2) call.refuse_usage(2);
  call.refuse_words_from(3);
  const CommandWord& word = call.words[2];
  if (says(what, "TIMESTAMP")) {
    set_timestamp(format, word, call);
  } else if (says(what, "ZONE")) {
    set_zone(format, word);
  } else if (says(what, "FLOAT")) {
    format.float_digits = digits_of(word, call);
  } else if (says(what, "DOUBLE")) {
    format.double_digits = digits_of(word, call);
  } else {
    format.null = text_of(word, call);
  }
}

void format(const CommandCall& call) {
  ValueFormat& format = call.context.settings.output.format;
  const Words arguments = call.arguments();
  if (!arguments.empty() && says(arguments[0], "DEFAULT")) {
    call.refuse_words_from(2);
    format = {};
  } else if (!arguments.empty()) {
    set_format(format, call);
  }
  if (arguments.empty() || call.context.settings.at_prompt) show_formats(call);
}

// ---- MODE: what HELP says of it comes from the table of modes ----

constexpr std::string mode_words() {
  std::string words = "[";
  for (const OutputMode& each : kOutputModes) ((words += each.word) += '|');
  words.back() = ']';
  return words;
}

constexpr std::string mode_page() {
  constexpr std::size_t kWord = 10;
  std::string page;
  for (const OutputMode& each : kOutputModes) {
    std::string word = each.word;
    word.resize(kWord, ' ');
    (((page += "MODE ") += word) += each.help) += '\n';
  }
  return page +=
         "MODE           says which one is set; cellar --mode sets it for a run\n"
         "In insert all columns have to be those of the table, with its primary key; times to live and "
         "timestamps are not\n"
         "kept. Numbers have all their digits in the forms that programs read (csv to insert); HELP FORMAT "
         "tells "
         "how to\n"
         "choose. If a read fails half-way, what was read is complete JSON, and the exit status is not 0.\n";
}

/// The text that `make` returns, made when the program is compiled.
template <std::string (*make)()>
constexpr auto kTextOf = [] {
  std::array<char, make().size()> text{};
  std::ranges::copy(make(), text.begin());
  return text;
}();

template <std::string (*make)()>
constexpr std::string_view text_made_by() {
  return {kTextOf<make>.data(), kTextOf<make>.size()};
}

constexpr Command kOutputCommands[] = {
    {"MODE", "", text_made_by<mode_words>(), "the form of results (HELP MODE)", text_made_by<mode_page>(),
     mode, CommandEffect::sets},
    {"EXPAND", "", "[ON|OFF]", "a row's columns below each other",
     "EXPAND ON   each row is shown as a block, a column a line (MODE vertical)\n"
     "EXPAND OFF  rows are shown as before\n"
     "EXPAND      says which one is set\n",
     set_expanded, CommandEffect::sets},
    {"OUTPUT", "", "['file'|OFF]", "results go to a file (HELP OUTPUT)",
     "OUTPUT 'orders.csv'  results go to the file, which begins anew, and not to the screen\n"
     "OUTPUT OFF           results go to the screen again\n"
     "OUTPUT               says where they go\n"
     "Results are rows, in the form of MODE, and what DESCRIBE prints. Refusals and notices stay on the "
     "screen.\n"
     "A ~ at the beginning is the home folder. CAPTURE appends to a file.\n",
     output, CommandEffect::writes, CommandEnd::line, nullptr, nullptr, has_quoted_word},
    {"CAPTURE", "", "['file'|OFF]", "results are appended to a file, as in cqlsh",
     "CAPTURE 'file'  from now on results are appended to the file, and not shown; CAPTURE OFF ends that\n"
     "CAPTURE         says whether they are captured\n"
     "A ~ at the beginning is the home folder. OUTPUT begins the file anew.\n",
     capture, CommandEffect::writes, CommandEnd::line, nullptr, nullptr, has_quoted_word},
    {"WIDTH", "", "[columns|AUTO|OFF]", "how wide tables are at a terminal (HELP WIDTH)",
     "WIDTH AUTO  tables fit the terminal (the default): narrow columns stay whole, wide ones share what is "
     "left, and\n"
     "            what is longer ends with …. If there are too many columns, the first ones are shown\n"
     "WIDTH 120   they fit that many columns\n"
     "WIDTH OFF   tables are as wide as their values; so they are in files and pipes in any case\n"
     "WIDTH       says which one is set. WRAP ON shows long values in several lines.\n",
     width, CommandEffect::sets},
    {"WRAP", "", "[ON|OFF]", "long values in several lines",
     "WRAP ON   a value that is too wide for its column (HELP WIDTH) goes on in the next line\n"
     "WRAP OFF  it is cut (the default)\n"
     "WRAP      says which one is set\n",
     wrap, CommandEffect::sets},
    {"FORMAT", "",
     "[TIMESTAMP 'format'|DEFAULT | ZONE 'zone'|DEFAULT | FLOAT digits|FULL|DEFAULT | DOUBLE "
     "digits|FULL|DEFAULT | NULL 'text'|DEFAULT | DEFAULT]",
     "how times, numbers and null are written (HELP FORMAT)",
     "FORMAT TIMESTAMP '%d.%m.%Y %H:%M'  as strftime does; %f is microseconds, %z the offset, %Z the zone's "
     "name\n"
     "FORMAT ZONE 'Europe/Vienna'        timestamps are shown in that zone; also UTC, '+02:00', LOCAL\n"
     "FORMAT FLOAT 7                     digits as cqlsh counts them, mostly after the point (3: 12.346),\n"
     "                                   from 1 to 17; FULL: all that tell numbers apart\n"
     "FORMAT DOUBLE 12                   likewise\n"
     "FORMAT NULL ''                     what stands for null\n"
     "FORMAT ZONE DEFAULT                as at first; FORMAT DEFAULT: all of them\n"
     "FORMAT                             says what is set\n"
     "At first tables show five digits, as cqlsh does, and null as null; csv and tsv leave null out. Modes "
     "json and\n"
     "insert are not concerned. In the file ~/.config/cellar/config, section [ui], the keys are time_format, "
     "timezone,\n"
     "float_precision, double_precision and null; cqlshrc has the first four.\n",
     format, CommandEffect::sets},
};

}  // namespace

std::span<const Command> output_commands() { return kOutputCommands; }

}  // namespace cellar
