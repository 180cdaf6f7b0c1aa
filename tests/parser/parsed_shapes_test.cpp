// A text of a known shape is refused, or read, as the grammar does it, whatever its literals are. CELLAR_EDITS says how many
// edits each statement gets; without it, every eighth statement gets one.
#include <cstdlib>

#include "edited_statements.h"
#include "parser/grammar/keyword_lexer.h"
#include "parser/parsed_shapes.h"
#include "parsing.h"

using namespace cellar;

namespace {

/// Literals of each kind; some strings hold what a diagnosis looks for in a text.
std::string literal_of(LiteralKind kind, std::mt19937& random) {
  const auto one_of = [&random](std::initializer_list<const char*> texts) {
    return std::string(texts.begin()[random() % texts.size()]);
  };
  switch (kind) {
    case LiteralKind::string:
      return one_of({"''", "'ann'", "'it''s  another'", "$$a ' b$$", "'cqlsh:shop> '", "'... x'", "'’ , '",
                     "'\nINSERT INTO t (a) VALUES (1)\n'", "'the words of a sentence'", "'2024-01-05'",
                     "'\xC3\xA9'",
                     "'a text that is longer than forty bytes, so that it is cut where it is shown'"});
    case LiteralKind::integer:
      return one_of({"0", "7", "-5", "2024", "12345678901234567890"});
    case LiteralKind::float_:
      return one_of({"1.5", "-2.5e1", "1e400", "3.25"});
    case LiteralKind::uuid:
      return one_of({"123e4567-e89b-12d3-a456-426614174000", "abcdefab-cdef-abcd-efab-cdefabcdefab"});
    case LiteralKind::blob:
      return one_of({"0x", "0x0102", "0xCAFE"});
    case LiteralKind::duration:
      return one_of({"1h30m", "-3d", "12mo"});
    case LiteralKind::boolean:
      break;
  }
  return "true";
}

/// What diagnoses look for are names among them.
std::string name_like(const std::string& name, std::mt19937& random) {
  constexpr const char* kNames[] = {
      "a",    "cqlsh", "now",    "uuid",    "JOIN",    "Having",
      "show", "x17",   "insrt",  "wher",    "varchar", "current_date",
      "get",  "b_2",   "cellar", "between", "offset",  "a_longer_name_than_keywords"};
  constexpr const char* kQuoted[] = {"\"a\"", "\"it's\"", "\"FROM\"", "\"two \"\"words\"\"\"", "\"now\""};
  if (name.front() == '"') return kQuoted[random() % std::size(kQuoted)];
  return kNames[random() % std::size(kNames)];
}

/// Most texts keep their names, by which statements are told apart.
std::string with_other_literals(const std::string& text, const ShapeOfAny& shape, std::mt19937& random) {
  const bool changes_names = random() % 3 == 0;
  std::string other;
  std::size_t copied = 0;
  for (std::size_t index = 0; index < shape.literals.size(); ++index) {
    const ShapeLiteral& literal = shape.literals[index];
    const std::string written = text.substr(literal.begin, literal.end - literal.begin);
    const bool is_name = std::ranges::binary_search(shape.names, index);
    other.append(text, copied, literal.begin - copied);
    if (random() % 3 == 0 || (is_name && !changes_names))
      other += written;
    else
      other += is_name ? name_like(written, random) : literal_of(literal.kind, random);
    copied = literal.end;
  }
  return other.append(text, copied);
}

std::string shown(Span span) { return std::to_string(span.begin) + "-" + std::to_string(span.end); }

std::string shown(const std::optional<Diagnostic>& fault) {
  if (!fault) return "accepted";
  std::string text = std::string(fault->id) + " " + shown(fault->span);
  for (const Parameter& parameter : fault->parameters)
    text += " " + std::string(parameter.name) + "=" + parameter.value;
  if (fault->fix) text += " fix " + shown(fault->fix->span) + fault->fix->text;
  for (const Span& span : fault->repeated) text += " again " + shown(span);
  if (fault->related) text += " related " + shown(*fault->related);
  return text;
}

std::string literals_of(const Statement& statement) {
  std::string text;
  for (const SlotSource& slot : statement.slots)
    text += std::to_string(static_cast<int>(slot.literal.kind)) + slot.literal.text + "|";
  return text;
}

struct Compared {
  std::size_t refused = 0, accepted = 0;
};

/// Reads a text after others of its shape.
void compare(const std::string& text, std::mt19937& random, Compared& known) {
  ShapeOfAny shape;
  read_shape_of_any(text, KeywordLexer::is_keyword, shape);
  if (shape.literals.empty()) return;
  ParsedShapes shapes;
  for (int i = 0; i < 3; ++i) {
    const std::string other = with_other_literals(text, shape, random);
    INFO(text << "\nbehind: " << other);
    shapes.read(other);
    const std::optional<ParsedText> found = shapes.find(text);
    if (!found) continue;
    const std::optional<Diagnostic> fault = find_syntax_fault(text);
    if (shown(found->fault) != shown(fault)) CHECK(shown(found->fault) == shown(fault));
    ++(fault ? known.refused : known.accepted);
    if (fault || found->fault) continue;
    const std::string literals = literals_of(*found->statement);
    if (literals != literals_of(parse(text))) CHECK(literals == literals_of(parse(text)));
  }
}

}  // namespace

TEST_CASE("texts of a known shape are refused as the grammar refuses them") {
  const std::vector<std::string> statements = statements_of_scripts();
  const char* const edits = std::getenv("CELLAR_EDITS");
  const std::size_t step = edits == nullptr ? 8 : 1;
  const int edits_each = edits == nullptr ? 1 : std::atoi(edits);
  Compared known;
  std::mt19937 random(11);
  std::vector<std::string> others = {",",   "(", ")",  "'", "WHERE", "5", "'x'",
                                     "1.5", ";", "\n", "-", ".",     "a"};
  for (std::size_t i = 0; i < statements.size(); i += step) {
    compare(statements[i], random, known);
    const std::vector<std::string> pieces = pieces_of(statements[i]);
    for (int edit = 0; edit < edits_each; ++edit)
      compare(with_an_edit(pieces, others, random), random, known);
    others[random() % others.size()] = pieces[random() % pieces.size()];
  }
  CHECK(known.refused > 100);
  CHECK(known.accepted > 500);
}

TEST_CASE("a refusal that quotes a literal or a name, or depends on it, is made for each anew") {
  ParsedShapes shapes;
  const auto is_known = [&shapes](const std::string& text) {
    const std::optional<ParsedText> found = shapes.find(text);
    if (found) CHECK(shown(found->fault) == shown(find_syntax_fault(text)));
    return found.has_value();
  };
  shapes.read("SELECT a FROM t WHERE b = 5 'x'");
  CHECK(is_known("SELECT a FROM t WHERE b = 77 'x'"));
  CHECK(is_known("SELECT a FROM t WHERE b = 77 'y'"));
  CHECK(is_known("SELECT other FROM names WHERE b = 77 'y'"));
  CHECK_FALSE(is_known("SELECT a FROM t WHERE select = 77 'y'"));
  shapes.read("this is line number 5 of the notes");
  CHECK(is_known("this is line number 123 of the notes"));
  CHECK_FALSE(is_known("this is line number 'of' of the notes"));
  shapes.read("SELECT a FROM t WHERE b = a17");
  for (const char* const value : {"a18", "now", "CURRENT_DATE", "a_longer_name", "P1", "p1d"})
    CHECK(is_known("SELECT a FROM t WHERE b = " + std::string(value)));
  CHECK_FALSE(is_known("SELECT a FROM t WHERE b = true"));
  CHECK_FALSE(is_known("SELECT a FROM t WHERE b = PT90M"));
  CHECK_FALSE(is_known("SELECT a FROM t WHERE b = \"a17\""));
  shapes.read("SELECT a FROM t WHERE b = \"a17\"");
  CHECK(is_known("SELECT a FROM t WHERE b = \"it's \"\"a18\"\"\""));
  shapes.read("cqlsh:shop> SELECT a FROM t WHERE b = 5;");
  CHECK(is_known("cqlsh:shop> SELECT a FROM t WHERE b = 17;"));
  CHECK(is_known("mysql:shop> SELECT a FROM t WHERE b = 17;"));
}

TEST_CASE("a text that is asked for again has the fault that it had, whatever was asked for in between") {
  ParsedShapes shapes;
  shapes.read("SELECT a FROM t WHERE b = \"a17\"");
  const auto text = [](int i) {
    return "SELECT a FROM t WHERE b = \"name " + std::to_string(i * 7919) + "\"";
  };
  for (int i = 0; i < 12; ++i) {
    for (const int other : {i, i, i / 2, i, 3}) {
      const std::optional<ParsedText> found = shapes.find(text(other));
      REQUIRE(found);
      CHECK(shown(found->fault) == shown(find_syntax_fault(text(other))));
    }
  }
}

TEST_CASE(
    "refusals serve other literals before a quote that is not closed, a comment and a second statement") {
  ParsedShapes shapes;
  const auto is_known = [&shapes](std::string_view text) { return shapes.find(text).has_value(); };
  shapes.read("INSERT INTO t (a) VALUES ('it's 1 and more');");
  CHECK(is_known("INSERT INTO t (a) VALUES ('it's 23 and more');"));
  CHECK_FALSE(is_known("INSERT INTO t (a) VALUES ('it's 23 and more') ;"));
  shapes.read("SELECT a FROM t WHERE b = 5 OR c = 1 -- more");
  CHECK(is_known("SELECT a FROM t WHERE b = 17 OR c = 2 -- more"));
  CHECK_FALSE(is_known("SELECT a FROM t WHERE b = 17 OR c = 2 -- less"));
  shapes.read("INSERT INTO t (a) VALUES ('x'); INSERT INTO t (a) VALUES ('it's 1');");
  CHECK(is_known("INSERT INTO t (a) VALUES ('longer'); INSERT INTO t (a) VALUES ('it's 2');"));
}

TEST_CASE("more shapes than are kept are read alike") {
  ParsedShapes shapes;
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 200; ++i) {
      const std::string text = "SELECT a" + std::to_string(i) + " FROM t WHERE a = 1 OR b = 2";
      CHECK(shown(shapes.read(text).fault) == shown(find_syntax_fault(text)));
    }
  }
}
