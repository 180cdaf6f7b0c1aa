// Languages are found by their codes and by the locales of the system.
#include <catch2/catch.hpp>
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

TEST_CASE("what a language does not say is said in English") {
  const Message& message = messages().front();
  CHECK(words_of(message, Language::english).title == message.title);
  for (const Message& each : messages()) CHECK_FALSE(words_of(each, *find_language("zh")).title.empty());
}
