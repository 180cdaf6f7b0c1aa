#include "shell/editor/history/history_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "shell/editor/words/editor_words.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr std::string_view kLibeditHeader = "_HiStOrY_V2_";
constexpr mode_t kOwnerOnly = 0600;
// A prompt reads this much without a delay, and the entries that are kept are far smaller.
constexpr std::uint64_t kMostRead = 8 << 20;

/// A descriptor that is closed, and so unlocked, at the end.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&&) = delete;
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }
  explicit operator bool() const { return number_ >= 0; }

 private:
  int number_;
};

/// Opens and locks the file that the path names now: another shell may have put a new one there while this one waited.
Descriptor open_locked(const std::filesystem::path& path, int flags) {
  for (;;) {
    Descriptor file(open(path.c_str(), flags | O_CLOEXEC, kOwnerOnly));
    if (!file) return file;
    while (flock(file.number(), LOCK_EX) != 0 && errno == EINTR) {
    }
    struct stat opened = {};
    struct stat named = {};
    if (fstat(file.number(), &opened) != 0) return Descriptor(-1);
    if (!S_ISREG(opened.st_mode)) return file;
    if (stat(path.c_str(), &named) == 0 && named.st_ino == opened.st_ino && named.st_dev == opened.st_dev) {
      if ((opened.st_mode & 077) != 0 && opened.st_uid == geteuid()) fchmod(file.number(), kOwnerOnly);
      return file;
    }
  }
}

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

std::string read_from(int descriptor, std::uint64_t offset) {
  std::string bytes;
  char piece[16'384];
  for (;;) {
    const ssize_t count = pread(descriptor, piece, sizeof piece, static_cast<off_t>(offset + bytes.size()));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return bytes;
    bytes.append(piece, static_cast<std::size_t>(count));
  }
}

struct NewestBytes {
  std::string bytes;  // as of a file that has no more
  std::uint64_t end = 0;
};

/// The bytes from `offset` on, or, if they are too many, the lines of their end.
NewestBytes read_newest(int descriptor, std::uint64_t offset, std::uint64_t size) {
  if (size <= offset + kMostRead) {
    NewestBytes newest{read_from(descriptor, offset), 0};
    newest.end = offset + newest.bytes.size();
    return newest;
  }
  NewestBytes newest{read_from(descriptor, size - kMostRead), 0};
  newest.end = size - kMostRead + newest.bytes.size();
  newest.bytes.erase(0, std::min(newest.bytes.find('\n'), newest.bytes.size() - 1) + 1);
  char head[kLibeditHeader.size()] = {};
  const bool is_whole = pread(descriptor, head, sizeof head, 0) == static_cast<ssize_t>(sizeof head);
  const bool is_libedit = is_whole && std::string_view(head, sizeof head) == kLibeditHeader;
  if (is_libedit) newest.bytes.insert(0, std::string(kLibeditHeader) + '\n');
  return newest;
}

/// The escapes of libedit: a backslash and three octal digits, or a doubled backslash.
std::string decode_libedit_line(std::string_view line) {
  const auto is_octal = [](char c) { return c >= '0' && c <= '7'; };
  std::string entry;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool has_code = line[i] == '\\' && i + 3 < line.size() && is_octal(line[i + 1]) &&
                          is_octal(line[i + 2]) && is_octal(line[i + 3]);
    if (has_code) {
      entry += static_cast<char>((line[i + 1] - '0') * 64 + (line[i + 2] - '0') * 8 + (line[i + 3] - '0'));
      i += 3;
    } else {
      if (line[i] == '\\' && i + 1 < line.size()) ++i;
      entry += line[i];
    }
  }
  return entry;
}

}  // namespace

std::string encode_history_entry(std::string_view entry) {
  if (!entry.starts_with('\\') && entry.find('\n') == entry.npos) return std::string(entry);
  std::string line = "\\";
  for (const char c : entry) {
    if (c == '\n') {
      line += "\\n";
    } else {
      if (c == '\\') line += '\\';
      line += c;
    }
  }
  return line;
}

std::string decode_history_line(std::string_view line) {
  if (!line.starts_with('\\')) return std::string(line);
  std::string entry;
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (line[i] != '\\' || i + 1 == line.size()) {
      entry += line[i];
      continue;
    }
    ++i;
    entry += line[i] == 'n' ? '\n' : line[i];
  }
  return entry;
}

std::vector<std::string> decode_history(std::string_view bytes) {
  const bool is_libedit = bytes.starts_with(kLibeditHeader);
  if (is_libedit) bytes.remove_prefix(std::min(bytes.find('\n'), bytes.size()));
  std::vector<std::string> entries;
  while (!bytes.empty()) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    const std::string_view line = bytes.substr(0, end);
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
    std::string entry = clean_paste(is_libedit ? decode_libedit_line(line) : decode_history_line(line));
    while (!entry.empty() && entry.back() == '\n') entry.pop_back();
    if (!entry.empty()) entries.push_back(std::move(entry));
  }
  return entries;
}

HistoryFile::HistoryFile(std::filesystem::path path, std::size_t kept)
    : path_(std::move(path)), kept_(kept) {}

std::optional<std::string> HistoryFile::fault(Language language) const {
  const auto in_words = [](int error) { return std::generic_category().message(error); };
  const Descriptor file(
      open(path_.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, kOwnerOnly));
  struct stat status = {};
  if (!file || fstat(file.number(), &status) != 0) return in_words(errno);
  if (S_ISREG(status.st_mode) || S_ISCHR(status.st_mode)) return std::nullopt;
  return EditorWords::say(language, "it is no file");
}

HistoryFile::News HistoryFile::read_new() {
  News news;
  const Descriptor file(open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status = {};
  if (!file || fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode)) return news;
  const Identity identity{status.st_dev, status.st_ino};
  const bool is_longer = static_cast<std::uint64_t>(status.st_size) >= read_;
  news.from_begin = identity != seen_ || !is_longer;
  if (news.from_begin) read_ = 0;
  seen_ = identity;
  const NewestBytes newest = read_newest(file.number(), read_, static_cast<std::uint64_t>(status.st_size));
  // A line that another shell is writing is read when it is whole.
  const std::size_t whole = newest.bytes.rfind('\n') + 1;
  news.entries = decode_history(std::string_view(newest.bytes).substr(0, whole));
  read_ = newest.end - (newest.bytes.size() - whole);
  return news;
}

bool HistoryFile::append(std::string_view entry) {
  const Descriptor file = open_locked(path_, O_RDWR | O_APPEND | O_CREAT);
  if (!file) return false;
  std::string line = encode_history_entry(entry) + '\n';
  // What another program left without its newline stays a line of its own.
  struct stat status = {};
  if (fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
  char last = '\n';
  if (status.st_size > 0 && pread(file.number(), &last, 1, status.st_size - 1) == 1 && last != '\n') {
    line.insert(0, 1, '\n');
  }
  return write_all(file.number(), line);
}

void HistoryFile::compact() {
  std::error_code failed;
  const std::filesystem::path path = std::filesystem::weakly_canonical(path_, failed);
  if (failed) return;
  const Descriptor file = open_locked(path, O_RDWR | O_APPEND | O_NONBLOCK);
  struct stat status = {};
  if (!file || fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode)) return;
  const auto size = static_cast<std::uint64_t>(status.st_size);
  const std::string bytes = read_newest(file.number(), 0, size).bytes;
  std::vector<std::string> entries = decode_history(bytes);
  const bool is_small = entries.size() <= kept_ + kept_ / 10 && size <= kMostRead;
  if (is_small && !bytes.starts_with(kLibeditHeader)) return;
  const std::size_t dropped = entries.size() - std::min(entries.size(), kept_);
  std::string kept;
  for (std::size_t i = dropped; i < entries.size(); ++i) kept += encode_history_entry(entries[i]) + '\n';
  const std::string fresh = path.string() + "." + std::to_string(getpid());
  const Descriptor other(open(fresh.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kOwnerOnly));
  if (!other) return;
  const bool is_written = write_all(other.number(), kept) && fsync(other.number()) == 0;
  // A shell that waits for the lock of the old file finds that the path names another one.
  if (!is_written || std::rename(fresh.c_str(), path.c_str()) != 0) unlink(fresh.c_str());
}

}  // namespace cellar
