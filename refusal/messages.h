// The messages: every refusal and every notice that a person can meet.
//
// In:      an id.
// Out:     its code, its class (refusal/cause.h), and its words in English. A template names parameters in braces;
//          `{count|row|rows}` is a parameter that is a number, and the noun that it counts; `{a type}` is one
//          with its article. The words say what is wrong (title), the rule behind it (why), and the way out
//          (fix). A whole statement or command that they propose is in backquotes: a test runs it. Another
//          language is another table with the same ids and parameters (refusal/languages/). The messages that
//          it may lack are listed in refusal/untranslated.h: their words are those in English.
// Refused: nothing.
//
// Sources: messages.cpp; fill.cpp for the parameters of templates.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "refusal/code_examples.h"
#include "refusal/language.h"
#include "refusal/refusal.h"
#include "refusal/rule_card.h"

namespace cellar {

struct Message {
  std::string_view id;               // "undefined_column": what the sources call it
  std::string_view code;             // "E203": what people call it; one code may serve several ids
  MessageClass message_class;        // kind, error class, cause, traits
  std::string_view title;            // "there is no column {column} in table {table}"
  std::string_view why;              // may be empty
  std::string_view fix;              // may be empty
  std::string_view label{};          // behind the carets: what is blamed; may be empty
  std::string_view related_label{};  // of Diagnostic::related
  std::string_view rules{};          // of the rule card, separated by blanks: "K1 K5"; may be empty
};

/// The words of a message in one language.
struct Words {
  std::string_view id;
  std::string_view title, why, fix;
  std::string_view label{}, related_label{};
};

/// Returns the English words where the language has none.
Words words_of(const Message& message, Language language);

/// The words around those of a message, in one language.
struct FrameWords {
  std::string_view error, note;  // kinds of what is reported
  // Labels of the lines below the statement; `mended_too` and `after` are of other faults.
  std::string_view rule, why, fix, attempt, mended_too, after, verdict, help;
  std::string_view comma, alternative;  // between the phrases of a list, and before the last one
  std::string_view stop;                // between two sentences
  std::string_view more_lines;  // for lines of a statement that are blamed but not shown, `{count}` of them
  std::string_view table;       // before the fix of a refusal that has the parameter `table_fix`
  std::string_view otherwise;   // between the two
  // Labels of the page of HELP about a code; `{code}` in the last one is that.
  std::string_view said_of, sample_tables, example, circumstances, mended, when, other_cases;
  std::string_view refuses, needs_filtering, accepts;  // what Cassandra does; `{class}` is that of the error
};
const FrameWords& frame_words(Language language);

/// Words that the sources give to a parameter, such as "a column name" or "at least #", in another language.
struct Phrase {
  std::string_view english, words;
};

/// What HELP says beside the example of a code, in one language; see CodeExample.
struct CodeWords {
  std::string_view code;
  std::string_view circumstances, when;
};
/// Returns the English words where the language has none.
CodeWords words_of(const CodeExample& example, Language language);

/// A language besides English.
struct Translation {
  LanguageName name;
  FrameWords frame;
  std::span<const Rule> rules;  // of the rule card
  std::span<const Phrase> phrases;
  std::span<const std::span<const Words>> sections;  // of the catalogue
  std::span<const CodeWords> codes;                  // whose examples are told in words
};

/// Returns the text of a rule of the card.
std::string_view words_of(const Rule& rule, Language language);

/// Returns the parameter's words in the language: those of a phrase, or of a list of phrases and of words in
/// backquotes, "a name, `(` or `)`"; the value itself if it is neither.
std::string phrase_in(const Parameter& parameter, Language language);

/// Every message.
std::span<const Message> messages();

/// Null where there is no such id.
const Message* find_message(std::string_view id);

/// The message of a diagnostic's id.
const Message& message_of(const Diagnostic& diagnostic);

/// Puts parameters into a template. A parameter that is missing leaves `{name}` in the text; one that quotes
/// a long piece of the statement is clipped.
std::string fill(std::string_view words, const Parameters& parameters);
/// As above, with all of each parameter.
std::string fill_whole(std::string_view words, const Parameters& parameters);

/// Returns the title of what a diagnostic reports.
std::string title_of(const Diagnostic& diagnostic);

/// The words of what a diagnostic reports, with its parameters.
struct FilledWords {
  std::string title, why, fix;  // the last two may be empty
};
FilledWords words_of(const Diagnostic& diagnostic, Language language);

/// The value as words show it: clipped if it quotes a long piece of the statement.
std::string shown_value(const Parameter& parameter);

}  // namespace cellar
