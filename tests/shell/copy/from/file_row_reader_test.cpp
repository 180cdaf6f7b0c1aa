// Rows and fields are the same wherever the blocks of a file end.
#include "shell/copy/from/file_row_reader.h"

#include <catch2/catch.hpp>
#include <cstring>

using namespace cellar;

namespace {

/// Rows as text: fields in brackets, those in quotes with a Q; "line:" before each row.
std::string shown(std::string_view bytes, std::size_t piece, std::size_t block,
                  const CsvDialect& dialect = {}, CopyFormat format = CopyFormat::csv) {
  std::size_t given = 0;
  const auto fill = [&](char* place, std::size_t size) {
    const std::size_t count = std::min({size, piece, bytes.size() - given});
    std::memcpy(place, bytes.data() + given, count);
    given += count;
    return count;
  };
  FileRowReader reader(format, dialect, "file", fill, block);
  std::string text;
  while (const FileRow* row = reader.next()) {
    text += std::to_string(row->line) + ":";
    if (row->is_unclosed) text += " unclosed " + std::string(row->raw);
    if (format == CopyFormat::jsonl) text += " " + std::string(row->raw);
    for (const FileField& field : row->fields) {
      text += (field.quoted ? " Q[" : " [") + std::string(field.text) + "]";
      const std::string_view raw = row->raw.substr(field.span.begin, field.span.end - field.span.begin);
      if (field.quoted) CHECK(raw.starts_with(dialect.quote));
      if (!field.quoted && raw.find(dialect.escape) == raw.npos) CHECK(raw == field.text);
    }
    text += "\n";
  }
  CHECK(reader.bytes() == bytes.size());
  return text;
}

/// The same for pieces and blocks of every small size.
std::string shown_alike(std::string_view bytes, const CsvDialect& dialect = {}) {
  const std::string whole = shown(bytes, bytes.size() + 1, FileRowReader::kBlock, dialect);
  for (std::size_t piece = 1; piece <= bytes.size(); ++piece) {
    for (const std::size_t block :
         {std::size_t{1}, std::size_t{3}, std::size_t{16}, std::size_t{17}, std::size_t{64}}) {
      INFO("pieces of " << piece << ", blocks of " << block);
      REQUIRE(shown(bytes, piece, block, dialect) == whole);
    }
  }
  return whole;
}

CsvDialect doubling() {
  CsvDialect dialect;
  dialect.escape = '"';
  return dialect;
}

}  // namespace

TEST_CASE("fields end at delimiters and lines, wherever blocks end") {
  CHECK(shown_alike("a,b\nc,\n,\n") == "1: [a] [b]\n2: [c] []\n3: [] []\n");
  CHECK(shown_alike("a,b") == "1: [a] [b]\n");
  CHECK(shown_alike("a,") == "1: [a] []\n");
  CHECK(shown_alike("") == "");
  CHECK(shown_alike("\n\na\n") == "1: []\n2: []\n3: [a]\n");
  CHECK(shown_alike("a long field of more than sixteen bytes,and another one of them\nx,y\n") ==
        "1: [a long field of more than sixteen bytes] [and another one of them]\n2: [x] [y]\n");
}

TEST_CASE("lines end with LF, CRLF or CR") {
  CHECK(shown_alike("a\r\nb\rc\n\r\nd\r") == "1: [a]\n2: [b]\n3: [c]\n4: []\n5: [d]\n");
}

TEST_CASE("a byte order mark is passed over") {
  CHECK(shown_alike("\xEF\xBB\xBF\"a\",b\n") == "1: Q[a] [b]\n");
  CHECK(shown_alike("\xEF\xBB") == "1: [\xEF\xBB]\n");
  CHECK_THROWS_AS(shown("\xFF\xFE"
                        "a\0",
                        100, 100),
                  Refusal);
}

TEST_CASE("quotes hold delimiters, lines and quotes") {
  CHECK(shown_alike("\"a,b\",\"\"\n") == "1: Q[a,b] Q[]\n");
  CHECK(shown_alike("\"a\nb\r\nc\",d\ne\n") == "1: Q[a\nb\r\nc] [d]\n4: [e]\n");
  CHECK(shown_alike("\"say \"\"hi\"\"\",x\n") == "1: Q[say \"hi\"] [x]\n");
  CHECK(shown_alike("\"say \"\"hi\"\"\",x\n", doubling()) == "1: Q[say \"hi\"] [x]\n");
  CHECK(shown_alike("a\"b\"c,\"d\"e\"f\"\n") == "1: [a\"b\"c] Q[de\"f\"]\n");
}

TEST_CASE("the escape takes the meaning from the next character") {
  CHECK(shown_alike("a\\,b,\\\"c,\"d\\\"e\",f\\\\\n") == "1: [a,b] [\"c] Q[d\"e] [f\\]\n");
  CHECK(shown_alike("a\\\nb,c\nd\n") == "1: [a\nb] [c]\n3: [d]\n");
  CHECK(shown_alike("a\\,b\\\n", doubling()) == "1: [a\\] [b\\]\n");
  CHECK(shown_alike("a\\") == "1: [a\\]\n");
}

TEST_CASE("a quote that is not closed costs its line alone") {
  CHECK(shown_alike("a\n\"b,c\nd,e\n") == "1: [a]\n2: unclosed \"b,c\n3: [d] [e]\n");
  CHECK(shown_alike("\"\\\"") == "1: unclosed \"\\\"\n");
}

TEST_CASE("other characters delimit and quote") {
  CsvDialect dialect{.delimiter = '\t', .quote = '\'', .escape = '\''};
  CHECK(shown_alike("a,b\t'it''s'\t\"\n", dialect) == "1: [a,b] Q[it's] [\"]\n");
}

TEST_CASE("a line is a document") {
  const std::string bytes = "{\"a\": 1}\r\n\n{\"b\": \"\\\"\"}";
  for (std::size_t piece = 1; piece <= bytes.size(); ++piece)
    CHECK(shown(bytes, piece, 1, {}, CopyFormat::jsonl) == "1: {\"a\": 1}\n2: \n3: {\"b\": \"\\\"\"}\n");
}

TEST_CASE("a row that is too long is refused, unless a quote that does not close explains it") {
  const auto rows_of = [](const std::string& bytes, CopyFormat format) {
    std::size_t given = 0;
    const auto fill = [&](char* place, std::size_t size) {
      const std::size_t count = std::min(size, bytes.size() - given);
      std::memcpy(place, bytes.data() + given, count);
      given += count;
      return count;
    };
    FileRowReader reader(format, {}, "f.csv", fill, 16, 64);
    std::string text;
    try {
      while (const FileRow* row = reader.next()) text += row->is_unclosed ? "unclosed " : "row ";
    } catch (const Refusal& refusal) {
      text += refusal.diagnostic.id;
      for (const Parameter& parameter : refusal.diagnostic.parameters) text += " " + parameter.value;
    }
    return text;
  };
  const std::string zeros(1000, '\0');
  for (const CopyFormat format : {CopyFormat::csv, CopyFormat::jsonl})
    CHECK(rows_of("1,2\n" + zeros, format) == "row copy_row_too_long 2 f.csv 64");
  CHECK(rows_of("1,\"2\n" + zeros.substr(0, 30) + "\n" + std::string(40, 'x') + "\n3,4\n", CopyFormat::csv) ==
        "unclosed row row row ");
}
