// Languages are found by their codes and by the locales of the system.
#include <algorithm>
#include <catch2/catch.hpp>
#include <optional>
#include <regex>
#include <string>

#include "refusal/language.h"
#include "refusal/messages.h"

using namespace cellar;

TEST_CASE("a language is found by its code and by its locales") {
  REQUIRE(languages().size() > 1);
  CHECK(languages().front().code == "en");
  for (const LanguageName& each : languages()) {
    INFO(each.code);
    const std::optional<Language> language = find_language(each.code);
    REQUIRE(language);
    CHECK_FALSE(each.name.empty());
    CHECK(&languages()[static_cast<std::size_t>(*language)] == &each);
    CHECK(language_of_locale(std::string(each.code) + "_XX.UTF-8") == *language);
    CHECK_FALSE(frame_words(*language).rule.empty());
  }
  CHECK(language_of_locale("zh") == find_language("zh"));
  CHECK(language_of_locale("C.UTF-8") == Language::english);
  CHECK(language_of_locale("") == Language::english);
  CHECK_FALSE(find_language("zh_CN"));
  CHECK_FALSE(find_language(""));
}

TEST_CASE("every message has words in each language") {
  const Message& message = messages().front();
  CHECK(words_of(message, Language::english).title == message.title);
  for (const LanguageName& each : languages()) {
    for (const Message& one : messages()) {
      INFO(each.code << " " << one.id);
      CHECK_FALSE(words_of(one, *find_language(each.code)).title.empty());
    }
  }
}

TEST_CASE("every rule of the card has its text in each language") {
  for (const LanguageName& each : languages()) {
    for (const Rule& rule : rule_card()) {
      INFO(each.code << " " << rule.name);
      const std::string_view words = words_of(rule, *find_language(each.code));
      CHECK_FALSE(words.empty());
      CHECK((each.code == "en") == (words == rule.text));
    }
  }
}

namespace {

// "分区" within "分区键" is another term.
bool is_part_of(std::string_view text, std::size_t at, std::string_view term, std::string_view longer) {
  return longer.size() > term.size() && longer.starts_with(term) && text.substr(at).starts_with(longer);
}

struct Term {
  std::string_view chinese, english;
};
constexpr Term kTerms[] = {{"分区键", "partition key"},
                           {"分区", "partition"},
                           {"聚簇列", "clustering column"},
                           {"聚簇顺序", "clustering order"},
                           {"主键", "primary key"},
                           {"墓碑", "tombstone"},
                           {"反范式化", "denormalize"},
                           {"令牌", "token"},
                           {"副本因子", "replication factor"},
                           {"键空间", "keyspace"},
                           {"物化视图", "materialized view"},
                           {"静态列", "static column"},
                           {"计数器", "counter"},
                           {"批处理", "batch"},
                           {"单元格", "cell"}};

/// Returns the text with "rows" for each slot `{count|row|rows}`.
std::string with_nouns(const std::string& text) {
  return std::regex_replace(text, std::regex("\\{[a-z_]+\\|[^|}]*\\|([^}]*)\\}"), "$1");
}

/// Returns what follows the first use of a term in a text; nothing if the text does not use it.
std::optional<std::string_view> behind_first(std::string_view text, const Term& term) {
  for (std::size_t at = 0; (at = text.find(term.chinese, at)) != text.npos; at += term.chinese.size()) {
    const auto within = [&](const Term& other) { return is_part_of(text, at, term.chinese, other.chinese); };
    if (std::ranges::none_of(kTerms, within)) return text.substr(at + term.chinese.size());
  }
  return std::nullopt;
}

}  // namespace

TEST_CASE("a Chinese message says the English term where it first uses a Chinese one") {
  for (const Message& message : messages()) {
    const Words words = words_of(message, *find_language("zh"));
    const std::string text =
        with_nouns(std::string(words.title).append("\n").append(words.why).append("\n").append(words.fix));
    for (const Term& term : kTerms) {
      INFO(message.id << ": " << text);
      const std::optional<std::string_view> behind = behind_first(text, term);
      if (behind) CHECK(behind->starts_with(" (" + std::string(term.english) + ")"));
    }
  }
}

TEST_CASE("what the sources say in words is said in the language") {
  const Language chinese = *find_language("zh");
  CHECK(phrase_in({"expected", "`AS`, `,` or a name"}, chinese) == "`AS`、`,`或名称");
  CHECK(phrase_in({"wanted", "a number of at least 32"}, chinese) == "不小于 32 的数");
  CHECK(phrase_in({"wanted", "0 or more"}, chinese) == "0 或更大的数");
  CHECK(phrase_in({"wanted", "true or false"}, chinese) == "true 或 false");
  CHECK(phrase_in({"lines", "lines 3 to 17"}, chinese) == "第 3 到 17 行");
  // What a person wrote stays.
  CHECK(phrase_in({"column", "a name"}, chinese) == "a name");
  CHECK(phrase_in({"found", "`a name`"}, chinese) == "`a name`");
  CHECK(phrase_in({"expected", "a name"}, Language::english) == "a name");
}
