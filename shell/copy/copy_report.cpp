#include <fmt/format.h>

#include "functions/json/json_value.h"
#include "shell/copy/copy_context.h"
#include "shell/copy/words/copy_words.h"

namespace cellar {

std::string copy_text(const CopyReport& report, Language language) {
  const Parameters parameters = {{"rows", std::to_string(report.rows)},
                                 {"files", std::to_string(report.files)},
                                 {"seconds", fmt::format("{:.3f}", report.seconds)},
                                 {"skipped", std::to_string(report.skipped)}};
  if (report.direction == CopyDirection::to)
    return CopyWords::say(language, "{rows} rows exported to {files} files in {seconds} seconds.\n",
                          parameters);
  return CopyWords::say(language,
                        "{rows} rows imported from {files} files in {seconds} seconds ({skipped} skipped).\n",
                        parameters);
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
