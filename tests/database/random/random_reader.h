// Random reads of the same table, each with what the model answers.
#pragma once

#include "random/random_writer.h"
#include "types/token.h"

namespace cellar {

struct RandomRead {
  StatementText text;
  Rows expected;
};

/// Makes reads, and asks the model what they answer.
class RandomReader {
 public:
  RandomReader(RandomWriter& dice, const StatementModel& model, Seconds now)
      : dice_(dice), model_(model), now_(now), has_x_(dice.has_x()) {
    // In the order of the ring.
    for (int p = 0; p < kPartitions; ++p) ring_.push_back(p);
    std::ranges::sort(ring_, {}, [](int p) { return token_of({encode_int32(p)}); });
  }

  RandomRead make() {
    RandomRead read;
    read.text.has_markers = dice_.roll(2) == 0;
    switch (dice_.roll(7)) {
      case 0:
        read_ring(read);
        break;
      case 1:
        read_distinct(read);
        break;
      case 2:
        read_count(read);
        break;
      case 3:
        read_one_row(read);
        break;
      case 4:
        read_filtered(read);
        break;
      default:
        read_partition(read);
    }
    return read;
  }

 private:
  std::string row_text(const ModelRow& row, bool with_static = true) const {
    const ModelRow fixed{row.p, std::nullopt};
    const bool is_row = row.clustering.has_value();
    const auto column = [&](const char* name) { return is_row ? model_.text(row, name, now_) : "null"; };
    std::string text = std::to_string(row.p) + "|";
    text += is_row ? std::to_string(row.clustering->first) : "null";
    text += "|" + (is_row ? std::to_string(row.clustering->second) : std::string("null"));
    for (const char* name : {"fixed", "tags"}) {
      if (with_static) text += "|" + model_.text(fixed, name, now_);
    }
    for (const char* name : {"a", "b", "m"}) text += std::string("|") + column(name);
    return text + (has_x_ ? "|" + std::string(column("x")) : "");
  }

  /// Returns the rows of a partition; if no row lives, the static row alone.
  std::vector<ModelRow> partition(int p) const {
    std::vector<ModelRow> rows = model_.rows(p, now_);
    const ModelRow fixed{p, std::nullopt};
    if (rows.empty() && model_.is_live(fixed, now_)) rows.push_back(fixed);
    return rows;
  }

  void select(RandomRead& read, bool with_static = true) const {
    read.text << "SELECT p, c, d" << (with_static ? ", fixed, tags" : "") << ", a, b, m"
              << (has_x_ ? ", x" : "") << " FROM " << dice_.table();
  }

  void answer(RandomRead& read, const std::vector<ModelRow>& rows, bool with_static = true) const {
    for (const ModelRow& row : rows) read.expected.push_back(row_text(row, with_static));
  }

  void read_ring(RandomRead& read) {
    select(read);
    std::vector<ModelRow> rows;
    const int each = dice_.roll(3) == 0 ? 1 + dice_.roll(3) : 100;
    for (const int p : ring_) {
      std::vector<ModelRow> of = partition(p);
      if (of.size() > static_cast<std::size_t>(each)) of.resize(static_cast<std::size_t>(each));
      rows.insert(rows.end(), of.begin(), of.end());
    }
    if (each < 100) (read.text << " PER PARTITION LIMIT ").integer(each);
    limit(read, rows);
    read.text << " ALLOW FILTERING";
    answer(read, rows);
  }

  void limit(RandomRead& read, std::vector<ModelRow>& rows) {
    if (dice_.roll(3) != 0) return;
    const int most = 1 + dice_.roll(5);
    (read.text << " LIMIT ").integer(most);
    if (rows.size() > static_cast<std::size_t>(most)) rows.resize(static_cast<std::size_t>(most));
  }

  void read_distinct(RandomRead& read) {
    read.text << "SELECT DISTINCT p, fixed FROM " << dice_.table() << " ALLOW FILTERING";
    for (const int p : ring_) {
      if (partition(p).empty()) continue;
      read.expected.push_back(std::to_string(p) + "|" + model_.text({p, std::nullopt}, "fixed", now_));
    }
  }

  void read_count(RandomRead& read) {
    const int p = dice_.roll(kPartitions), b = dice_.roll(5);
    const bool is_filtered = dice_.roll(2) == 0, of_all = is_filtered && dice_.roll(2) == 0;
    read.text << "SELECT count(*), sum(b), max(a) FROM " << dice_.table() << " WHERE ";
    if (!of_all) (read.text << "p = ").integer(p);
    if (is_filtered) (read.text << (of_all ? "b >= " : " AND b >= ")).integer(b) << " ALLOW FILTERING";
    std::vector<ModelRow> rows;
    for (const int each : of_all ? ring_ : std::vector{p}) {
      const std::vector<ModelRow> of = partition(each);
      rows.insert(rows.end(), of.begin(), of.end());
    }
    int sum = 0, found = 0;
    std::string largest = "null";
    for (const ModelRow& row : rows) {
      const std::string text = row.clustering ? model_.text(row, "b", now_) : "null";
      if (is_filtered && (text == "null" || std::stoi(text) < b)) continue;
      ++found;
      if (text != "null") sum += std::stoi(text);
      const std::string a = row.clustering ? model_.text(row, "a", now_) : "null";
      if (a != "null" && (largest == "null" || a > largest)) largest = a;
    }
    read.expected = {std::to_string(found) + "|" + std::to_string(sum) + "|" + largest};
  }

  void read_one_row(RandomRead& read) {
    const ModelRow row{dice_.roll(kPartitions), std::pair(dice_.roll(4), dice_.roll(3))};
    read.text << "SELECT a, b, writetime(a), writetime(b) FROM " << dice_.table();
    (read.text << " WHERE p = ").integer(row.p);
    (read.text << " AND c = ").integer(row.clustering->first);
    (read.text << " AND d = ").integer(row.clustering->second);
    if (!model_.is_live(row, now_)) return;
    const auto written = [&](const char* column) {
      const auto version = model_.cell(row, column, now_);
      return version ? std::to_string(version->timestamp) : "null";
    };
    read.expected = {model_.text(row, "a", now_) + "|" + model_.text(row, "b", now_) + "|" + written("a") +
                     "|" + written("b")};
  }

  void read_filtered(RandomRead& read) {
    const int b = dice_.roll(5);
    const bool with_static = dice_.roll(2) == 0;
    select(read, with_static);
    (read.text << " WHERE b = ").integer(b);
    std::vector<ModelRow> rows;
    for (const int p : ring_) {
      for (const ModelRow& row : model_.rows(p, now_)) {
        if (model_.text(row, "b", now_) == std::to_string(b)) rows.push_back(row);
      }
    }
    limit(read, rows);
    read.text << " ALLOW FILTERING";
    answer(read, rows, with_static);
  }

  void read_partition(RandomRead& read) {
    const int p = dice_.roll(kPartitions), from = dice_.roll(4), to = dice_.roll(4);
    select(read);
    (read.text << " WHERE p = ").integer(p);
    std::vector<ModelRow> rows = model_.rows(p, now_);
    const auto keep = [&](const auto& holds) {
      std::erase_if(rows, [&](const ModelRow& row) { return !holds(row.clustering->first); });
    };
    switch (dice_.roll(4)) {
      case 0:
        (read.text << " AND c = ").integer(from);
        keep([&](int c) { return c == from; });
        break;
      case 1:
        (read.text << " AND c >= ").integer(from);
        (read.text << " AND c < ").integer(to);
        keep([&](int c) { return c >= from && c < to; });
        break;
      case 2:
        (read.text << " AND c IN (").integer(from) << ", ";
        read.text.integer(to) << ")";
        keep([&](int c) { return c == from || c == to; });
        break;
      default:
        rows = partition(p);
    }
    if (dice_.roll(2) == 0) {
      read.text << " ORDER BY c DESC, d ASC";
      std::ranges::reverse(rows);
    }
    limit(read, rows);
    answer(read, rows);
  }

  RandomWriter& dice_;
  const StatementModel& model_;
  Seconds now_;
  bool has_x_;
  std::vector<int> ring_;
};

}  // namespace cellar
