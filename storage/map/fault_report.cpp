#include "storage/map/fault_report.h"

#include <utility>

#include "storage/map/lmdb.h"
#include "storage/system/fault_signals.h"

namespace cellar {

void report_faults(std::function<std::string(const std::string& path)> message) {
  watch_for_faults(std::move(message), path_in_lmdb);
}

}  // namespace cellar
