// Remembers the keyspaces, tables and types of a script whose CREATE was refused, and the line with an odd quote.
//
// In:      each refusal of the script with its statement, and each statement that ran.
// Out:     for a refusal that follows from an earlier one, a refusal that names it: "videos was not created:
//          line 12 was refused (E212)"; at the end, how many followed from each.
// Refused: nothing.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "parser/script/splitter.h"
#include "refusal/language.h"
#include "refusal/refusal.h"

namespace cellar {

class RefusedNames {
 public:
  struct Explained {
    Diagnostic diagnostic;    // the refusal itself if no earlier one explains it
    bool by_earlier = false;  // an earlier refusal explains it
  };
  Explained explain(const Diagnostic& refusal, std::string_view file);

  /// Names without a keyspace belong to `keyspace_in_use`.
  void note_refused(const Diagnostic& refusal, const ScriptStatement& statement, std::string_view file,
                    std::string_view keyspace_in_use);
  void note_done(std::string_view statement, std::string_view keyspace_in_use) {
    odd_quote_.reset();
    if (!names_.empty()) forget_created(statement, keyspace_in_use);
  }
  /// Returns what to say instead of a refusal that an odd quote has caused, within the statement or before it. What
  /// follows such a quote is probably read wrongly, until a statement has run.
  std::optional<Diagnostic> fault_of_quotes(const Diagnostic& refusal, const ScriptStatement& statement);
  /// Returns a line for each earlier refusal that several others follow from: "-- 20 statements were refused
  /// because videos was not created: line 12 was refused (E212)".
  std::string summary(std::string_view file, Language language) const;
  void clear();

 private:
  struct RefusedName {
    std::string name;
    std::string file;
    std::size_t line;
    std::string_view code;
    std::size_t followers = 0;
  };

  std::string place_of(const RefusedName& refused, std::string_view file) const;
  void forget_created(std::string_view statement, std::string_view keyspace_in_use);
  RefusedName* cause_of(const Diagnostic& refusal);

  std::map<std::string, RefusedName> names_;  // by kind and qualified name
  std::optional<std::size_t> odd_quote_;      // its line
  std::string wanted_keyspace_;               // the key of the keyspace of a refused USE
};

}  // namespace cellar
