#include "storage/system/fault_signals.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <string_view>

namespace cellar {

struct WatchedFile {
  std::string path;
  std::string message;
};

namespace {

constexpr std::size_t kMostFiles = 1024;  // a class has one for each student
constexpr int kExitStatus = 1;            // of a program with an error of a file

std::function<std::string(const std::string&)> describe;
PathAtWork path_at_work = nullptr;
std::array<std::atomic<const WatchedFile*>, kMostFiles> watched;

// From here to end_process() everything runs in a signal handler: it allocates nothing and takes no lock.

/// Reads the lines of /proc/self/maps: an address range, four more fields, the file's path.
class MapLines {
 public:
  MapLines() : descriptor_(open("/proc/self/maps", O_RDONLY | O_CLOEXEC)) {}
  ~MapLines() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  MapLines(const MapLines&) = delete;
  MapLines& operator=(const MapLines&) = delete;

  /// Returns the path of the file that is mapped at the address; empty if there is none.
  std::string_view path_at(std::uintptr_t address) {
    while (next_line()) {
      std::size_t place = 0;
      const std::uintptr_t begin = hexadecimal(place);
      ++place;
      if (address < begin || address >= hexadecimal(place)) continue;
      for (int words = 0; words < 4; ++words) place = line().find(' ', place + 1);
      place = line().find_first_not_of(' ', line().find(' ', place + 1));
      return place < line().size() ? line().substr(place) : std::string_view();
    }
    return {};
  }

 private:
  std::string_view line() const { return {line_.data(), size_}; }

  std::uintptr_t hexadecimal(std::size_t& place) const {
    std::uintptr_t number = 0;
    for (; place < size_; ++place) {
      const char digit = line_[place];
      if (digit >= '0' && digit <= '9') {
        number = number << 4 | static_cast<std::uintptr_t>(digit - '0');
      } else if (digit >= 'a' && digit <= 'f') {
        number = number << 4 | static_cast<std::uintptr_t>(digit - 'a' + 10);
      } else {
        break;
      }
    }
    return number;
  }

  bool next_line() {
    size_ = 0;
    while (true) {
      if (taken_ == filled_) {
        const ssize_t got = descriptor_ < 0 ? 0 : read(descriptor_, bytes_.data(), bytes_.size());
        if (got <= 0) return false;
        taken_ = 0;
        filled_ = static_cast<std::size_t>(got);
      }
      const char byte = bytes_[taken_++];
      if (byte == '\n') return true;
      if (size_ < line_.size()) line_[size_++] = byte;
    }
  }

  int descriptor_;
  std::array<char, 4096> bytes_;
  std::size_t taken_ = 0;
  std::size_t filled_ = 0;
  std::array<char, 4096 + 200> line_;
  std::size_t size_ = 0;
};

bool is_map_of(const std::string& path, std::string_view mapped) {
  if (path.empty() || !mapped.starts_with(path)) return false;
  std::string_view rest = mapped.substr(path.size());
  if (rest.starts_with("-lock")) rest.remove_prefix(5);
  return rest.empty() || rest == " (deleted)";
}

template <class Matches>
const WatchedFile* find_watched(Matches matches) {
  for (const auto& slot : watched) {
    const WatchedFile* file = slot.load();
    if (file != nullptr && matches(*file)) return file;
  }
  return nullptr;
}

const WatchedFile* file_of_fault(int signal, const void* address) {
  if (const std::string* path = path_at_work()) {
    return find_watched([&](const WatchedFile& file) { return file.path == *path; });
  }
  if (signal == SIGABRT) return nullptr;
  MapLines lines;
  const std::string_view mapped = lines.path_at(reinterpret_cast<std::uintptr_t>(address));
  return find_watched([&](const WatchedFile& file) { return is_map_of(file.path, mapped); });
}

void end_process(int signal, siginfo_t* info, void*) {
  if (const WatchedFile* file = file_of_fault(signal, info->si_addr)) {
    const ssize_t written = write(STDERR_FILENO, file->message.data(), file->message.size());
    static_cast<void>(written);
    _exit(kExitStatus);
  }
  std::signal(signal, SIG_DFL);
  if (signal == SIGABRT || info->si_code <= 0) raise(signal);  // otherwise the instruction faults again
}

}  // namespace

void watch_for_faults(std::function<std::string(const std::string& path)> message, PathAtWork at_work) {
  describe = std::move(message);
  path_at_work = at_work;
  struct sigaction action {};
  action.sa_sigaction = end_process;
  action.sa_flags = SA_SIGINFO;
  for (const int signal : {SIGSEGV, SIGBUS, SIGABRT}) sigaction(signal, &action, nullptr);
}

FaultWatch::FaultWatch(const std::string& path) {
  if (!describe) return;
  file_ = std::make_unique<WatchedFile>(WatchedFile{path, describe(path)});
  for (slot_ = 0; slot_ < watched.size(); ++slot_) {
    const WatchedFile* free = nullptr;
    if (watched[slot_].compare_exchange_strong(free, file_.get())) return;
  }
  file_.reset();  // as many files are watched already
}

FaultWatch::~FaultWatch() {
  if (file_) watched[slot_] = nullptr;
}

}  // namespace cellar
