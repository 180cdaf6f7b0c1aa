// The text and the options of COPY.
#include "shell/copy/copy_options.h"

#include <catch2/catch.hpp>

#include "refusal/messages.h"

using namespace cellar;

namespace {

CopyOptions options_of(const std::string& text) { return read_copy_options(parse_copy(text), {}); }

/// "E637 1: title", with the text that is blamed.
std::string refusal_of(const std::string& text) {
  try {
    options_of(text);
  } catch (const Refusal& refusal) {
    const Diagnostic& diagnostic = refusal.diagnostic;
    const std::string blamed =
        text.substr(diagnostic.span.begin, diagnostic.span.end - diagnostic.span.begin);
    return std::string(diagnostic.code()) + " [" + blamed + "] " + title_of(diagnostic);
  }
  return "none";
}

}  // namespace

TEST_CASE("an option that is given twice, and values that say nothing, are refused at their place") {
  const std::string to = "COPY t TO 'f' WITH ";
  const std::string from = "COPY t FROM 'f' WITH ";
  CHECK(refusal_of(to + "HEADER = true AND header = false") ==
        "E636 [header] the option HEADER is given twice");
  CHECK(refusal_of(to + "MAXOUTPUTSIZE = 0") == "E637 [0] MAXOUTPUTSIZE cannot be '0'");
  CHECK(refusal_of(to + "MAXOUTPUTSIZE = -2") == "E637 [-2] MAXOUTPUTSIZE cannot be '-2'");
  CHECK(refusal_of(to + "DATETIMEFORMAT = '%%%'") == "E637 ['%%%'] DATETIMEFORMAT cannot be '%%%'");
  CHECK(refusal_of(to + "DATETIMEFORMAT = '%Q'") == "E637 ['%Q'] DATETIMEFORMAT cannot be '%Q'");
  CHECK(refusal_of(from + "INGESTRATE = many") == "E637 [many] INGESTRATE cannot be 'many'");
  CHECK(refusal_of(from + "CHUNKSIZE = 0") == "E637 [0] CHUNKSIZE cannot be '0'");
  CHECK(refusal_of(from + "MAXPARSEERRORS = 'x'") == "E637 ['x'] MAXPARSEERRORS cannot be 'x'");
  CHECK(refusal_of(from + "REQUESTTIMEOUT = NaN") == "E637 [NaN] REQUESTTIMEOUT cannot be 'NaN'");
  CHECK(options_of(to + "DATETIMEFORMAT = '%%%d %f'").timestamp_format == "%%%d %f");
  CHECK_FALSE(options_of(to + "MAXOUTPUTSIZE = -1").rows_per_file);
}

TEST_CASE("the text of COPY names a table, columns, a file and options") {
  const CopyStatement statement = parse_copy(
      "copy \"Shop\".posts (author, \"Id\") -- a comment\n FROM 'it''s.csv'\n WITH header = TRUE /* and */ "
      "and Null='N/A' "
      "AND MAXROWS = -1;");
  CHECK(statement.table.keyspace->text == "Shop");
  CHECK(statement.table.name.text == "posts");
  REQUIRE(statement.columns.size() == 2);
  CHECK(statement.columns[1].name.text == "Id");
  CHECK(statement.direction == CopyDirection::from);
  CHECK(statement.file == "it's.csv");
  REQUIRE(statement.options.size() == 3);
  CHECK(statement.options[0].name == "HEADER");
  CHECK(statement.options[1].value == "N/A");
  CHECK(statement.options[2].value == "-1");
  CHECK(parse_copy("COPY Posts TO STDOUT").is_standard);
  CHECK(parse_copy("COPY Posts TO STDOUT").table.name.text == "posts");
}

TEST_CASE("a text that is no COPY is refused where it goes wrong") {
  CHECK(refusal_of("COPY;") == "E635 [;] COPY ends before the name of a table comes");
  CHECK(refusal_of("COPY t INTO 'a'") == "E635 [INTO] FROM or TO is expected here, not INTO");
  CHECK(refusal_of("COPY t TO STDIN") ==
        "E635 [STDIN] the name of a file in single quotes, or STDOUT, is expected here, not STDIN");
  CHECK(refusal_of("COPY t FROM 'a' HEADER = true") ==
        "E635 [HEADER] WITH or ; is expected here, not HEADER");
  CHECK(refusal_of("COPY t (a b) FROM 'a'") == "E635 [b] , or ) is expected here, not b");
  CHECK(refusal_of("COPY t FROM 'a'\nSELECT * FROM t") == "E108 [SELECT] a `;` is missing before SELECT");
  CHECK(refusal_of("COPY t FROM 'a' WITH HEADER =") == "E635 [] COPY ends before a value comes");
}

TEST_CASE("options have cqlsh's defaults and take its values") {
  const CopyOptions usual = options_of("COPY t FROM 'a';");
  CHECK(usual.dialect.delimiter == ',');
  CHECK(usual.dialect.quote == '"');
  CHECK(usual.dialect.escape == '\\');
  CHECK_FALSE(usual.has_header());
  CHECK(usual.null.empty());
  CHECK_FALSE(usual.most_rows);
  CHECK_FALSE(usual.most_parse_errors);
  CHECK(usual.most_insert_errors == 1000u);
  CHECK_FALSE(usual.time_to_live);
  const CopyOptions set = options_of(
      "COPY t FROM 'a' WITH DELIMITER='\\t' AND QUOTE='''' AND ESCAPE='''' AND HEADER=True AND MAXROWS=5 AND "
      "SKIPROWS=2 AND SKIPCOLS='a, b' AND MAXPARSEERRORS=0 AND MAXINSERTERRORS=-1 AND ERRFILE='e' AND TTL=60 "
      "AND "
      "BOOLSTYLE='yes, no' AND THOUSANDSSEP='.' AND DECIMALSEP=',' AND FORMAT=jsonl AND CHUNKSIZE=10;");
  CHECK(set.dialect.delimiter == '\t');
  CHECK(set.dialect.doubles_quotes());
  CHECK(set.header == true);
  CHECK(set.most_rows == 5u);
  CHECK(set.skipped_rows == 2);
  CHECK(set.skipped_columns == std::vector<std::string>{"a", "b"});
  CHECK(set.most_parse_errors == 0u);
  CHECK_FALSE(set.most_insert_errors);
  CHECK(set.error_file == "e");
  CHECK(set.time_to_live == 60);
  CHECK(set.true_text == "yes");
  CHECK(set.false_text == "no");
  CHECK(set.thousands_separator == '.');
  CHECK(set.decimal_separator == ',');
  CHECK(set.format == CopyFormat::jsonl);
  CHECK(set.chunk_rows == 10u);
}

TEST_CASE("a wrong value is refused with what it may be") {
  const std::string from = "COPY t FROM 'a' WITH ";
  CHECK(refusal_of(from + "HEADER = 1") == "E637 [1] HEADER cannot be '1'");
  CHECK(refusal_of(from + "DELIMITER = ''") == "E637 [''] DELIMITER cannot be ''");
  CHECK(refusal_of(from + "DELIMITER = 'ab'") == "E637 ['ab'] DELIMITER cannot be 'ab'");
  CHECK(refusal_of(from + "DELIMITER = 'é'") == "E637 ['é'] DELIMITER cannot be 'é'");
  CHECK(refusal_of(from + "MAXROWS = x") == "E637 [x] MAXROWS cannot be 'x'");
  CHECK(refusal_of(from + "SKIPROWS = -1") == "E637 [-1] SKIPROWS cannot be '-1'");
  CHECK(refusal_of(from + "TTL = 99999999999") == "E637 [99999999999] TTL cannot be '99999999999'");
  CHECK(refusal_of(from + "BOOLSTYLE = 'a,A'") == "E637 ['a,A'] BOOLSTYLE cannot be 'a,A'");
  CHECK(refusal_of(from + "FORMAT = xml") == "E637 [xml] FORMAT cannot be 'xml'");
  CHECK(refusal_of(from + "DELIMITER = '\"'") == "E637 [] QUOTE and DELIMITER are the same character");
}

TEST_CASE("an unknown option is refused with the nearest one") {
  CHECK(refusal_of("COPY t FROM 'a' WITH HEADR = true") == "E636 [HEADR] COPY has no option HEADR");
  CHECK(refusal_of("COPY t FROM 'a' WITH COLOUR = true") == "E636 [COLOUR] COPY has no option COLOUR");
}

TEST_CASE("options without effect are named together") {
  CHECK(options_of("COPY t FROM 'a' WITH NUMPROCESSES=4 AND HEADER=true AND PAGETIMEOUT=1 AND INGESTRATE=5")
            .unneeded == std::vector<std::string>{"NUMPROCESSES", "PAGETIMEOUT", "INGESTRATE"});
  CHECK(options_of("COPY t TO 'a' WITH MAXROWS=4").unneeded == std::vector<std::string>{"MAXROWS"});
}

TEST_CASE("the statement wins over defaults, and these are checked") {
  const CopyStatement statement = parse_copy("COPY t FROM 'a' WITH HEADER = false");
  const std::vector<CopyDefault> defaults = {{{"HEADER", "true", {}, {}}, "copy"},
                                             {{"NULL", "-", {}, {}}, "copy-from"}};
  const CopyOptions options = read_copy_options(statement, defaults);
  CHECK_FALSE(options.has_header());
  CHECK(options.null == "-");
  CHECK_THROWS_AS(read_copy_options(statement, {{{"HEADER", "7", {}, {}}, "copy"}}), Refusal);
}
