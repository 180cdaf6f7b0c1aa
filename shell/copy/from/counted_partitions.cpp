#include "shell/copy/from/counted_partitions.h"

#include "refusal/refusal.h"
#include "types/number/number.h"

namespace cellar {

void CountedPartitions::take(const std::string& key, const std::vector<const Column*>& counters,
                             std::span<BoundValue> values) {
  std::vector<Value>& added = added_[key];
  added.resize(counters.size());
  for (std::size_t i = 0; i < counters.size(); ++i) {
    const bool differs = values[i].value && added[i] && *values[i].value != *added[i];
    if (differs) {
      refuse("copy_static_counter_differs", {},
             {{"column", quote_name(counters[i]->name)},
              {"value", std::to_string(decode_integer(*values[i].value))},
              {"before", std::to_string(decode_integer(*added[i]))}});
    }
  }
  for (std::size_t i = 0; i < counters.size(); ++i) {
    values[i].unset = !values[i].value || added[i].has_value();
    if (!values[i].unset) added[i] = values[i].value;
  }
}

}  // namespace cellar
