#include "shell/copy/from/file_row_reader.h"

#include <algorithm>
#include <cstring>

#include "refusal/refusal.h"
#include "types/text/text.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace cellar {

namespace {

constexpr std::size_t kReadAhead = 16;

}  // namespace

FileRowReader::FileRowReader(CopyFormat format, const CsvDialect& dialect, std::string name, Fill fill,
                             std::size_t block, std::size_t longest_row)
    : format_(format),
      dialect_(dialect),
      name_(std::move(name)),
      fill_(std::move(fill)),
      longest_row_(longest_row),
      buffer_(block + kReadAhead) {}

const FileRow* FileRowReader::next() {
  if (!is_begun_) pass_byte_order_mark();
  if (begin_ == size_ && !fill_more()) return nullptr;
  while ((format_ == CopyFormat::csv ? scan_fields() : scan_line()) == Scan::more) {
    if (size_ - begin_ >= longest_row_) {
      cut_too_long();
      break;
    }
    fill_more();
  }
  return &row_;
}

/// Puts further bytes behind those of the row that is being read. Returns false at the end.
bool FileRowReader::fill_more() {
  if (at_end_) return false;
  std::memmove(buffer_.data(), buffer_.data() + begin_, size_ - begin_);
  bytes_before_ += begin_;
  size_ -= begin_;
  begin_ = 0;
  if (size_ + kReadAhead == buffer_.size()) buffer_.resize(2 * size_ + kReadAhead);
  const std::size_t count = fill_(buffer_.data() + size_, buffer_.size() - kReadAhead - size_);
  size_ += count;
  at_end_ = count == 0;
  return !at_end_;
}

void FileRowReader::pass_byte_order_mark() {
  is_begun_ = true;
  while (size_ < kByteOrderMark.size() && fill_more()) {
  }
  const std::string_view beginning = bytes_between(0, size_);
  if (beginning.starts_with("\xFF\xFE") || beginning.starts_with("\xFE\xFF")) refuse("copy_file_utf16");
  if (beginning.starts_with(kByteOrderMark)) begin_ = kByteOrderMark.size();
}

FileRowReader::Scan FileRowReader::scan_line() {
  row_.fields.clear();
  const void* const found = std::memchr(buffer_.data() + begin_, '\n', size_ - begin_);
  if (found == nullptr && !at_end_) return Scan::more;
  const std::size_t end =
      found == nullptr ? size_ : static_cast<std::size_t>(static_cast<const char*>(found) - buffer_.data());
  const bool has_return = end > begin_ && buffer_[end - 1] == '\r';
  row_ = {bytes_between(begin_, end - (has_return ? 1 : 0)), line_++, std::move(row_.fields), false};
  begin_ = std::min(end + 1, size_);
  return Scan::row;
}

// The row is scanned from its beginning each time that more bytes have come: these are at least as many as it had.
FileRowReader::Scan FileRowReader::scan_fields() {
  row_.fields.clear();
  decoded_.clear();
  for (std::size_t position = begin_;;) {
    Open field{.begin = position};
    switch (scan_field(field)) {
      case FieldScan::more:
        return Scan::more;
      case FieldScan::unclosed:
        cut_unclosed();
        return Scan::row;
      case FieldScan::whole:
        break;
    }
    const bool ends_row = field.end == size_ || buffer_[field.end] != dialect_.delimiter;
    const bool may_be_half = ends_row && field.end + 1 == size_ && buffer_[field.end] == '\r' && !at_end_;
    if (may_be_half) return Scan::more;
    add_field(field);
    if (ends_row) return end_row(field.end);
    position = field.end + 1;
  }
}

FileRowReader::FieldScan FileRowReader::scan_field(Open& field) const {
  if (field.begin == size_) {
    field.end = size_;
    return at_end_ ? FieldScan::whole : FieldScan::more;
  }
  field.quoted = buffer_[field.begin] == dialect_.quote;
  return field.quoted ? scan_quoted(field) : scan_bare(field.begin, field);
}

/// Finds the end of what has no quotes around it.
FileRowReader::FieldScan FileRowReader::scan_bare(std::size_t from, Open& field) const {
  const char escape = dialect_.doubles_quotes() ? '\n' : dialect_.escape;
  const char wanted[] = {dialect_.delimiter, '\n', '\r', escape};
  for (;;) {
    field.end = find(from, wanted);
    if (field.end == size_) return at_end_ ? FieldScan::whole : FieldScan::more;
    if (escape == '\n' || buffer_[field.end] != escape) return FieldScan::whole;
    field.is_encoded = true;
    from = std::min(field.end + 2, size_);
    if (from == size_ && !at_end_) return FieldScan::more;
  }
}

FileRowReader::FieldScan FileRowReader::scan_quoted(Open& field) const {
  const char quote = dialect_.quote;
  const char wanted[] = {quote, dialect_.escape, quote, quote};
  for (std::size_t from = field.begin + 1;;) {
    const std::size_t found = find(from, wanted);
    if (found + 1 >= size_ && !at_end_) return FieldScan::more;
    if (found >= size_) return FieldScan::unclosed;
    const bool has_next = found + 1 < size_;
    const bool is_close = buffer_[found] == quote && !(has_next && buffer_[found + 1] == quote);
    if (is_close) {
      const FieldScan rest = scan_bare(found + 1, field);
      field.is_encoded = field.is_encoded || field.end != found + 1;
      return rest;
    }
    field.is_encoded = true;
    from = std::min(found + 2, size_);
  }
}

void FileRowReader::add_field(const Open& field) {
  const Span span{static_cast<std::uint32_t>(field.begin - begin_),
                  static_cast<std::uint32_t>(field.end - begin_)};
  const std::size_t quotes = field.quoted ? 1 : 0;
  const std::string_view text =
      field.is_encoded ? decode(field) : bytes_between(field.begin + quotes, field.end - quotes);
  row_.fields.push_back({text, field.quoted, span});
}

/// The texts of a row are no longer together than its bytes, so none of them moves.
std::string_view FileRowReader::decode(const Open& field) {
  if (decoded_.capacity() < size_ - begin_) decoded_.reserve(size_ - begin_);
  const std::size_t begin = decoded_.size();
  bool in_quotes = field.quoted;
  for (std::size_t i = field.begin + (field.quoted ? 1 : 0); i < field.end; ++i) {
    const char c = buffer_[i];
    const bool has_next = i + 1 < field.end;
    if (in_quotes && c == dialect_.quote) {
      const bool is_doubled = has_next && buffer_[i + 1] == dialect_.quote;
      if (is_doubled) {
        decoded_ += buffer_[++i];
      } else {
        in_quotes = false;
      }
    } else if (!dialect_.doubles_quotes() && c == dialect_.escape && has_next) {
      decoded_ += buffer_[++i];
    } else {
      decoded_ += c;
    }
  }
  return std::string_view(decoded_).substr(begin);
}

FileRowReader::Scan FileRowReader::end_row(std::size_t end) {
  row_.raw = bytes_between(begin_, end);
  row_.line = line_;
  row_.is_unclosed = false;
  line_ += 1;
  const bool has_lines = std::memchr(row_.raw.data(), '\n', row_.raw.size()) != nullptr;
  if (has_lines) line_ += static_cast<std::uint64_t>(std::ranges::count(row_.raw, '\n'));
  const bool is_return = end < size_ && buffer_[end] == '\r';
  const std::size_t behind = is_return && end + 1 < size_ && buffer_[end + 1] == '\n' ? end + 2 : end + 1;
  begin_ = std::min(behind, size_);
  return Scan::row;
}

void FileRowReader::cut_too_long() {
  const bool has_line = bytes_between(begin_, size_).find('\n') != std::string_view::npos;
  if (!has_line || format_ != CopyFormat::csv) {
    refuse("copy_row_too_long", {},
           {{"line", std::to_string(line_)}, {"file", name_}, {"most", std::to_string(longest_row_)}});
  }
  cut_unclosed();
}

/// The rest of the file is read as if the line were not there.
void FileRowReader::cut_unclosed() {
  const std::string_view rest = bytes_between(begin_, size_);
  const std::size_t end = std::min(rest.find('\n'), rest.size());
  std::string_view raw = rest.substr(0, end);
  if (raw.ends_with('\r')) raw.remove_suffix(1);
  row_.raw = raw;
  row_.line = line_++;
  row_.fields.clear();
  row_.is_unclosed = true;
  begin_ = std::min(begin_ + end + 1, size_);
}

std::size_t FileRowReader::find(std::size_t from, const char (&wanted)[4]) const {
#ifdef __SSE2__
  const __m128i a = _mm_set1_epi8(wanted[0]);
  const __m128i b = _mm_set1_epi8(wanted[1]);
  const __m128i c = _mm_set1_epi8(wanted[2]);
  const __m128i d = _mm_set1_epi8(wanted[3]);
  for (; from < size_; from += kReadAhead) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(buffer_.data() + from));
    const __m128i ab = _mm_or_si128(_mm_cmpeq_epi8(bytes, a), _mm_cmpeq_epi8(bytes, b));
    const __m128i cd = _mm_or_si128(_mm_cmpeq_epi8(bytes, c), _mm_cmpeq_epi8(bytes, d));
    const auto found = static_cast<unsigned>(_mm_movemask_epi8(_mm_or_si128(ab, cd)));
    if (found != 0) return std::min(from + static_cast<std::size_t>(__builtin_ctz(found)), size_);
  }
  return size_;
#else
  const auto is_wanted = [&](char byte) { return std::ranges::find(wanted, byte) != std::end(wanted); };
  const auto end = buffer_.begin() + static_cast<std::ptrdiff_t>(size_);
  return static_cast<std::size_t>(
      std::find_if(buffer_.begin() + static_cast<std::ptrdiff_t>(from), end, is_wanted) - buffer_.begin());
#endif
}

}  // namespace cellar
