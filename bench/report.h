// The lines of the table: medians, ratios, and their printing as text and as JSON.
//
// In:      one value a round for each side.
// Out:     text. Targets are printed beside the numbers and never compared with them.
#pragma once

#include <string>
#include <vector>

#include "bench/machine.h"

namespace cellar::bench {

struct Line {
  std::string id;
  std::string work;
  std::string unit;
  std::string peer_name;
  std::string target;          // of the ratio, or of Cellar's value where there is no peer
  std::vector<double> cellar;  // one value a round
  std::vector<double> peer;    // likewise; empty where there is none
};

double median(std::vector<double> values);

struct Report {
  Machine machine;
  std::string size;
  unsigned rounds = 0;
  std::vector<Line> lines;
};

std::string to_text(const Report& report);
std::string to_json(const Report& report);

}  // namespace cellar::bench
