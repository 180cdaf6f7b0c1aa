#include "server/faults/fault.h"

#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

#include "types/text/text.h"

namespace cellar {

namespace {

constexpr std::pair<std::string_view, Fault::Kind> kKinds[] = {
    {"unavailable", Fault::Kind::unavailable},
    {"read timeout", Fault::Kind::read_timeout},
    {"write timeout", Fault::Kind::write_timeout},
    {"read failure", Fault::Kind::read_failure},
    {"write failure", Fault::Kind::write_failure},
    {"overloaded", Fault::Kind::overloaded},
    {"bootstrapping", Fault::Kind::bootstrapping},
    {"truncate error", Fault::Kind::truncate_error},
    {"server error", Fault::Kind::server_error},
    {"unprepared", Fault::Kind::unprepared},
    {"delay", Fault::Kind::delay},
    {"drop", Fault::Kind::drop},
};

constexpr std::string_view kFaultText =
    "a fault that this server was told to make (cellar serve --fault, CELLAR FAULT); CELLAR FAULTS OFF ends "
    "all of them";

/// Returns the requests that a kind strikes if nothing else is said: only reads have read timeouts.
Fault::Scope usual_scope(Fault::Kind kind) {
  switch (kind) {
    case Fault::Kind::read_timeout:
    case Fault::Kind::read_failure:
      return Fault::Scope::reads;
    case Fault::Kind::write_timeout:
    case Fault::Kind::write_failure:
      return Fault::Scope::writes;
    case Fault::Kind::unavailable:
    case Fault::Kind::overloaded:
    case Fault::Kind::bootstrapping:
    case Fault::Kind::truncate_error:
    case Fault::Kind::server_error:
    case Fault::Kind::unprepared:
    case Fault::Kind::delay:
    case Fault::Kind::drop:
      break;
  }
  return Fault::Scope::all;
}

/// Takes the words of a fault one after another.
class FaultReader {
 public:
  explicit FaultReader(std::string_view text) : text_(text) {
    for (const char c : to_lower(text)) {
      const bool is_blank = c == ' ' || c == '\t' || c == '\n';
      if (c == ':' || is_blank) ends_word_ = true;
      if (is_blank) continue;
      if (ends_word_ || c == ':') words_.emplace_back();
      ends_word_ = c == ':';
      words_.back() += c;
    }
  }

  Fault read() {
    Fault fault;
    fault.kind = take_kind();
    fault.scope = usual_scope(fault.kind);
    if (fault.kind == Fault::Kind::delay) fault.delay = take_time();
    if (take("on")) take_scope(fault);
    if (take(":")) take_number(fault);
    if (place_ != words_.size()) refuse_words();
    return fault;
  }

 private:
  [[noreturn]] void refuse_words() const { refuse("fault_unknown", {}, {{"fault", std::string(text_)}}); }
  bool take(std::string_view word) {
    if (place_ == words_.size() || words_[place_] != word) return false;
    ++place_;
    return true;
  }
  const std::string& take_word() {
    if (place_ == words_.size()) refuse_words();
    return words_[place_++];
  }

  Fault::Kind take_kind() {
    const std::string first = take_word();
    for (const auto& [words, kind] : kKinds) {
      if (words == first) return kind;
      if (place_ < words_.size() && words == first + ' ' + words_[place_]) {
        ++place_;
        return kind;
      }
    }
    refuse_words();
  }

  std::uint64_t number_of(std::string_view digits) const {
    std::uint64_t number = 0;
    const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (fault != std::errc() || end != digits.data() + digits.size()) refuse_words();
    return number;
  }

  std::chrono::milliseconds take_time() {
    constexpr std::uint64_t kLongest = 3'600'000;
    std::string_view word = take_word();
    const bool is_milliseconds = word.ends_with("ms");
    if (!is_milliseconds && !word.ends_with('s')) refuse_words();
    word.remove_suffix(is_milliseconds ? 2 : 1);
    const std::uint64_t unit = is_milliseconds ? 1 : 1000;
    const std::uint64_t number = number_of(word);
    if (number > kLongest / unit) refuse_words();
    return std::chrono::milliseconds(number * unit);
  }

  void take_scope(Fault& fault) {
    const std::string& word = take_word();
    if (word == "reads") {
      fault.scope = Fault::Scope::reads;
    } else if (word == "writes") {
      fault.scope = Fault::Scope::writes;
    } else {
      fault.name = word;
    }
  }

  void take_number(Fault& fault) {
    if (take("next")) {
      fault.is_for_next = true;
      fault.struck = number_of(take_word());
      if (fault.struck == 0) refuse_words();
      return;
    }
    fault.struck = number_of(take_word());
    if (!take("in")) refuse_words();
    fault.of = number_of(take_word());
    if (fault.struck == 0 || fault.struck > fault.of) refuse_words();
  }

  std::string_view text_;
  std::vector<std::string> words_;
  std::size_t place_ = 0;
  bool ends_word_ = true;
};

}  // namespace

Fault parse_fault(std::string_view words) { return FaultReader(words).read(); }

ErrorResponse fault_answer(const Fault& fault, const RequestKind& request, std::string_view prepared_id) {
  const ReplicaAnswers none{request.consistency, 0, 1};
  switch (fault.kind) {
    case Fault::Kind::unavailable:
      return {kFaultText, UnavailableError{request.consistency, 1, 0}};
    case Fault::Kind::read_timeout:
      return {kFaultText, ReadTimeoutError{none, false}};
    case Fault::Kind::write_timeout:
      return {kFaultText, WriteTimeoutError{none, request.write_type, std::nullopt}};
    case Fault::Kind::read_failure:
      return {kFaultText, ReadFailureError{none, failure_of_one(), false}};
    case Fault::Kind::write_failure:
      return {kFaultText, WriteFailureError{none, failure_of_one(), request.write_type}};
    case Fault::Kind::overloaded:
      return {kFaultText, PlainError{ErrorCode::overloaded}};
    case Fault::Kind::bootstrapping:
      return {kFaultText, PlainError{ErrorCode::is_bootstrapping}};
    case Fault::Kind::truncate_error:
      return {kFaultText, PlainError{ErrorCode::truncate_error}};
    case Fault::Kind::unprepared:
      return {kFaultText, UnpreparedError{prepared_id}};
    case Fault::Kind::server_error:
    case Fault::Kind::delay:
    case Fault::Kind::drop:
      break;
  }
  return {kFaultText, PlainError{ErrorCode::server}};
}

}  // namespace cellar
