#include <algorithm>

#include "program/manual/command_line.h"
#include "program/manual/words/command_line_words.h"
#include "types/text/similar_names.h"
#include "types/text/text.h"

namespace cellar {

std::string short_help(Language language) {
  return std::string(CommandLineWords::Text(
                         "cellar: Cassandra's query language (CQL) in one program, over one file.\n"
                         "\n"
                         "  cellar                         try it: the data are gone at the end\n"
                         "  cellar shop.cellar             a prompt; the file is made if there is none\n"
                         "  cellar shop.cellar -f a.cql    runs a script (-: standard input); -e 'CQL'\n"
                         "  cellar --connect HOST          the same on a cluster\n"
                         "  cellar move shop.cellar        carries a file to a cluster, or back\n"
                         "  cellar serve shop.cellar       lets drivers of Cassandra connect\n"
                         "  cellar class                   opens CQL as a page for the browser\n"
                         "  cellar check FOLDER            runs scripts that hold their answers\n"
                         "  cellar grade EXERCISE ANSWER   marks an answer, or a folder of them\n"
                         "  cellar lint FILE               names what a script will make you regret\n"
                         "  cellar readiness shop.cellar   names what will hurt on a cluster\n"
                         "  cellar verify shop.cellar      names what is damaged in a file\n"
                         "\n"
                         "  -k, --keyspace NAME            the keyspace in use at the start\n"
                         "  --policy teach|cassandra       teach (default) refuses costly reads, too\n"
                         "  --diagnostics full|short|json  how refusals and notices are shown\n"
                         "  --echo, --stop-on-error        prints each statement; ends at a refusal\n"
                         "  --read-only                    refuses all that writes\n"
                         "  --no-color, --version, -h      no colours; the version; this page\n"
                         "\n"
                         "Exit status: 0 all went well; 1 usage, file or disk; 2 a refusal; 130 Ctrl-C.\n"
                         "All options: cellar --help-all. The manual: man cellar. CQL: HELP at the prompt.\n")
                         .in(language));
}

namespace {

bool takes(const CommandLine& command, std::string_view name) {
  return std::ranges::any_of(command.options, [&](const OptionDescription& option) {
    return option.value == name || std::ranges::find(option.names, name) != option.names.end();
  });
}

/// What is said of a word that has no place.
std::string word_too_many(const CommandLine& command, const std::string& word,
                          const CommandLineWords::Speech& say) {
  const std::string text = takes(command, "DATABASE")
                               ? say("one DATABASE is enough, and {word} is one too many", {{"word", word}})
                               : say("{word} is one word too many", {{"word", word}});
  for (const std::string_view option : {"-f", "--init"}) {
    if (takes(command, option))
      return text +
             say("; a script is run by {option} {word}", {{"option", std::string(option)}, {"word", word}});
  }
  return text;
}

std::string nearest_option(const CommandLine& command, const std::string& word) {
  std::vector<std::string> names;
  for (const OptionDescription& option : command.options) {
    for (const std::string& name : option.names) {
      if (name.starts_with("--")) names.push_back(name.substr(2));
    }
  }
  const std::string written = word.substr(std::min(word.find_first_not_of('-'), word.size()));
  return nearest_name(written.substr(0, written.find('=')), names);
}

}  // namespace

std::string unexpected_words(const CommandLine& command, const std::vector<std::string>& words,
                             Language language) {
  const CommandLineWords::Speech say(language);
  const auto option =
      std::ranges::find_if(words, [](const std::string& word) { return word.starts_with('-'); });
  if (option == words.end()) return word_too_many(command, show_on_terminal(words.front()), say);
  std::string text = say("there is no option {option}", {{"option", show_on_terminal(*option)}});
  const std::string nearest = nearest_option(command, *option);
  if (!nearest.empty()) text += say("; did you mean --{nearest}?", {{"nearest", nearest}});
  return text;
}

}  // namespace cellar
