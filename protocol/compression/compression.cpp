#include "protocol/compression/compression.h"

#include <fmt/format.h>
#include <lz4.h>
#include <snappy-c.h>

#include <algorithm>

#include "protocol/protocol_fault.h"
#include "types/number/byte_order.h"

namespace cellar {

namespace {

/// A byte of an LZ4 block adds at most 255 bytes to a match, and one of Snappy's takes part in a copy of 64.
constexpr std::size_t kMostPerByte = 255;
constexpr std::size_t kLengthBytes = 4;

void check_size(std::size_t size, std::size_t compressed, std::size_t most) {
  if (size > most)
    throw ProtocolFault(
        fmt::format("The body has {} bytes before compression; at most {} are allowed", size, most));
  if (size / kMostPerByte > compressed)
    throw ProtocolFault(fmt::format("{} compressed bytes cannot become {}", compressed, size));
}

std::string snappy_body(std::string_view compressed, std::size_t most) {
  std::size_t size = 0;
  if (snappy_uncompressed_length(compressed.data(), compressed.size(), &size) != SNAPPY_OK)
    throw ProtocolFault("The body is no Snappy data");
  check_size(size, compressed.size(), most);
  std::string body(size, '\0');
  if (snappy_uncompress(compressed.data(), compressed.size(), body.data(), &size) != SNAPPY_OK ||
      size != body.size())
    throw ProtocolFault("The body is damaged Snappy data");
  return body;
}

void append_snappy(std::string& out, std::string_view bytes) {
  const std::size_t before = out.size();
  std::size_t size = snappy_max_compressed_length(bytes.size());
  out.resize(before + size);
  snappy_compress(bytes.data(), bytes.size(), out.data() + before, &size);
  out.resize(before + size);
}

std::string lz4_body(std::string_view compressed, std::size_t most) {
  if (compressed.size() < kLengthBytes)
    throw ProtocolFault(
        fmt::format("A body of {} bytes has no length before its LZ4 data", compressed.size()));
  const std::size_t size = load_big_endian<std::uint32_t>(compressed.data());
  const std::string_view block = compressed.substr(kLengthBytes);
  check_size(size, block.size(), most);
  return size == 0 ? std::string() : decompressed_lz4_block(block, size);
}

}  // namespace

std::optional<Compression> compression_of(std::string_view name) {
  std::string lower(name);
  std::ranges::transform(lower, lower.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  if (lower == "lz4") return Compression::lz4;
  if (lower == "snappy") return Compression::snappy;
  return std::nullopt;
}

std::string_view compression_name(Compression compression) {
  switch (compression) {
    case Compression::none:
      return {};
    case Compression::lz4:
      return "lz4";
    case Compression::snappy:
      return "snappy";
  }
  return {};
}

void append_compressed_body(std::string& out, std::string_view body, Compression compression) {
  switch (compression) {
    case Compression::none:
      out.append(body);
      break;
    case Compression::lz4:
      append_big_endian(out, static_cast<std::uint32_t>(body.size()));
      append_lz4_block(out, body);
      break;
    case Compression::snappy:
      append_snappy(out, body);
      break;
  }
}

std::string decompressed_body(std::string_view compressed, std::size_t most, Compression compression) {
  switch (compression) {
    case Compression::none:
      break;
    case Compression::lz4:
      return lz4_body(compressed, most);
    case Compression::snappy:
      return snappy_body(compressed, most);
  }
  return std::string(compressed);
}

void append_lz4_block(std::string& out, std::string_view bytes) {
  const std::size_t before = out.size();
  const int source = static_cast<int>(bytes.size());
  const int room = LZ4_compressBound(source);
  if (room == 0) throw ProtocolFault(fmt::format("{} bytes are too many for LZ4", bytes.size()));
  out.resize(before + static_cast<std::size_t>(room));
  const int size = LZ4_compress_default(bytes.data(), out.data() + before, source, room);
  out.resize(before + static_cast<std::size_t>(size));
}

std::string decompressed_lz4_block(std::string_view block, std::size_t size) {
  check_size(size, block.size(), size);
  std::string bytes(size, '\0');
  const int got =
      LZ4_decompress_safe(block.data(), bytes.data(), static_cast<int>(block.size()), static_cast<int>(size));
  if (got < 0 || static_cast<std::size_t>(got) != size) throw ProtocolFault("The LZ4 data are damaged");
  return bytes;
}

}  // namespace cellar
