// What clients of a server are told in place of what only the shell can do.
#include "refusal/driver_words.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <regex>

#include "refusal/catalogue/driver_fixes.h"
#include "refusal/messages.h"

using namespace cellar;

namespace {

bool is_of_shell(std::string_view words) {
  static const std::regex shell("HELP|POLICY|[Aa]t the prompt");
  return std::regex_search(std::string(words), shell);
}

/// What the shell alone refuses or tells: its commands, COPY, lessons, lints.
bool is_refused_by_shell(const Message& message) {
  return message.code == "E115" || message.id == "help_word" || message.code >= "E610";
}

}  // namespace

TEST_CASE("a fix that only the shell can follow has another one for clients of a server") {
  for (const Message& message : messages()) {
    INFO(message.id << ": " << message.fix);
    const auto* const other =
        std::ranges::find(catalogue::kDriverFixes, message.id, &catalogue::DriverFix::id);
    const bool has_other = other != std::end(catalogue::kDriverFixes);
    CHECK((is_of_shell(message.fix) && !is_refused_by_shell(message)) == has_other);
    if (!has_other) continue;
    CHECK_FALSE(is_of_shell(other->fix));
    CHECK(words_for_driver({message.id, {}, {}, std::nullopt}).fix == other->fix);
  }
}

TEST_CASE("the fixes for clients of a server are those of messages") {
  for (const catalogue::DriverFix& other : catalogue::kDriverFixes) {
    INFO(other.id);
    const Message* const message = find_message(other.id);
    REQUIRE(message != nullptr);
    // A parameter that the message does not have would be shown as it is written.
    static const std::regex parameter("\\{[a-z_]+\\}");
    const std::string words(other.fix);
    for (std::sregex_iterator found(words.begin(), words.end(), parameter), end; found != end; ++found)
      CHECK(message->fix.find(found->str()) != message->fix.npos);
  }
}
