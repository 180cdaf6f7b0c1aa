// What a server has and the module lacks: threads, memory that others need, and the files of the page.

#include "web/notebook/counted_memory.h"
#include "web/notebook/work_threads.h"
#include "web/site/page_files.h"

namespace cellar {

/// Whoever asks for work waits until it is done.
void WorkThreads::run(std::function<void()> task, Lane) { task(); }
bool WorkThreads::stop(std::chrono::milliseconds) { return true; }
void WorkThreads::end() {}

std::size_t counted_size(const std::string&) { return 0; }

const WebFile* find_page_file(std::string_view) { return nullptr; }
std::string unpacked(const WebFile&) { return {}; }

}  // namespace cellar
