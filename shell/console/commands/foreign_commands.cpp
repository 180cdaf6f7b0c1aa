// Commands of other shells that people type out of habit. Each ends with its line, so that the prompt answers
// at once.

#include <algorithm>

#include "shell/console/commands/families.h"
#include "types/text/text.h"

namespace cellar {

namespace {

[[noreturn]] void refuse_foreign(const CommandCall& call, std::string_view id) {
  refuse(id, call.words[0].span, {{"word", call.words[0].text}});
}

void asks_to_leave(const CommandCall& call) { refuse_foreign(call, "leave_word"); }
void asks_for_list(const CommandCall& call) { refuse_foreign(call, "list_word"); }
void asks_for_help(const CommandCall& call) { refuse_foreign(call, "help_word"); }

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

/// Shows the HELP page of the word, which names the command that does the same here.
void asks_for_same(const CommandCall& call);

constexpr Command same(std::string_view word, std::string_view other, std::string_view here) {
  return {word, other, "", "", here, asks_for_same};
}

// A word that begins with a mark but is not listed is looked up by the mark alone.
constexpr Command kForeignCommands[] = {
    leaving("\\Q", ".QUIT"),
    leaving(":Q", ":Q!"),
    leaving(":WQ", ".EXIT"),
    leaving("BYE", "LOGOUT"),
    listing("LS", "DIR"),
    listing("\\D", "\\DT"),
    listing("\\L", "\\DN"),
    listing(".TABLES", ".SCHEMA"),
    listing(".DATABASES", "\\DT+"),
    helping("\\", "."),
    helping(":", "MAN"),
    same("\\COPY", ".IMPORT", "COPY table FROM 'file.csv' WITH HEADER = true;\n"),
    same(".DUMP", "EXPORT", "DUMP 'file.cql'\n"),
    same(".READ", "\\I", "SOURCE 'file.cql'\n"),
    same(".MODE", ".HEADERS", "MODE csv, or another form (HELP MODE)\n"),
    same(".OUTPUT", "\\O", "OUTPUT 'file'\n"),
    same(".ONCE", "", "OUTPUT 'file', and OUTPUT OFF afterwards\n"),
    same(".TIMER", "\\TIMING", "TIMING ON\n"),
    same(".WIDTH", "", "WIDTH 120\n"),
    same(".NULLVALUE", "\\PSET", "FORMAT NULL '' (HELP FORMAT)\n"),
    same("\\X", "\\G", "EXPAND ON\n"),
    same("\\E", ".EDIT", "EDIT\n"),
    same("\\S", "", "HISTORY\n"),
    same("\\C", ".OPEN",
         "USE keyspace; another file is named when the program is started: cellar my.cellar\n"),
};

void asks_for_same(const CommandCall& call) {
  const Command* const command = std::ranges::find_if(
      kForeignCommands, [&](const Command& each) { return each.is_called(call.words[0].text); });
  refuse("other_word", call.words[0].span,
         {{"word", call.words[0].text}, {"command", std::string(trim(command->page))}});
}

}  // namespace

std::span<const Command> foreign_commands() { return kForeignCommands; }

}  // namespace cellar
