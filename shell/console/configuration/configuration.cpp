#include "shell/console/configuration/configuration.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "types/text/text.h"

namespace cellar {

namespace {

constexpr std::string_view kDefault = "DEFAULT";

Span whole(std::string_view line) { return {0, static_cast<std::uint32_t>(line.size())}; }

/// Reads the lines of one file into the sections.
class ConfigurationReader {
 public:
  ConfigurationReader(std::map<std::string, Configuration::Section, std::less<>>& sections,
                      std::vector<ConfigurationFault>& faults, const std::string& file)
      : sections_(sections), faults_(faults), file_(file) {}

  void read(std::string_view text) {
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      ++line_;
      read_line(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }

 private:
  void read_line(std::string_view line) {
    const std::string_view text = trim(line);
    if (text.empty()) {
      if (value_ != nullptr) ++empty_lines_;
      return;
    }
    if (text.front() == '#' || text.front() == ';') return;
    const auto indent = static_cast<std::size_t>(text.data() - line.data());
    if (value_ != nullptr && indent > indent_) {
      continue_value(text);
    } else if (const std::size_t end = text.rfind(']'); text.front() == '[' && end != text.npos && end > 1) {
      section_ = &sections_[std::string(text.substr(1, end - 1))];
      value_ = nullptr;
    } else {
      indent_ = indent;
      read_key(text, line);
    }
  }

  /// Empty lines within a value belong to it, those behind it do not.
  void continue_value(std::string_view text) {
    value_->text.append(empty_lines_ + 1, '\n') += text;
    empty_lines_ = 0;
  }

  void read_key(std::string_view text, std::string_view line) {
    value_ = nullptr;
    const std::size_t end = text.find_first_of("=:");
    if (section_ == nullptr || end == text.npos || end == 0) {
      const std::string_view id = section_ == nullptr ? "configuration_section" : "configuration_line";
      faults_.push_back({{id, whole(line), {}, std::nullopt}, file_, line_, std::string(line)});
      return;
    }
    value_ = &(*section_)[to_lower(trim(text.substr(0, end)))];
    *value_ = {std::string(trim(text.substr(end + 1))), file_, line_};
    empty_lines_ = 0;
  }

  std::map<std::string, Configuration::Section, std::less<>>& sections_;
  std::vector<ConfigurationFault>& faults_;
  const std::string& file_;
  std::size_t line_ = 0;
  Configuration::Section* section_ = nullptr;  // null before the first one
  ConfiguredValue* value_ = nullptr;           // that an indented line continues; null: there is none
  std::size_t indent_ = 0;                     // of the line with its key
  std::size_t empty_lines_ = 0;                // since its last line
};

template <typename Number>
std::optional<Number> read_number(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

void Configuration::add(std::string_view text, const std::string& file) {
  files_.push_back(file);
  ConfigurationReader(sections_, faults_, file).read(text);
}

std::vector<ConfigurationFault> Configuration::faults() const {
  const auto place = [this](const ConfigurationFault& fault) {
    return std::pair(std::ranges::find(files_, fault.file) - files_.begin(), fault.line);
  };
  std::vector<ConfigurationFault> faults = faults_;
  std::ranges::stable_sort(faults, {}, place);
  return faults;
}

const ConfiguredValue* Configuration::find(std::string_view section, std::string_view key) const {
  for (const std::string_view name : {section, kDefault}) {
    const Section* keys = this->section(name);
    if (keys == nullptr) continue;
    if (const auto found = keys->find(key); found != keys->end()) return &found->second;
  }
  return nullptr;
}

std::optional<std::string_view> Configuration::value(std::string_view section, std::string_view key) const {
  const ConfiguredValue* const found = find(section, key);
  if (found == nullptr) return std::nullopt;
  return found->text;
}

const Configuration::Section* Configuration::section(std::string_view name) const {
  const auto found = sections_.find(name);
  return found == sections_.end() ? nullptr : &found->second;
}

std::optional<bool> Configuration::switch_of(std::string_view section, std::string_view key) {
  const std::optional<std::string_view> text = value(section, key);
  if (!text) return std::nullopt;
  const std::string word = to_lower(*text);
  for (const std::string_view on : {"1", "yes", "true", "on"}) {
    if (word == on) return true;
  }
  for (const std::string_view off : {"0", "no", "false", "off"}) {
    if (word == off) return false;
  }
  note_wrong_value(section, key, "on or off");
  return std::nullopt;
}

std::optional<std::size_t> Configuration::number_of(std::string_view section, std::string_view key) {
  const std::optional<std::string_view> text = value(section, key);
  if (!text) return std::nullopt;
  const auto number = read_number<std::size_t>(*text);
  if (!number) note_wrong_value(section, key, "a whole number");
  return number;
}

std::optional<double> Configuration::decimal_of(std::string_view section, std::string_view key) {
  const std::optional<std::string_view> text = value(section, key);
  if (!text) return std::nullopt;
  const auto number = read_number<double>(*text);
  if (number && std::isfinite(*number)) return number;
  note_wrong_value(section, key, "a number");
  return std::nullopt;
}

void Configuration::note_wrong_value(std::string_view section, std::string_view key,
                                     std::string_view expected) {
  const ConfiguredValue* const wrong = find(section, key);
  if (wrong == nullptr) return;
  const std::string line = std::string(key) + " = " + wrong->text;
  faults_.push_back(
      {{"configuration_value",
        {0, static_cast<std::uint32_t>(key.size())},
        {{"key", std::string(key)}, {"expected", std::string(expected)}, {"value", wrong->text}},
        std::nullopt},
       wrong->file,
       wrong->line,
       line});
}

void Configuration::note_unreadable(const std::string& file, std::string_view reason) {
  files_.push_back(file);
  faults_.push_back(
      {{"configuration_unreadable", {}, {{"file", file}, {"reason", std::string(reason)}}, std::nullopt},
       file,
       0,
       {}});
}

}  // namespace cellar
