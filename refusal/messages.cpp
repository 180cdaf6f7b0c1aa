#include "refusal/messages.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>
#include <vector>

#include "refusal/catalogue/cluster.h"
#include "refusal/catalogue/copy.h"
#include "refusal/catalogue/definitions.h"
#include "refusal/catalogue/executor.h"
#include "refusal/catalogue/functions.h"
#include "refusal/catalogue/library.h"
#include "refusal/catalogue/notices.h"
#include "refusal/catalogue/parser.h"
#include "refusal/catalogue/planner.h"
#include "refusal/catalogue/server.h"
#include "refusal/catalogue/shell.h"
#include "refusal/catalogue/storage.h"
#include "refusal/catalogue/types.h"
#include "refusal/code_examples.h"
#include "refusal/slots.h"
#include "refusal/told_phrase.h"
#include "refusal/untranslated.h"
#include "translations.inc"  // written by cmake/translations.cmake: kTranslations

namespace cellar {

namespace {

// Sections follow the folders that refuse. HELP lists the messages of a code in this order.
constexpr std::span<const Message> kSections[] = {
    catalogue::kParserMessages,  catalogue::kTypesMessages,    catalogue::kDefinitionMessages,
    catalogue::kPlannerMessages, catalogue::kExecutorMessages, catalogue::kFunctionMessages,
    catalogue::kStorageMessages, catalogue::kLibraryMessages,  catalogue::kServerMessages,
    catalogue::kClusterMessages, catalogue::kShellMessages,    catalogue::kCopyMessages,
    catalogue::kNoticeMessages,
};
constexpr std::span<const CodeExample> kExamples[] = {
    catalogue::kParserCodes,  catalogue::kTypesCodes,    catalogue::kDefinitionCodes,
    catalogue::kPlannerCodes, catalogue::kExecutorCodes, catalogue::kFunctionCodes,
    catalogue::kStorageCodes, catalogue::kLibraryCodes,  catalogue::kServerCodes,
    catalogue::kClusterCodes, catalogue::kShellCodes,    catalogue::kCopyCodes,
    catalogue::kNoticeCodes,
};

constexpr std::size_t number_of_messages() {
  std::size_t number = 0;
  for (const auto section : kSections) number += section.size();
  return number;
}

constexpr const Message& message_at(std::size_t index) {
  std::size_t section = 0;
  while (index >= kSections[section].size()) index -= kSections[section++].size();
  return kSections[section][index];
}

template <std::size_t... index>
constexpr auto gathered(std::index_sequence<index...>) {
  return std::array{message_at(index)...};
}

constexpr auto kMessages = gathered(std::make_index_sequence<number_of_messages()>());

// Parameters that the sources fill with words; the others quote what a person wrote.
constexpr std::string_view kInWords[] = {"allowed", "changes",      "expected", "form",  "found", "instead",
                                         "kind",    "lines",        "next",     "outer", "place", "shown",
                                         "sign",    "replacements", "wanted",   "what",  "where"};

constexpr bool same_parameters(std::string_view words, std::string_view english) {
  return words.empty() == english.empty() && name_same_parameters(words, english);
}

constexpr bool translates(const Words& words, const Message& message) {
  return same_parameters(words.title, message.title) && same_parameters(words.why, message.why) &&
         same_parameters(words.fix, message.fix) && same_parameters(words.label, message.label) &&
         same_parameters(words.related_label, message.related_label);
}

constexpr bool same_text(std::string_view one, std::string_view other) {
  return one.size() == other.size() && one == other;
}

constexpr bool may_be_untranslated(std::string_view id) {
  return std::ranges::any_of(kUntranslated, [id](std::string_view each) { return same_text(each, id); });
}

/// An id as an argument of a template, so that the compiler prints it where a check fails.
struct CheckedId {
  char text[64] = {};
};
constexpr CheckedId checked(std::string_view id) {
  CheckedId result;
  std::ranges::copy(id.substr(0, sizeof result.text - 1), result.text);
  return result;
}

/// Returns the id of the first words of the language that no message has; none if there are no such.
constexpr CheckedId first_unknown(const Translation& language) {
  for (const std::span<const Words> section : language.sections) {
    for (const Words& words : section) {
      bool is_known = may_be_untranslated(words.id);
      for (const Message& message : kMessages) is_known = is_known || same_text(message.id, words.id);
      if (!is_known) return checked(words.id);
    }
  }
  return {};
}

constexpr std::size_t number_of_translations(const Translation& language) {
  std::size_t number = 0;
  for (const std::span<const Words> section : language.sections) {
    for (const Words& words : section) number += may_be_untranslated(words.id) ? 0 : 1;
  }
  return number;
}

/// Returns the id of the first message whose words the language lacks, or has with other texts or parameters, or
/// of words without a message; none if all fit. Translations follow the catalogue, so the search for each begins
/// behind the one before.
constexpr CheckedId first_misfit(const Translation& language) {
  std::size_t section = 0, next = 0, found = 0;
  for (const Message& message : kMessages) {
    const bool may_lack = may_be_untranslated(message.id);
    bool fits = may_lack;
    for (std::size_t turns = 0; turns <= language.sections.size(); ++turns) {
      const std::span<const Words> words = language.sections[section];
      while (next < words.size() && !same_text(words[next].id, message.id)) ++next;
      if (next < words.size()) {
        fits = translates(words[next++], message);
        found += may_lack ? 0 : 1;
        break;
      }
      section = (section + 1) % language.sections.size();
      next = 0;
    }
    if (!fits) return checked(message.id);
  }
  return found == number_of_translations(language) ? CheckedId{} : first_unknown(language);
}

/// Only the id "" is complete: the error of the compiler names the message that has other words in a language of
/// refusal/languages/ than in the catalogue, or none there and no entry in refusal/untranslated.h.
template <CheckedId id>
struct WordsMisfit;
template <>
struct WordsMisfit<CheckedId{}> {
  static constexpr bool none = true;
};
template <std::size_t... index>
constexpr bool all_fit(std::index_sequence<index...>) {
  return (WordsMisfit<first_misfit(*kTranslations[index])>::none && ...);
}
static_assert(all_fit(std::make_index_sequence<std::size(kTranslations)>()));

/// Returns the first code of the language that has no example, or one without these words.
constexpr CheckedId first_misfit_of_codes(const Translation& language) {
  for (const CodeWords& words : language.codes) {
    bool fits = false;
    for (const std::span<const CodeExample> section : kExamples) {
      for (const CodeExample& each : section) {
        fits = fits || (same_text(each.code, words.code) &&
                        each.circumstances.empty() == words.circumstances.empty() &&
                        each.when.empty() == words.when.empty());
      }
    }
    if (!fits) return checked(words.code);
  }
  return {};
}
template <std::size_t... index>
constexpr bool all_codes_fit(std::index_sequence<index...>) {
  return (WordsMisfit<first_misfit_of_codes(*kTranslations[index])>::none && ...);
}
static_assert(all_codes_fit(std::make_index_sequence<std::size(kTranslations)>()));

constexpr auto kLanguageNames = [] {
  std::array<LanguageName, std::size(kTranslations) + 1> names{LanguageName{"en", "English"}};
  std::ranges::transform(kTranslations, names.begin() + 1, &Translation::name);
  return names;
}();

/// Null for English.
const Translation* translation_to(Language language) {
  return language == Language::english ? nullptr : kTranslations[static_cast<std::size_t>(language) - 1];
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Returns the words of a phrase, which has # for each number.
std::optional<std::string> find_phrase(std::string_view english, std::span<const Phrase> phrases) {
  std::string form;
  std::vector<std::string> numbers;
  for (std::size_t i = 0; i < english.size(); ++i) {
    if (!is_digit(english[i])) {
      form += english[i];
      continue;
    }
    if (i == 0 || !is_digit(english[i - 1])) {
      form += '#';
      numbers.emplace_back();
    }
    numbers.back() += english[i];
  }
  const auto phrase = std::ranges::find(phrases, form, &Phrase::english);
  if (phrase == phrases.end()) return std::nullopt;
  std::string words;
  std::size_t number = 0;
  for (const char c : phrase->words) {
    const bool is_number = c == '#' && number < numbers.size();
    words += is_number ? numbers[number++] : std::string(1, c);
  }
  return words;
}

}  // namespace

std::span<const Message> messages() { return kMessages; }

std::span<const LanguageName> languages() { return kLanguageNames; }

std::optional<Language> find_language(std::string_view code) {
  const auto* const found = std::ranges::find(kLanguageNames, code, &LanguageName::code);
  if (found == kLanguageNames.end()) return std::nullopt;
  return static_cast<Language>(found - kLanguageNames.begin());
}

Language language_of_locale(std::string_view locale) {
  return find_language(locale.substr(0, locale.find_first_of("_-.@"))).value_or(Language::english);
}

const Message* find_message(std::string_view id) {
  static const auto messages = [] {
    std::unordered_map<std::string_view, const Message*> by_id;
    by_id.reserve(std::size(kMessages));
    for (const Message& message : kMessages) by_id.emplace(message.id, &message);
    return by_id;
  }();
  const auto found = messages.find(id);
  return found == messages.end() ? nullptr : found->second;
}

const CodeExample* find_example(std::string_view code) {
  for (const auto section : kExamples) {
    const auto found = std::ranges::find(section, code, &CodeExample::code);
    if (found != section.end()) return &*found;
  }
  return nullptr;
}

const FrameWords& frame_words(Language language) {
  static constexpr FrameWords kEnglish = {
      .error = "error",
      .note = "note",
      .rule = "rule",
      .why = "why",
      .fix = "fix",
      .attempt = "try",
      .mended_too = "mended, too",
      .after = "after that",
      .verdict = "says",
      .help = "help",
      .comma = ", ",
      .alternative = " or ",
      .stop = ". ",
      .more_lines = "... and in {count|more line|more lines}",
      .table = "A table keyed by what you search for: {table_fix}",
      .otherwise = "Or: ",
      .said_of = "said of",
      .sample_tables = "tables, which EXAMPLES makes",
      .example = "example",
      .circumstances = "for example",
      .mended = "instead",
      .when = "when to do it anyway",
      .other_cases = "{code} has other cases:",
      .refuses = "Cassandra refuses it as well ({class}).",
      .needs_filtering = "Cassandra refuses it as well ({class}), unless the statement says ALLOW FILTERING.",
      .accepts = "Cassandra accepts it; POLICY teach asks for ALLOW FILTERING."};
  const Translation* const translation = translation_to(language);
  return translation == nullptr ? kEnglish : translation->frame;
}

Words words_of(const Message& message, Language language) {
  if (const Translation* const translation = translation_to(language)) {
    for (const std::span<const Words> section : translation->sections) {
      const auto found = std::ranges::find(section, message.id, &Words::id);
      if (found != section.end()) return *found;
    }
  }
  return {message.id, message.title, message.why, message.fix, message.label, message.related_label};
}

CodeWords words_of(const CodeExample& example, Language language) {
  if (const Translation* const translation = translation_to(language)) {
    const auto found = std::ranges::find(translation->codes, example.code, &CodeWords::code);
    if (found != translation->codes.end()) return *found;
  }
  return {example.code, example.circumstances, example.when};
}

std::string_view words_of(const Rule& rule, Language language) {
  const Translation* const translation = translation_to(language);
  if (translation == nullptr) return rule.text;
  const auto found = std::ranges::find(translation->rules, rule.name, &Rule::name);
  return found == translation->rules.end() ? rule.text : found->text;
}

namespace {

/// A reason that is the title of another message, such as why a value of a JSON document does not fit.
std::string reason_in(const std::string& reason, Language language, const std::span<const Phrase> phrases) {
  if (std::optional<std::string> phrase = find_phrase(reason, phrases)) return *std::move(phrase);
  const Message* best = nullptr;
  std::optional<Parameters> parts;
  for (const Message& message : kMessages) {
    const bool counts = message.title.find('|') != message.title.npos;
    if (counts || (best != nullptr && best->title.size() >= message.title.size())) continue;
    std::optional<Parameters> found = parts_of(message.title, reason);
    if (!found || found->empty() == (message.title.find('{') != message.title.npos)) continue;
    best = &message;
    parts = std::move(found);
  }
  if (best == nullptr) return told_in(reason, phrases);
  for (Parameter& part : *parts) part.value = phrase_in(part, language);
  return fill_whole(words_of(*best, language).title, *parts);
}

}  // namespace

std::string phrase_in(const Parameter& parameter, Language language) {
  const Translation* const translation = translation_to(language);
  if (translation == nullptr) return parameter.value;
  const std::span<const Phrase> phrases = translation->phrases;
  if (parameter.name == "reason") return reason_in(parameter.value, language, phrases);
  if (std::ranges::find(kInWords, parameter.name) == std::end(kInWords)) return parameter.value;
  if (const std::optional<std::string> whole = find_phrase(parameter.value, phrases)) return *whole;
  for (const Phrase& phrase : phrases) {
    if (const std::optional<Parameters> parts = parts_of(phrase.english, parameter.value);
        parts && !parts->empty()) {
      Parameters said = *parts;
      for (Parameter& part : said) part.value = phrase_in({parameter.name, part.value}, language);
      return fill_whole(phrase.words, said);
    }
  }
  std::string words;
  for (std::string_view rest = parameter.value; !rest.empty();) {
    if (const std::optional<std::string> phrase = find_phrase(rest, phrases)) {
      words += *phrase;
      break;
    }
    const std::size_t comma = rest.find(", "), last = rest.find(" or ");
    const std::string_view part = rest.substr(0, std::min(comma, last));
    const std::optional<std::string> phrase = find_phrase(part, phrases);
    if (!phrase && !part.starts_with('`')) return parameter.value;
    words += phrase.value_or(std::string(part));
    if (part.size() == rest.size()) break;
    words += comma < last ? translation->frame.comma : translation->frame.alternative;
    rest.remove_prefix(part.size() + (comma < last ? 2 : 4));
  }
  return words;
}

}  // namespace cellar
