// Commands of other shells that people type out of habit. Each ends with its line, so that the prompt answers
// at once.

#include "shell/command/families.h"

namespace cellar {

namespace {

[[noreturn]] void refuse_foreign(const CommandCall& call, std::string_view id) {
  refuse(id, call.words[0].span, {{"word", call.words[0].text}});
}

std::optional<CommandOutcome> asks_to_leave(const CommandCall& call) { refuse_foreign(call, "leave_word"); }
std::optional<CommandOutcome> asks_for_list(const CommandCall& call) { refuse_foreign(call, "list_word"); }
std::optional<CommandOutcome> asks_for_help(const CommandCall& call) { refuse_foreign(call, "help_word"); }

constexpr Command leaving(std::string_view word, std::string_view other) {
  return {word, other, "", "", "EXIT leaves, and so does Ctrl-D.\n", asks_to_leave};
}
constexpr Command listing(std::string_view word, std::string_view other) {
  return {
      word,         other, "", "", "DESCRIBE TABLES lists the tables, DESCRIBE KEYSPACES the keyspaces.\n",
      asks_for_list};
}
constexpr Command helping(std::string_view word, std::string_view other) {
  return {word, other, "", "", "HELP lists the commands and topics.\n", asks_for_help};
}

// A word that begins with a mark but is not listed is looked up by the mark alone.
constexpr Command kForeignCommands[] = {
    leaving("\\Q", ".QUIT"),  leaving(":Q", ":Q!"),          leaving(":WQ", ".EXIT"),
    leaving("BYE", "LOGOUT"), listing("LS", "DIR"),          listing("\\D", "\\DT"),
    listing("\\L", "\\DN"),   listing(".TABLES", ".SCHEMA"), listing(".DATABASES", "\\DT+"),
    helping("\\", "."),       helping(":", "MAN"),
};

}  // namespace

std::span<const Command> foreign_commands() { return kForeignCommands; }

}  // namespace cellar
