#include "client/cluster_refusal.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>

#include "types/names.h"

namespace cellar {

namespace {

std::string_view message_for(ErrorCode code) {
  switch (code) {
    case ErrorCode::server:
    case ErrorCode::is_bootstrapping:
    case ErrorCode::cdc_write_failure:
      return "cluster_refuses_by_server";
    case ErrorCode::protocol_error:
      return "cluster_refuses_by_protocol";
    case ErrorCode::syntax:
      return "cluster_refuses_syntax";
    case ErrorCode::bad_credentials:
    case ErrorCode::unauthorized:
      return "cluster_refuses_access";
    case ErrorCode::invalid:
    case ErrorCode::unprepared:
      return "cluster_refuses";
    case ErrorCode::config:
      return "cluster_refuses_settings";
    case ErrorCode::already_exists:
      return "cluster_has_it";
    case ErrorCode::function_failure:
      return "cluster_function_fails";
    case ErrorCode::unavailable:
      return "cluster_lacks_replicas";
    case ErrorCode::overloaded:
      return "cluster_overloaded";
    case ErrorCode::truncate_error:
      return "cluster_truncates_not";
    case ErrorCode::write_timeout:
    case ErrorCode::cas_write_unknown:
      return "cluster_write_timeout";
    case ErrorCode::read_timeout:
      return "cluster_read_timeout";
    case ErrorCode::read_failure:
      return "cluster_read_failure";
    case ErrorCode::write_failure:
      return "cluster_write_failure";
  }
  return "cluster_refuses_by_server";  // a code that is newer than this program
}

std::optional<std::size_t> take_number(std::string_view& text) {
  std::size_t number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
  return number;
}

/// The word or sign that begins at a place.
Span token_at(std::string_view statement, std::size_t place) {
  if (place >= statement.size()) return {};
  std::size_t end = place;
  while (end < statement.size() && is_name_byte(statement[end])) ++end;
  return {static_cast<std::uint32_t>(place), static_cast<std::uint32_t>(std::max(end, place + 1))};
}

/// The token in a line and column, both counted from 0.
Span token_in_line(std::string_view statement, std::size_t line, std::size_t column) {
  std::size_t begin = 0;
  for (; line > 0; --line) {
    begin = statement.find('\n', begin);
    if (begin == statement.npos) return {};
    ++begin;
  }
  return token_at(statement, begin + column);
}

/// Cassandra's faults of syntax begin with their place, "line 1:14 no viable alternative at input ..."; all refusals of a
/// Cellar server, whose columns are counted from 1, behind a code: "E203 at 1:8: ...".
std::optional<Span> told_place(std::string_view words, std::string_view statement) {
  constexpr std::string_view kLine = "line ", kBehindCode = " at ";
  constexpr std::size_t kCodeSize = 4;
  const bool is_by_cellar = words.size() > kCodeSize && words.substr(kCodeSize).starts_with(kBehindCode);
  if (!is_by_cellar && !words.starts_with(kLine)) return std::nullopt;
  words.remove_prefix(is_by_cellar ? kCodeSize + kBehindCode.size() : kLine.size());
  const std::optional<std::size_t> line = take_number(words);
  if (!line || *line == 0 || !words.starts_with(':')) return std::nullopt;
  words.remove_prefix(1);
  const std::optional<std::size_t> column = take_number(words);
  if (!column || (is_by_cellar && *column == 0)) return std::nullopt;
  return token_in_line(statement, *line - 1, is_by_cellar ? *column - 1 : *column);
}

/// Returns the place of the first occurrence of a whole word; npos if there is none.
std::size_t find_word(std::string_view statement, std::string_view word) {
  for (std::size_t place = statement.find(word); place != statement.npos;
       place = statement.find(word, place + 1)) {
    const std::size_t end = place + word.size();
    const bool begins = place == 0 || !is_name_byte(statement[place - 1]);
    if (begins && (end == statement.size() || !is_name_byte(statement[end]))) return place;
  }
  return statement.npos;
}

/// The first of the words that the statement has, too, is what they are about, if it is no word of CQL: "Undefined
/// column name colour in table shop.orders".
Span named_place(std::string_view words, std::string_view statement) {
  constexpr std::size_t kShortest = 2;
  for (std::size_t place = 0; place < words.size();) {
    std::size_t end = place;
    while (end < words.size() && is_name_byte(words[end])) ++end;
    const std::string_view word = words.substr(place, end - place);
    const bool is_name = word.size() >= kShortest && !is_reserved_word(word) &&
                         std::ranges::any_of(word, [](char c) { return c >= 'a' && c <= 'z'; });
    if (is_name) {
      const std::size_t found = find_word(statement, word);
      if (found != statement.npos)
        return {static_cast<std::uint32_t>(found), static_cast<std::uint32_t>(found + word.size())};
    }
    place = std::max(end, place + 1);
  }
  return {};
}

}  // namespace

Diagnostic refusal_of(const ServerError& error, std::string_view statement) {
  const std::string_view words = error.what();
  const std::optional<Span> place = told_place(words, statement);
  return {message_for(error.code()),
          place ? *place : named_place(words, statement),
          {{"words", std::string(words)}},
          std::nullopt};
}

Diagnostic warning_of(std::string_view words) {
  const std::string text(words);
  return {"cluster_warns", {}, {{"words", text}}, std::nullopt, Subject{Subject::Kind::warning, text}};
}

}  // namespace cellar
