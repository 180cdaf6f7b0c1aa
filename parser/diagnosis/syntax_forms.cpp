// Faults of spelling: characters, numbers, brackets, names.
#include <algorithm>

#include "parser/diagnosis/look_alikes.h"
#include "parser/diagnosis/syntax_view.h"
#include "parser/script/stray_line.h"
#include "types/text/similar_names.h"
#include "types/text/text.h"
#include "types/type.h"

namespace cellar {

namespace {

std::string shown_sign(const LookAlike& sign) {
  if (sign.ascii == " ") return "a blank";
  return sign.is_quote() ? "'" : "`" + sign.ascii + "`";
}

/// Returns the name of the sign for a message, since a blank cannot be shown.
std::string name_of_sign(const SyntaxView& view, const LookAlike& sign) {
  const std::string found(view.text(sign.span));
  if (sign.ascii != " " && !sign.is_invisible()) return found;
  std::uint32_t code_point = static_cast<unsigned char>(found[0]) & (found.size() == 2 ? 0x1F : 0x0F);
  for (const char byte : found.substr(1))
    code_point = code_point << 6 | (static_cast<unsigned char>(byte) & 0x3F);
  std::string digits;
  for (int shift = 12; shift >= 0; shift -= 4) digits += "0123456789ABCDEF"[code_point >> shift & 0xF];
  return "the character U+" + digits;
}

/// "`,` for ，, `;` for ；": each once.
std::string replacements(const SyntaxView& view, const std::vector<LookAlike>& signs) {
  std::vector<std::string> pairs;
  for (const LookAlike& sign : signs) {
    const std::string name = name_of_sign(view, sign);
    const std::string pair = sign.is_invisible() ? "nothing for " + name : shown_sign(sign) + " for " + name;
    if (std::ranges::find(pairs, pair) == pairs.end()) pairs.push_back(pair);
  }
  std::string text;
  for (const std::string& pair : pairs) text += (text.empty() ? "" : ", ") + pair;
  return text;
}

/// All of a text are one fault: a word processor or an input method made them.
[[noreturn]] void refuse_look_alikes(const SyntaxView& view, std::uint32_t position) {
  const std::vector<LookAlike> signs = look_alikes_from(view.text(), position);
  const LookAlike& first = signs.front();
  std::string_view id = signs.size() == 1 ? "look_alike_sign" : "look_alike_signs";
  if (std::ranges::all_of(signs, &LookAlike::is_invisible)) id = "invisible_character";
  if (std::ranges::all_of(signs, &LookAlike::is_quote)) id = "typographic_quote";
  Diagnostic fault{id,
                   first.span,
                   {{"found", name_of_sign(view, first)},
                    {"sign", shown_sign(first)},
                    {"count", std::to_string(signs.size())},
                    {"replacements", replacements(view, signs)}},
                   fix_of(view.text(), signs)};
  for (const LookAlike& sign : signs) {
    if (sign.span != first.span) fault.repeated.push_back(sign.span);
  }
  throw Refusal(std::move(fault));
}

/// Returns the typographic quote that was meant to close the string of a token, if there is one.
std::optional<LookAlike> closing_look_alike(const SyntaxView& view, int offset) {
  const Span token = view.span(offset);
  // Not noted: texts that are not ASCII share no shape.
  for (std::uint32_t place = token.begin + 1; place < token.end; ++place) {
    const std::optional<LookAlike> sign = look_alike_at(view.unnoted(), place);
    if (!sign || !sign->is_quote() || sign->span.end > token.end) continue;
    const std::string_view behind = view.text({sign->span.end, token.end});
    const std::size_t next = behind.find_first_not_of(kBlanks);
    if (next == behind.npos || std::string_view(",;)]}").find(behind[next]) != std::string_view::npos)
      return sign;
  }
  return std::nullopt;
}

/// 'ann’: the string that was opened by a straight quote goes on behind the other one.
void refuse_half_typographic(const SyntaxView& view) {
  const bool closed_later = view.type(-1) == "STRING" && view.touches(0);
  if (!closed_later && view.type(0) != "UNCLOSED_STRING") return;
  const int string = closed_later ? -1 : 0;
  const std::optional<LookAlike> quote = closing_look_alike(view, string);
  if (!quote) return;
  const Span opening{view.span(string).begin, view.span(string).begin + 1};
  throw Refusal({"typographic_quote",
                 quote->span,
                 {{"found", std::string(view.text(quote->span))}, {"sign", "'"}, {"replacements", ""}},
                 Fix{quote->span, "'"},
                 std::nullopt,
                 {},
                 opening});
}

/// True if a line of the string begins a statement.
bool takes_in_statement(std::string_view string) {
  for (std::size_t newline = string.find('\n'); newline != string.npos;
       newline = string.find('\n', newline + 1)) {
    if (begins_statement_at_margin(string.substr(newline + 1))) return true;
  }
  return false;
}

/// 'it's': the string ends too early, and a later quote begins one that does not end, or ends in another statement.
void refuse_apostrophe(const SyntaxView& view) {
  if (view.type(-1) != "STRING" || !view.touches(0) || !view.is_name(0)) return;
  for (int i = 0; view.exists(i); ++i) {
    const bool is_odd =
        view.type(i) == "UNCLOSED_STRING" || (view.type(i) == "STRING" && takes_in_statement(view.at(i)));
    if (!is_odd) continue;
    const Span quote{view.span(0).begin - 1, view.span(0).begin};
    refuse("apostrophe_in_string", quote, {}, Fix{quote, "''"});
  }
}

void refuse_unclosed(const SyntaxView& view) {
  const std::uint32_t begin = view.span(0).begin;
  if (view.type(0) == "UNCLOSED_STRING")
    refuse(view.at(0).starts_with('$') ? "unclosed_dollar_string" : "unclosed_string",
           {begin, begin + (view.at(0).starts_with('$') ? 2 : 1)});
  if (view.type(0) == "UNCLOSED_QUOTED_NAME") refuse("unclosed_name", {begin, begin + 1});
  if (view.type(0) == "UNCLOSED_COMMENT") refuse("unclosed_comment", {begin, begin + 2});
}

/// The run of characters without a blank around the offending token.
Span word_around(const SyntaxView& view) {
  const auto belongs = [](char character) {
    return (character >= '0' && character <= '9') || (character >= 'a' && character <= 'z') ||
           (character >= 'A' && character <= 'Z') || character == '.' || character == '-' ||
           character == '_' || character == ':';
  };
  const std::string_view text = view.unnoted();
  Span span = view.span(0);
  while (span.begin > 0 && belongs(text[span.begin - 1])) --span.begin;
  while (span.end < text.size() && belongs(text[span.end])) ++span.end;
  view.note(span);
  return span;
}

bool only(std::string_view text, std::string_view characters) {
  return text.find_first_not_of(characters) == text.npos;
}

bool is_decimal_digit(char character) { return character >= '0' && character <= '9'; }

void refuse_unquoted(const SyntaxView& view) {
  const Span word = word_around(view);
  const std::string text(view.text(word));
  const auto dashes = std::count(text.begin(), text.end(), '-');
  if (text.empty() || text.front() == '-') return;
  if (text.size() >= 28 && text.size() <= 40 && only(text, "0123456789abcdefABCDEF-ghijklmnopqrstuvwxyz") &&
      (dashes == 4 || dashes == 0))
    refuse("uuid_form", word, {{"text", text}});
  const auto dots = std::count(text.begin(), text.end(), '.');
  const bool date = dashes == 2 && is_decimal_digit(text.front()) && only(text, "0123456789-:.TZ");
  const bool address = dots == 3 && only(text, "0123456789.") && is_decimal_digit(text.front()) &&
                       is_decimal_digit(text.back()) && text.find("..") == text.npos;
  if (date || address)
    refuse("unquoted_literal", word, {{"text", text}, {"kind", date ? "a date" : "an address"}},
           Fix{word, "'" + text + "'"});
}

bool is_number(std::string_view type) { return type == "INTEGER" || type == "FLOAT"; }

void refuse_signs_of_numbers(const SyntaxView& view) {
  const Span here = view.span(0);
  const bool before_number = is_number(view.type(1)) && view.touches(1);
  const bool value_expected = view.expects("INTEGER");
  if (value_expected && view.is(0, "+") && view.exists(1)) refuse("plus_sign", here, {}, Fix{here, ""});
  if (value_expected && view.is(0, ".") && before_number)
    refuse("number_without_zero", {here.begin, view.span(1).end}, {}, Fix{here, "0."});
  if (view.type(0) == "BROKEN_NEGATIVE")
    refuse("minus_glued", here, {{"text", std::string(view.at(0))}},
           Fix{{here.begin, here.begin + 1}, view.expects("MINUS") ? "- " : "-"});
  const bool negative = is_number(view.type(0)) && view.at(0).starts_with('-');
  if (negative && view.expects("MINUS"))
    refuse("minus_glued", here, {{"text", std::string(view.at(0))}}, Fix{{here.begin, here.begin + 1}, "- "});
}

}  // namespace

void refuse_characters(const SyntaxView& view) {
  refuse_half_typographic(view);
  refuse_apostrophe(view);
  refuse_unclosed(view);
  const Span here = view.span(0);
  const std::string found(view.at(0));
  if (view.type(0) != "OTHER") return;
  if (look_alike_at(view.unnoted(), here.begin)) refuse_look_alikes(view, here.begin);
  if (found == "`") refuse("backquote", here);
  if (found == "#") refuse("hash_comment", here, {}, Fix{here, "--"});
  if (found == "\\") refuse("backslash", here);
  if (found == "&" && view.is(1, "&") && view.touches(1))
    refuse("sql_and_sign", {here.begin, view.span(1).end}, {}, Fix{{here.begin, view.span(1).end}, "AND"});
  if (found == "|" && view.is(1, "|")) {
    const Span both{here.begin, view.span(1).end};
    if (view.has_before("WHERE")) refuse("sql_or", both, {{"word", "||"}});
    refuse("sql_concatenation", both);
  }
  const bool in_number = is_number(view.type(-1)) && view.touches(0);
  if (found == "_" && in_number)
    refuse("broken_number", word_around(view), {{"text", std::string(view.text(word_around(view)))}});
  if (found == "_" || static_cast<unsigned char>(found.front()) >= 0x80 || found == "$")
    refuse("name_character", here, {{"found", found}});
  refuse("unknown_character", here, {{"found", found}});
}

void refuse_numbers(const SyntaxView& view) {
  refuse_unquoted(view);
  refuse_signs_of_numbers(view);
  const Span here = view.span(0);
  if (view.type(0) == "BROKEN_NUMBER") refuse("broken_number", here, {{"text", std::string(view.at(0))}});
  const bool after_number =
      is_number(view.type(-1)) || view.type(-1) == "BLOB_LITERAL" || view.type(-1) == "DURATION";
  if (after_number && view.touches(0) && (view.is_name(0) || is_number(view.type(0)) || view.is(0, ".")))
    refuse("broken_number", {view.span(-1).begin, here.end},
           {{"text", std::string(view.at(-1)) + std::string(view.at(0))}});
}

namespace {

void refuse_clustering_parentheses(const SyntaxView& view) {
  if (!view.is(0, "(") || !view.is(-1, ",")) return;
  const int open = view.open_parenthesis();
  const int close = view.closing(0);
  if (open == 0 || !view.is(open - 1, "KEY") || close == kNoToken) return;
  const Span both{view.span(0).begin, view.span(close).end};
  refuse("clustering_parentheses", both, {},
         Fix{both, std::string(view.text({view.span(0).end, view.span(close).begin}))});
}

}  // namespace

void refuse_brackets(const SyntaxView& view) {
  refuse_clustering_parentheses(view);
  const Span here = view.span(0);
  if (view.is(-1, ",") && (view.is_any(0, {")", "]", "}", "FROM", "WHERE"}) || view.is_end(0)))
    refuse("trailing_comma", view.span(-1), {}, Fix{view.span(-1), ""});
  if (view.is(0, ",") && view.is(-1, ",")) refuse("value_missing", here);
  if (view.is(0, ",") && view.expects("AND")) refuse("comma_for_and", here, {}, Fix{here, " AND"});
  const int open = view.open_parenthesis();
  if (view.is(0, ")") && open == 0) refuse("parenthesis_not_opened", here, {}, Fix{here, ""});
  const bool leaves =
      view.is_end(0) || view.is_any(0, {"WITH", "FROM", "WHERE", "VALUES", "USING", "LIMIT", "ORDER", "SET",
                                        "IF", "AND", "SELECT", "INSERT", "UPDATE", "DELETE", "CREATE"});
  if (open == 0 || !view.expects("CLOSE_ROUND") || !leaves) return;
  const std::uint32_t end = view.span(-1).end;
  refuse_beside("parenthesis_not_closed", here, view.span(open),
                {{"found", view.is_end(0) ? "the end of the statement" : std::string(view.at(0))}},
                Fix{{end, end}, ")"});
}

/// A keyword that is spelled alike is meant rather than a shorter one that lacks the blank behind it: descirbe.
std::string misspelled_keyword(const SyntaxView& view) {
  constexpr std::size_t kLongestWord = 20;
  if (view.type(0) != "IDENTIFIER" || view.at(0).size() > kLongestWord) return {};
  const std::string word = to_upper(view.at(0));
  std::string_view best, glued;
  std::optional<std::size_t> best_distance;
  for (const std::string_view candidate : view.error().expected_types) {
    if (candidate == "IDENTIFIER" || candidate.find('_') != candidate.npos) continue;
    const bool is_glued = candidate.size() > 2 && word.starts_with(candidate);  // SELECTv
    if (is_glued && candidate.size() > glued.size()) glued = candidate;
    const std::optional<std::size_t> distance = distance_of_words(word, candidate);
    if (!distance || (best_distance && *distance >= *best_distance)) continue;
    best_distance = distance;
    best = candidate;
  }
  return std::string(best.empty() ? glued : best);
}

namespace {

void refuse_misspelled(const SyntaxView& view) {
  const std::string best = misspelled_keyword(view);
  if (best.empty()) return;
  const std::string_view word = view.at(0);
  const bool glued = word.size() > best.size() && is_same_word(word.substr(0, best.size()), best);
  const std::string fixed = glued ? best + " " + std::string(word.substr(best.size())) : best;
  const Parameters parameters = {{"found", std::string(word)}, {"word", best}};
  // A word alone is no statement, however it is spelled.
  const bool is_alone = view.begin() == 0 && view.is_end(1);
  const std::optional<Fix> fix = is_alone ? std::nullopt : std::optional(Fix{view.span(0), fixed});
  refuse("misspelled_word", view.span(0), parameters, fix, Subject{Subject::Kind::keyword, best});
}

}  // namespace

void refuse_reserved_words(const SyntaxView& view) {
  const std::string found(view.at(0));
  const Span here = view.span(0);
  const bool keyword = view.type(0) == "BOOLEAN" || (view.is_name(0) && is_reserved_word(found));
  if (keyword && view.expects("IDENTIFIER") && view.fits_as_name())
    refuse("reserved_name", here, {{"name", found}}, Fix{here, "\"" + to_lower(found) + "\""});
}

void refuse_names(const SyntaxView& view) {
  const std::string found(view.at(0));
  const Span here = view.span(0);
  const bool name_only = view.expects("IDENTIFIER") && !view.expects("STRING");
  if (view.type(0) == "STRING" && name_only) {
    std::string quoted =
        found.size() > 2 && found.front() == '\'' ? found.substr(1, found.size() - 2) : "name";
    refuse("string_as_name", here, {{"name", quoted}}, Fix{here, "\"" + quoted + "\""});
  }
  if (view.type(0) == "EMPTY_QUOTED_NAME" && name_only) refuse("empty_name", here);
  const bool number = is_number(view.type(0)) || view.type(0) == "DURATION";
  const bool defines = view.statement_is("CREATE") || view.statement_is("ALTER");
  if (name_only && number && (defines || (view.touches(1) && view.is_name(1)))) {
    const Span word = word_around(view);
    refuse("name_begins_with_digit", word, {{"name", std::string(view.text(word))}},
           Fix{word, "\"" + std::string(view.text(word)) + "\""});
  }
  if (view.is(-2, "TYPE") && view.expects("DOT") && !view.expects("OPEN_ROUND") &&
      native_kind(to_lower(view.at(-1))))
    refuse("native_type_name", view.span(-1), {{"name", std::string(view.at(-1))}});
  refuse_misspelled(view);
}

}  // namespace cellar
