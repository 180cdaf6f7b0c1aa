#include "web/site/page_files.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <stdexcept>

namespace cellar {

const std::vector<WebFile>& page_files() {
  static const std::vector<WebFile> files = [] {
    std::vector<WebFile> all = packed_page_files();
    for (WebFile& file : all) file.tag = fmt::format("\"{:016x}\"", std::hash<std::string_view>()(file.gzip));
    return all;
  }();
  return files;
}

const WebFile* find_page_file(std::string_view target) {
  const auto found = std::ranges::find(page_files(), target, &WebFile::target);
  return found == page_files().end() ? nullptr : &*found;
}

std::string unpacked(const WebFile& file) {
  constexpr int kGzip = 16 + MAX_WBITS;
  z_stream stream{};
  if (inflateInit2(&stream, kGzip) != Z_OK) throw std::bad_alloc();
  // What is read is not changed; the library's type is older than const.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(file.gzip.data()));
  stream.avail_in = static_cast<uInt>(file.gzip.size());
  std::string text;
  int state = Z_OK;
  while (state == Z_OK) {
    constexpr std::size_t kPiece = std::size_t{64} << 10;
    const std::size_t size = text.size();
    text.resize(size + kPiece);
    stream.next_out = reinterpret_cast<Bytef*>(text.data() + size);
    stream.avail_out = kPiece;
    state = inflate(&stream, Z_NO_FLUSH);
    text.resize(text.size() - stream.avail_out);
  }
  inflateEnd(&stream);
  if (state != Z_STREAM_END) throw std::runtime_error("a file of the page is not gzip");
  return text;
}

}  // namespace cellar
