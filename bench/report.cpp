#include "bench/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

namespace cellar::bench {

namespace {

constexpr std::size_t kColumns = 8;
using Cells = std::array<std::string, kColumns>;
const Cells kHead = {"#", "work", "unit", "Cellar", "peer", "peer is", "ratio", "target (stretch)"};
constexpr std::array<bool, kColumns> kIsNumber = {false, false, false, true, true, false, true, false};

std::string three_digits(double value) {
  return fmt::format("{:.{}f}", value, std::abs(value) < 10 ? 2 : std::abs(value) < 100 ? 1 : 0);
}

Cells cells_of(const Line& line) {
  const double cellar = median(line.cellar);
  Cells cells{line.id, line.work, line.unit, three_digits(cellar), "", line.peer_name, "", line.target};
  if (!line.peer.empty()) {
    const double peer = median(line.peer);
    cells[4] = three_digits(peer);
    cells[6] = fmt::format("{:.2f}", cellar / peer);
  }
  return cells;
}

std::size_t width_of(std::string_view text) {
  return std::count_if(text.begin(), text.end(), [](char byte) { return (byte & 0xC0) != 0x80; });
}

std::string to_text(const Cells& cells, const std::array<std::size_t, kColumns>& widths) {
  std::string text = "|";
  for (std::size_t column = 0; column < kColumns; ++column) {
    text += fmt::format(fmt::runtime(kIsNumber[column] ? " {:>{}} |" : " {:<{}} |"), cells[column],
                        widths[column]);
  }
  return text + "\n";
}

std::string rule(const std::array<std::size_t, kColumns>& widths) {
  std::string text = "|";
  for (std::size_t column = 0; column < kColumns; ++column) {
    text += fmt::format(fmt::runtime(kIsNumber[column] ? "{:->{}}:|" : "{:->{}}-|"), "", widths[column] + 1);
  }
  return text + "\n";
}

}  // namespace

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

std::string to_text(const Report& report) {
  std::vector<Cells> rows{kHead};
  for (const Line& line : report.lines) rows.push_back(cells_of(line));
  std::array<std::size_t, kColumns> widths{};
  for (const Cells& row : rows) {
    for (std::size_t column = 0; column < kColumns; ++column) {
      widths[column] = std::max(widths[column], width_of(row[column]));
    }
  }
  std::string text = to_text(report.machine);
  text += fmt::format("size {}, median of {} round{}, sides in turns\n\n", report.size, report.rounds,
                      report.rounds == 1 ? "" : "s");
  text += to_text(rows.front(), widths) + rule(widths);
  for (std::size_t row = 1; row < rows.size(); ++row) text += to_text(rows[row], widths);
  return text;
}

std::string to_json(const Report& report) {
  nlohmann::ordered_json json;
  for (const auto& [name, value] : facts_of(report.machine)) json["machine"][name] = value;
  json["size"] = report.size;
  json["rounds"] = report.rounds;
  json["lines"] = nlohmann::ordered_json::array();
  for (const Line& line : report.lines) {
    nlohmann::ordered_json entry = {{"id", line.id},         {"work", line.work},
                                    {"unit", line.unit},     {"cellar", median(line.cellar)},
                                    {"target", line.target}, {"cellar_rounds", line.cellar}};
    if (!line.peer.empty()) {
      entry["peer"] = median(line.peer);
      entry["peer_is"] = line.peer_name;
      entry["ratio"] = median(line.cellar) / median(line.peer);
      entry["peer_rounds"] = line.peer;
    }
    json["lines"].push_back(std::move(entry));
  }
  return json.dump(2) + "\n";
}

}  // namespace cellar::bench
