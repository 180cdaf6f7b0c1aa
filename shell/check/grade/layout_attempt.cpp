// Layouts, cell by cell. Each rule is judged by itself: partitions that have another key than they should are compared with those
// that are left over, and so are rows and cells, so that one wrong name loses the points of one rule. What has no counterpart at
// all loses those of all its rules.
#include <fmt/format.h>

#include <algorithm>

#include "shell/check/grade/attempt.h"

namespace cellar {

namespace {

template <typename Part>
struct Pair {
  std::string name, told_name;
  const Part* stored;
  const Part* told;  // null: nothing of the answer is its counterpart
};

/// Pairs what has one name, and then what is left, in order.
template <typename Part, typename Counts>
std::vector<Pair<Part>> pair_up(const std::map<std::string, Part>& stored,
                                const std::map<std::string, Part>& told, const Counts& counts) {
  std::vector<Pair<Part>> pairs;
  for (const auto& [name, part] : stored)
    if (counts(part)) pairs.push_back({name, name, &part, nullptr});
  for (Pair<Part>& pair : pairs)
    if (const auto same = told.find(pair.name); same != told.end()) pair.told = &same->second;
  auto left = told.begin();
  for (Pair<Part>& pair : pairs) {
    if (pair.told != nullptr) continue;
    while (left != told.end() && (stored.contains(left->first) || !counts(left->second))) ++left;
    if (left == told.end()) break;
    pair.told_name = left->first;
    pair.told = &(left++)->second;
  }
  return pairs;
}

using PartitionPairs = std::vector<Pair<LaidPartition>>;
using RowPairs = std::vector<Pair<LaidRow>>;
using CellPairs = std::vector<Pair<LaidCell>>;

/// A row without cells is one, too, unless it is there to say that something is deleted.
bool is_row(const LaidRow& row) {
  return row.lives() || (!row.is_deleted && row.cells.empty() && row.emptied.empty());
}
bool is_partition(const LaidPartition& partition) {
  return partition.lives() ||
         std::ranges::any_of(partition.rows, [](const auto& each) { return is_row(each.second); });
}

RowPairs pair_rows(const Pair<LaidPartition>& pair) {
  static const std::map<std::string, LaidRow> kNone;
  RowPairs rows = pair_up(pair.stored->rows, pair.told == nullptr ? kNone : pair.told->rows, is_row);
  return rows;
}
CellPairs pair_cells(const LaidRow& stored, const LaidRow* told) {
  static const std::map<std::string, LaidCell> kNone;
  return pair_up(stored.cells, told == nullptr ? kNone : told->cells,
                 [](const LaidCell& cell) { return !cell.is_deleted; });
}

Sentence place_of(const std::string& partition, const std::string& row) {
  if (row.empty()) return {"in_partition", {{"what", partition}}};
  return {"in_row", {{"what", partition}, {"expected", row}}};
}

/// What is said of a name that one of two lists lacks.
struct Differences {
  PhraseId missing, unknown;
};

/// Returns what one of the lists lacks, and which.
Judgement compare_names(const std::set<std::string>& stored, const std::set<std::string>& told,
                        const Differences& differences, const std::vector<Sentence>& place) {
  const auto in = [&](Sentence sentence) {
    std::vector<Sentence> lines = place;
    lines.push_back(std::move(sentence));
    return lines;
  };
  for (const std::string& name : stored)
    if (!told.contains(name)) return shortfall({differences.missing}, in({"row_expected", {{"what", name}}}));
  for (const std::string& name : told)
    if (!stored.contains(name)) return shortfall({differences.unknown}, in({"you_wrote", {{"what", name}}}));
  return std::nullopt;
}

class LayoutJudge {
 public:
  LayoutJudge(const CellLayout& stored, const CellLayout& told, const LayoutExpected& expected)
      : stored_(stored),
        told_(told),
        expected_(expected),
        pairs_(pair_up(stored.partitions, told.partitions, is_partition)) {}

  Judgement partitions() const {
    std::set<std::string> stored, told;
    for (const auto& [key, partition] : stored_.partitions)
      if (is_partition(partition)) stored.insert(key);
    for (const auto& [key, partition] : told_.partitions)
      if (is_partition(partition)) told.insert(key);
    return compare_names(stored, told, {"partition_missing", "partition_unknown"}, {});
  }

  Judgement rows() const {
    return any_partition([&](const Pair<LaidPartition>& pair) {
      const auto names = [](const LaidPartition* partition) {
        std::set<std::string> found;
        if (partition == nullptr) return found;
        for (const auto& [name, row] : partition->rows)
          if (is_row(row)) found.insert(name);
        return found;
      };
      return compare_names(names(pair.stored), names(pair.told), {"row_absent", "row_unknown"},
                           {place_of(pair.name, "")});
    });
  }

  Judgement order() const {
    return any_partition([&](const Pair<LaidPartition>& pair) -> Judgement {
      std::vector<std::string> stored, told;
      std::map<std::string, std::string> right_names;
      for (const Pair<LaidRow>& row : pair_rows(pair))
        if (row.told != nullptr) right_names[row.told_name] = row.name;
      for (const std::string& name : pair.stored->order)
        if (is_row(pair.stored->rows.at(name))) stored.push_back(name);
      if (pair.told != nullptr)
        for (const std::string& name : pair.told->order)
          if (const auto right = right_names.find(name); right != right_names.end())
            told.push_back(right->second);
      if (stored == told || stored.size() < 2) return std::nullopt;
      return shortfall({"rows_lie_otherwise"},
                       {place_of(pair.name, ""),
                        {"row_expected", {{"what", fmt::format("{}", fmt::join(stored, "; "))}}},
                        {"written_padded", {{"what", fmt::format("{}", fmt::join(told, "; "))}}}});
    });
  }

  Judgement names() const {
    return any_row([&](const std::string& partition, const Pair<LaidRow>& row) {
      std::set<std::string> stored, told;
      for (const auto& [name, cell] : row.stored->cells)
        if (!cell.is_deleted) stored.insert(name);
      if (row.told != nullptr) {
        for (const auto& [name, cell] : row.told->cells) {
          // A cell that is dead, and of which its name is right: the deletion is judged by itself.
          const auto same = row.stored->cells.find(name);
          const bool is_dead =
              same != row.stored->cells.end() && same->second.is_deleted && expected_.asks_deletions;
          if (same != row.stored->cells.end() && !same->second.is_deleted)
            told.insert(name);
          else if (!cell.is_deleted && !is_dead)
            told.insert(name);
        }
      }
      return compare_names(stored, told, {"cell_missing", "cell_unknown"}, {place_of(partition, row.name)});
    });
  }

  Judgement values() const {
    return any_row([&](const std::string& partition, const Pair<LaidRow>& row) {
      return compare_values(*row.stored, row.told, place_of(partition, row.name));
    });
  }

  Judgement statics() const {
    return any_partition([&](const Pair<LaidPartition>& pair) -> Judgement {
      const LaidRow* told = pair.told == nullptr ? nullptr : &pair.told->static_row;
      std::set<std::string> stored_names, told_names;
      for (const auto& [name, cell] : pair.stored->static_row.cells)
        if (!cell.is_deleted) stored_names.insert(name);
      if (told != nullptr)
        for (const auto& [name, cell] : told->cells)
          if (!cell.is_deleted) told_names.insert(name);
      const Sentence place = place_of(pair.name, "");
      if (Judgement differs =
              compare_names(stored_names, told_names, {"static_missing", "static_unknown"}, {place}))
        return differs;
      return compare_values(pair.stored->static_row, told, place);
    });
  }

  Judgement markers() const {
    return any_row([&](const std::string& partition, const Pair<LaidRow>& row) -> Judgement {
      const bool told = row.told != nullptr && row.told->marker.has_value();
      if (told == row.stored->marker.has_value()) return std::nullopt;
      return shortfall(told ? Sentence{"no_marker"} : Sentence{"has_marker"},
                       {place_of(partition, row.name)});
    });
  }

  Judgement times_to_live() const {
    return any_row([&](const std::string& partition, const Pair<LaidRow>& row) -> Judgement {
      const Sentence place = place_of(partition, row.name);
      if (expected_.asks_markers && row.stored->marker && row.told != nullptr && row.told->marker &&
          row.stored->marker->time_to_live != row.told->marker->time_to_live)
        return time_to_live("(marker)", *row.stored->marker, *row.told->marker, place);
      for (const Pair<LaidCell>& cell : pair_cells(*row.stored, row.told)) {
        const LaidCell told = cell.told == nullptr ? LaidCell() : *cell.told;
        if (cell.stored->time_to_live != told.time_to_live)
          return time_to_live(cell.name, *cell.stored, told, place);
      }
      return std::nullopt;
    });
  }

  Judgement deletions() const {
    constexpr Differences kDeletions{"deletion_missing", "deletion_unknown"};
    const PartitionPairs all = pairs_of_all();
    for (const Pair<LaidPartition>& pair : all) {
      std::map<std::string, std::string> right_names;
      for (const Pair<LaidRow>& row : pair_rows(pair))
        if (row.told != nullptr) right_names[row.told_name] = row.name;
      const std::set<std::string> told =
          pair.told == nullptr ? std::set<std::string>() : dead_parts(*pair.told, right_names);
      if (Judgement differs =
              compare_names(dead_parts(*pair.stored, {}), told, kDeletions, {place_of(pair.name, "")}))
        return differs;
    }
    for (const auto& [key, partition] : told_.partitions) {
      const bool is_paired =
          std::ranges::any_of(all, [&](const auto& pair) { return pair.told == &partition; });
      if (is_paired) continue;
      if (Judgement differs = compare_names({}, dead_parts(partition, {}), kDeletions, {place_of(key, "")}))
        return differs;
    }
    return std::nullopt;
  }

 private:
  /// A partition without rows that live is known by its name alone: no rule but that of deletions looks at its key.
  PartitionPairs pairs_of_all() const {
    PartitionPairs all = pairs_;
    for (const auto& [name, partition] : stored_.partitions) {
      if (is_partition(partition)) continue;
      const auto same = told_.partitions.find(name);
      all.push_back({name, name, &partition, same == told_.partitions.end() ? nullptr : &same->second});
    }
    return all;
  }

  template <typename Ask>
  Judgement any_partition(const Ask& ask) const {
    for (const Pair<LaidPartition>& pair : pairs_)
      if (Judgement found = ask(pair)) return found;
    return std::nullopt;
  }
  template <typename Ask>
  Judgement any_row(const Ask& ask) const {
    return any_partition([&](const Pair<LaidPartition>& pair) -> Judgement {
      for (const Pair<LaidRow>& row : pair_rows(pair))
        if (Judgement found = ask(pair.name, row)) return found;
      return std::nullopt;
    });
  }

  static Judgement compare_values(const LaidRow& stored, const LaidRow* told, const Sentence& place) {
    for (const Pair<LaidCell>& cell : pair_cells(stored, told)) {
      if (cell.told != nullptr && cell.told->value == cell.stored->value && !cell.told->is_contradicted)
        continue;
      if (cell.told != nullptr && cell.told->is_deleted) continue;
      // An element of a set has none, and that it is there is said by its name.
      if (cell.stored->value.empty() && cell.name != cell.told_name) continue;
      if (cell.stored->value.empty() && cell.told == nullptr) continue;
      const auto shown = [](const std::string& name, const LaidCell& laid) {
        return name + " = " + laid.value;
      };
      std::vector<Sentence> lines{place, {"row_expected", {{"what", shown(cell.name, *cell.stored)}}}};
      if (cell.told == nullptr) return shortfall({"value_missing"}, std::move(lines));
      lines.push_back({"written_padded", {{"what", shown(cell.told_name, *cell.told)}}});
      return shortfall(cell.told->is_contradicted ? Sentence{"two_values"} : Sentence{"other_value"},
                       std::move(lines));
    }
    return std::nullopt;
  }

  static Judgement time_to_live(const std::string& name, const LaidCell& stored, const LaidCell& told,
                                const Sentence& place) {
    const auto line = [&](PhraseId phrase, const LaidCell& cell) {
      const Sentence time =
          cell.time_to_live == 0 ? Sentence{"no_ttl"} : verbatim(fmt::format("ttl {}", cell.time_to_live));
      return Sentence{phrase, {{"what", std::vector{verbatim(name), time}}}};
    };
    return shortfall({"other_ttl"}, {place, line("row_expected", stored), line("written_padded", told)});
  }

  /// Everything of a partition that is deleted. Rows have the names that they should have.
  static std::set<std::string> dead_parts(const LaidPartition& partition,
                                          const std::map<std::string, std::string>& right_names) {
    std::set<std::string> dead;
    if (partition.is_deleted) dead.insert("partition deleted");
    for (const std::string& range : partition.ranges)
      dead.insert(fmt::format("range {} deleted", range.empty() ? "of all rows" : range));
    const auto add_row = [&](const std::string& name, const LaidRow& row) {
      if (row.is_deleted) dead.insert(name + ": row deleted");
      for (const std::string& column : row.emptied)
        dead.insert(fmt::format("{}: {} all elements deleted", name, column));
      for (const auto& [cell, what] : row.cells)
        if (what.is_deleted) dead.insert(fmt::format("{}: {} deleted", name, cell));
    };
    add_row("static", partition.static_row);
    for (const auto& [name, row] : partition.rows) {
      const auto right = right_names.find(name);
      add_row("row " + (right == right_names.end() ? name : right->second), row);
    }
    return dead;
  }

  const CellLayout& stored_;
  const CellLayout& told_;
  const LayoutExpected& expected_;
  PartitionPairs pairs_;
};

}  // namespace

LayoutAttempt::LayoutAttempt(const AnswerTrial& trial) : trial_(trial), fault_(unfit_part(trial, 1)) {
  if (!fault_) read_layouts(std::get<LayoutExpected>(trial.task.expectations.front().what));
}

void LayoutAttempt::read_layouts(const LayoutExpected& expected) {
  ExerciseDatabase& database = trial_.database;
  stored_ = database.layout_of(expected.table, trial_.task.expectations.front());
  told_ = written_layout(
      trial_.part.text, trial_.part.line, *database.table(expected.table),
      [&](const Type& type, const std::string& literal) { return database.literal_of(type, literal); });
  if (!told_.partitions.empty()) return;
  if (!told_.remarks.empty())
    fault_ = shortfall({"no_partition_written"}, told_.remarks);
  else if (!told_.says_empty)
    fault_ = no_answer(trial_);
}

Judgement LayoutAttempt::judge(const TaskCheck& check) {
  if (fault_) return fault_;
  Judgement judgement = judge_rule(check.rule);
  if (!judgement) return judgement;
  judgement->example.insert(judgement->example.end(), told_.remarks.begin(), told_.remarks.end());
  told_.remarks.clear();  // once is enough
  return judgement;
}

Judgement LayoutAttempt::judge_rule(std::string_view rule) const {
  const LayoutJudge judge(stored_, told_, std::get<LayoutExpected>(trial_.task.expectations.front().what));
  if (rule == "partition") return judge.partitions();
  if (rule == "clustering") return judge.rows();
  if (rule == "order") return judge.order();
  if (rule == "name") return judge.names();
  if (rule == "value") return judge.values();
  if (rule == "static") return judge.statics();
  if (rule == "marker") return judge.markers();
  if (rule == "deletion") return judge.deletions();
  return judge.times_to_live();
}

}  // namespace cellar
