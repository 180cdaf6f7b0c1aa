#include "shell/copy/copy_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <span>

#include "refusal/refusal.h"
#include "types/number/number.h"
#include "types/text/similar_names.h"
#include "types/text/text.h"

namespace cellar {

namespace {

/// An option that is being read. Those of the configuration have no place in the statement.
struct Given {
  const CopyOptionText& option;
  std::string_view configured_at = {};  // its file and line; empty: it is in the statement

  bool is_in_statement() const { return configured_at.empty(); }
  [[noreturn]] void refuse_value(std::string_view allowed) const {
    Parameters parameters = {{"option", option.name},
                             {"value", quote_text(shorten(option.value))},
                             {"allowed", std::string(allowed)}};
    if (is_in_statement()) refuse("copy_option_value", option.value_span, std::move(parameters));
    parameters.emplace_back("place", std::string(configured_at));
    refuse("configured_option_value", {}, std::move(parameters));
  }
};

template <typename Integer>
Integer integer_of(const Given& given, Integer least, Integer most, std::string_view allowed) {
  const std::string& text = given.option.value;
  Integer number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || stop != text.data() + text.size() || number < least || number > most)
    given.refuse_value(allowed);
  return number;
}

/// -1 means that there is no limit.
std::optional<std::uint64_t> limit_of(const Given& given) {
  constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
  const auto number = integer_of<std::int64_t>(given, -1, kMost, "a number from 0 on, or -1 for no limit");
  if (number < 0) return std::nullopt;
  return static_cast<std::uint64_t>(number);
}

std::int64_t token_of(const Given& given) {
  using Limits = std::numeric_limits<std::int64_t>;
  return integer_of<std::int64_t>(given, Limits::min(), Limits::max(),
                                  "a token: a number from -2^63 to 2^63 - 1");
}

int precision_of(const Given& given) {
  return integer_of<int>(given, 0, 17, "a number of digits from 0 to 17");
}

/// `\t` and `\\` are read as a tab and a backslash, as older versions of cqlsh do.
char character_of(const Given& given, std::string_view forbidden) {
  std::string_view text = given.option.value;
  char character = text.size() == 1 ? text.front() : '\0';
  if (text == "\\t") character = '\t';
  if (text == "\\\\") character = '\\';
  const bool is_usable =
      character != '\0' && (character & 0x80) == 0 && forbidden.find(character) == forbidden.npos;
  if (!is_usable) given.refuse_value("one character of ASCII, such as ';', or '\\t' for a tab");
  return character;
}

constexpr std::string_view kLineEnds = "\r\n";

bool truth_of(const Given& given) {
  const std::string text = to_lower(given.option.value);
  if (text != "true" && text != "false") given.refuse_value("true or false");
  return text == "true";
}

std::vector<std::string> split_at_commas(std::string_view text) {
  std::vector<std::string> parts;
  for (std::size_t comma = 0; comma != text.npos; text.remove_prefix(comma == text.npos ? 0 : comma + 1)) {
    comma = text.find(',');
    parts.emplace_back(trim(text.substr(0, comma)));
  }
  return parts;
}

using SetOption = void (*)(CopyOptions& options, const Given& given);

void set_nothing(CopyOptions& options, const Given& given) { options.unneeded.push_back(given.option.name); }
/// A value that cqlsh would not take is a mistake here, too.
void set_unneeded_number(CopyOptions& options, const Given& given) {
  limit_of(given);
  set_nothing(options, given);
}
void set_unneeded_time(CopyOptions& options, const Given& given) {
  const std::optional<double> seconds = parse_double(given.option.value);
  if (!seconds || !(*seconds >= 0)) given.refuse_value("a number of seconds");
  set_nothing(options, given);
}
void set_unneeded_truth(CopyOptions& options, const Given& given) {
  truth_of(given);
  set_nothing(options, given);
}
void set_format(CopyOptions& options, const Given& given) {
  const std::string text = to_lower(given.option.value);
  if (text != "csv" && text != "jsonl") given.refuse_value("csv or jsonl");
  options.format = text == "csv" ? CopyFormat::csv : CopyFormat::jsonl;
}
void set_delimiter(CopyOptions& options, const Given& given) {
  options.dialect.delimiter = character_of(given, kLineEnds);
}
void set_quote(CopyOptions& options, const Given& given) {
  options.dialect.quote = character_of(given, kLineEnds);
}
void set_escape(CopyOptions& options, const Given& given) {
  options.dialect.escape = character_of(given, kLineEnds);
}
void set_header(CopyOptions& options, const Given& given) { options.header = truth_of(given); }
void set_timestamps(CopyOptions& options, const Given& given) { options.timestamps = truth_of(given); }
void set_null(CopyOptions& options, const Given& given) { options.null = given.option.value; }

void set_timestamp_format(CopyOptions& options, const Given& given) {
  if (given.option.value.empty() || unknown_directive(given.option.value))
    given.refuse_value(
        "a form of strftime, such as '%Y-%m-%d %H:%M:%S%z', in which %% is a percent sign itself");
  options.timestamp_format = given.option.value;
}
void set_decimal_separator(CopyOptions& options, const Given& given) {
  options.decimal_separator = character_of(given, "\r\n0123456789+-");
}
void set_thousands_separator(CopyOptions& options, const Given& given) {
  options.thousands_separator.reset();
  if (!given.option.value.empty()) options.thousands_separator = character_of(given, "\r\n0123456789+-");
}
void set_truths(CopyOptions& options, const Given& given) {
  const std::vector<std::string> parts = split_at_commas(given.option.value);
  const bool is_pair = parts.size() == 2 && !parts[0].empty() && !parts[1].empty();
  if (!is_pair || to_lower(parts[0]) == to_lower(parts[1]))
    given.refuse_value("two different words for true and false with a comma between them, such as 'yes,no'");
  options.true_text = parts[0];
  options.false_text = parts[1];
}
void set_encoding(CopyOptions&, const Given& given) {
  const std::string text = to_lower(given.option.value);
  if (text != "utf8" && text != "utf-8" && text != "ascii") given.refuse_value("utf8: text is always UTF-8");
}
void set_chunk_rows(CopyOptions& options, const Given& given) {
  options.chunk_rows = integer_of<std::uint64_t>(given, 1, 10'000'000, "a number of rows from 1 to 10000000");
}
void set_most_rows(CopyOptions& options, const Given& given) { options.most_rows = limit_of(given); }
void set_skipped_rows(CopyOptions& options, const Given& given) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();
  options.skipped_rows = integer_of<std::uint64_t>(given, 0, kMost, "a number of rows from 0 on");
}
void set_skipped_columns(CopyOptions& options, const Given& given) {
  options.skipped_columns = split_at_commas(given.option.value);
  std::erase(options.skipped_columns, "");
}
void set_most_parse_errors(CopyOptions& options, const Given& given) {
  options.most_parse_errors = limit_of(given);
}
void set_most_insert_errors(CopyOptions& options, const Given& given) {
  options.most_insert_errors = limit_of(given);
}
void set_error_file(CopyOptions& options, const Given& given) {
  if (given.option.value.empty()) given.refuse_value("the name of a file");
  options.error_file = given.option.value;
}
void set_time_to_live(CopyOptions& options, const Given& given) {
  constexpr std::int32_t kMost = 20 * 365 * 24 * 60 * 60;
  const auto seconds =
      integer_of<std::int32_t>(given, -1, kMost, "a number of seconds from 0 to 630720000, or -1 for none");
  options.time_to_live.reset();
  if (seconds >= 0) options.time_to_live = seconds;
}
void set_begin_token(CopyOptions& options, const Given& given) {
  options.begin_token.reset();
  if (!given.option.value.empty()) options.begin_token = token_of(given);
}
void set_end_token(CopyOptions& options, const Given& given) {
  options.end_token.reset();
  if (!given.option.value.empty()) options.end_token = token_of(given);
}
void set_rows_per_file(CopyOptions& options, const Given& given) {
  constexpr std::string_view kAllowed = "a number of rows from 1 on, or -1 for one file";
  const auto rows = integer_of<std::int64_t>(given, -1, std::numeric_limits<std::int64_t>::max(), kAllowed);
  if (rows == 0) given.refuse_value(kAllowed);
  options.rows_per_file.reset();
  if (rows > 0) options.rows_per_file = static_cast<std::uint64_t>(rows);
}
void set_float_precision(CopyOptions& options, const Given& given) {
  options.float_precision = precision_of(given);
}
void set_double_precision(CopyOptions& options, const Given& given) {
  options.double_precision = precision_of(given);
}

enum class Takes : std::uint8_t { both, from, to, nobody };

constexpr std::string_view kFormats[] = {"'csv'", "'jsonl'"};
constexpr std::string_view kDelimiters[] = {"','", "';'", "'\\t'", "'|'"};
constexpr std::string_view kQuotes[] = {"'\"'"};
constexpr std::string_view kEscapes[] = {"'\\'", "'\"'"};
constexpr std::string_view kSwitch[] = {"true", "false"};
constexpr std::string_view kNulls[] = {"''", "'null'"};
constexpr std::string_view kTimestampFormats[] = {"'%Y-%m-%d %H:%M:%S.%f%z'", "'%Y-%m-%d %H:%M:%S%z'",
                                                  "'%Y-%m-%d'"};
constexpr std::string_view kDecimalSeparators[] = {"'.'", "','"};
constexpr std::string_view kThousandsSeparators[] = {"''", "','", "'.'"};
constexpr std::string_view kTruths[] = {"'True,False'", "'true,false'", "'yes,no'", "'1,0'"};
constexpr std::string_view kEncodings[] = {"'utf8'"};

struct KnownOption {
  std::string_view name;
  Takes takes;
  SetOption set;
  std::span<const std::string_view> values = {};  // those that Tab offers
};

constexpr KnownOption kOptions[] = {
    {"FORMAT", Takes::both, set_format, kFormats},
    {"DELIMITER", Takes::both, set_delimiter, kDelimiters},
    {"QUOTE", Takes::both, set_quote, kQuotes},
    {"ESCAPE", Takes::both, set_escape, kEscapes},
    {"HEADER", Takes::both, set_header, kSwitch},
    {"NULL", Takes::both, set_null, kNulls},
    {"TIMESTAMPS", Takes::both, set_timestamps, kSwitch},
    {"DATETIMEFORMAT", Takes::both, set_timestamp_format, kTimestampFormats},
    {"DECIMALSEP", Takes::both, set_decimal_separator, kDecimalSeparators},
    {"THOUSANDSSEP", Takes::both, set_thousands_separator, kThousandsSeparators},
    {"BOOLSTYLE", Takes::both, set_truths, kTruths},
    {"ENCODING", Takes::both, set_encoding, kEncodings},
    {"CHUNKSIZE", Takes::from, set_chunk_rows},
    {"MAXROWS", Takes::from, set_most_rows},
    {"SKIPROWS", Takes::from, set_skipped_rows},
    {"SKIPCOLS", Takes::from, set_skipped_columns},
    {"MAXPARSEERRORS", Takes::from, set_most_parse_errors},
    {"MAXINSERTERRORS", Takes::from, set_most_insert_errors},
    {"ERRFILE", Takes::from, set_error_file},
    {"TTL", Takes::from, set_time_to_live},
    {"BEGINTOKEN", Takes::to, set_begin_token},
    {"ENDTOKEN", Takes::to, set_end_token},
    {"MAXOUTPUTSIZE", Takes::to, set_rows_per_file},
    {"FLOATPRECISION", Takes::to, set_float_precision},
    {"DOUBLEPRECISION", Takes::to, set_double_precision},
    {"CHILDTIMEOUT", Takes::nobody, set_unneeded_time},
    {"INGESTRATE", Takes::nobody, set_unneeded_number},
    {"MAXATTEMPTS", Takes::nobody, set_unneeded_number},
    {"MAXBACKOFFATTEMPTS", Takes::nobody, set_unneeded_number},
    {"MAXBATCHSIZE", Takes::nobody, set_unneeded_number},
    {"MAXINFLIGHTMESSAGES", Takes::nobody, set_unneeded_number},
    {"MAXPENDINGCHUNKS", Takes::nobody, set_unneeded_number},
    {"MAXREQUESTS", Takes::nobody, set_unneeded_number},
    {"MINBATCHSIZE", Takes::nobody, set_unneeded_number},
    {"NUMPROCESSES", Takes::nobody, set_nothing},
    {"PAGESIZE", Takes::nobody, set_unneeded_number},
    {"PAGETIMEOUT", Takes::nobody, set_unneeded_time},
    {"PREPAREDSTATEMENTS", Takes::nobody, set_unneeded_truth},
    {"RATEFILE", Takes::nobody, set_nothing},
    {"REPORTFREQUENCY", Takes::nobody, set_unneeded_time},
    {"REQUESTTIMEOUT", Takes::nobody, set_unneeded_time},
};
/// Which file of settings to read is known before the options are.
constexpr std::string_view kConfigurationFile = "CONFIGFILE";

[[noreturn]] void refuse_unknown(const Given& given) {
  std::vector<std::string> names(1, std::string(kConfigurationFile));
  for (const KnownOption& known : kOptions) names.emplace_back(known.name);
  const NearestName nearest = find_nearest(given.option.name, names);
  if (!given.is_in_statement()) {
    Parameters parameters = {{"option", to_lower(given.option.name)},
                             {"place", std::string(given.configured_at)}};
    if (nearest.name.empty()) refuse("configured_option_unknown", {}, std::move(parameters));
    parameters.emplace_back("nearest", to_lower(nearest.name));
    refuse("configured_option_near", {}, std::move(parameters));
  }
  const Span span = given.option.name_span;
  if (nearest.name.empty()) refuse("copy_option_unknown", span, {{"option", given.option.name}});
  std::optional<Fix> fix;
  if (nearest.certain) fix = Fix{span, nearest.name};
  refuse("copy_option_near", span, {{"option", given.option.name}, {"nearest", nearest.name}},
         std::move(fix));
}

/// An option of the other direction, and one that cqlsh needs for its cluster, is checked and changes nothing.
void set_option(CopyOptions& options, const Given& given, CopyDirection direction) {
  if (given.option.name == kConfigurationFile) return;
  const auto* const known = std::ranges::find(kOptions, given.option.name, &KnownOption::name);
  if (known == std::end(kOptions)) refuse_unknown(given);
  known->set(options, given);
  const Takes other = direction == CopyDirection::from ? Takes::to : Takes::from;
  if (known->takes == other) options.unneeded.push_back(given.option.name);
}

void refuse_twice(const CopyStatement& statement, const CopyOptionText& option) {
  const auto first = std::ranges::find(statement.options, option.name, &CopyOptionText::name);
  if (&*first != &option) refuse("copy_option_twice", option.name_span, {{"option", option.name}});
}

void require_different(const CopyOptions& options) {
  const CsvDialect& dialect = options.dialect;
  if (dialect.delimiter == dialect.quote || dialect.delimiter == dialect.escape)
    refuse("copy_options_clash", {},
           {{"option", dialect.delimiter == dialect.quote ? "QUOTE" : "ESCAPE"}, {"other", "DELIMITER"}});
  if (options.thousands_separator == options.decimal_separator)
    refuse("copy_options_clash", {}, {{"option", "THOUSANDSSEP"}, {"other", "DECIMALSEP"}});
  if (options.format == CopyFormat::jsonl && options.timestamps.value_or(false))
    refuse("copy_json_timestamps", {});
  // Null is written without quotes, which tells it from a text that says the same.
  const char forbidden[] = {dialect.delimiter, dialect.quote, '\n', '\r'};
  if (options.null.find_first_of(std::string_view(forbidden, std::size(forbidden))) != options.null.npos)
    refuse("copy_null", {}, {{"value", quote_text(shorten(options.null))}});
}

}  // namespace

CopyOptions read_copy_options(const CopyStatement& statement, const std::vector<CopyDefault>& defaults) {
  CopyOptions options;
  for (const CopyDefault& each : defaults)
    set_option(options, {each.option, each.place}, statement.direction);
  options.unneeded.clear();
  for (const CopyOptionText& option : statement.options) {
    refuse_twice(statement, option);
    set_option(options, {option}, statement.direction);
  }
  require_different(options);
  return options;
}

std::vector<std::string_view> copy_option_names(CopyDirection direction) {
  const Takes wanted = direction == CopyDirection::from ? Takes::from : Takes::to;
  std::vector<std::string_view> names;
  for (const KnownOption& known : kOptions)
    if (known.takes == Takes::both || known.takes == wanted) names.push_back(known.name);
  names.push_back(kConfigurationFile);
  return names;
}

std::span<const std::string_view> copy_option_values(std::string_view name) {
  const auto* const known = std::ranges::find(kOptions, name, &KnownOption::name);
  return known == std::end(kOptions) ? std::span<const std::string_view>() : known->values;
}

}  // namespace cellar
