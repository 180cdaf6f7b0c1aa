#include <fmt/format.h>

#include "functions/json/json_value.h"
#include "shell/copy/copy_context.h"

namespace cellar {

std::string copy_text(const CopyReport& report) {
  if (report.direction == CopyDirection::to)
    return fmt::format("{} rows exported to {} files in {:.3f} seconds.\n", report.rows, report.files,
                       report.seconds);
  return fmt::format("{} rows imported from {} files in {:.3f} seconds ({} skipped).\n", report.rows,
                     report.files, report.seconds, report.skipped);
}

std::string copy_json(const CopyReport& report) {
  if (report.direction == CopyDirection::to)
    return fmt::format(R"({{"copy":"to","rows":{},"files":{},"seconds":{:.3f}}})"
                       "\n",
                       report.rows, report.files, report.seconds);
  return fmt::format(
      R"({{"copy":"from","rows":{},"files":{},"seconds":{:.3f},"skipped":{},"refused":{},"refused_file":{}}})"
      "\n",
      report.rows, report.files, report.seconds, report.skipped, report.refused,
      report.refused == 0 ? "null" : json_string(report.refused_file));
}

}  // namespace cellar
