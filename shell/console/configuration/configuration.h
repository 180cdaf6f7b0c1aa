// Settings that a person keeps in files: cqlsh's cqlshrc, and Cellar's own file of the same form.
//
// In:      the text of files in the form that Python's configparser reads.
// Out:     the values by section and key, and where each of them was written; the lines without an effect.
// Refused: nothing. A line that cannot be understood is kept as a fault, to be shown as a notice.
//
//     # a comment, as is a line after ;
//     [ui]
//     time_format = %d.%m.%Y      a percent sign means itself
//     timezone: Europe/Vienna
//     browser = firefox
//       --new-tab                 an indented line continues the value, after a line break
//
// The first = or : of a line ends the key. Keys mean the same in capitals, sections do not. A section may occur
// several times, and the later value of a key wins. The keys of [DEFAULT] hold for all sections that lack them.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "refusal/refusal.h"

namespace cellar {

struct ConfiguredValue {
  std::string text;
  std::string file;
  std::size_t line = 0;  // counted from 1
};

/// What has no effect in a configuration: the span of the diagnostic belongs to `text`, the line.
struct ConfigurationFault {
  Diagnostic diagnostic;
  std::string file;
  std::size_t line = 0;  // counted from 1; 0: the file as a whole
  std::string text;
};

class Configuration {
 public:
  using Section = std::map<std::string, ConfiguredValue, std::less<>>;  // by keys in small letters

  /// Adds what a file says; it wins over the files before it.
  void add(std::string_view text, const std::string& file);

  /// Returns nothing if no file has the key. `key` is in small letters.
  std::optional<std::string_view> value(std::string_view section, std::string_view key) const;
  /// As above, with the place; null if no file has the key.
  const ConfiguredValue* find(std::string_view section, std::string_view key) const;
  /// The keys of a section itself; null if no file has it.
  const Section* section(std::string_view name) const;

  /// Return a value of a kind; nothing if no file has the key, or if the value is not of that kind, which is
  /// then a fault. A switch is one of 1/0, yes/no, true/false, on/off.
  std::optional<bool> switch_of(std::string_view section, std::string_view key);
  std::optional<std::size_t> number_of(std::string_view section, std::string_view key);
  std::optional<double> decimal_of(std::string_view section, std::string_view key);
  /// Notes that the value of a key is not `expected`: "a time zone". Does nothing if no file has the key.
  void note_wrong_value(std::string_view section, std::string_view key, std::string_view expected);
  /// Notes a file that is there and cannot be read.
  void note_unreadable(const std::string& file, std::string_view reason);

  /// Returns them in the order of the files, and of the lines in each.
  std::vector<ConfigurationFault> faults() const;

 private:
  std::map<std::string, Section, std::less<>> sections_;
  std::vector<ConfigurationFault> faults_;
  std::vector<std::string> files_;  // in the order in which they were read
};

}  // namespace cellar
