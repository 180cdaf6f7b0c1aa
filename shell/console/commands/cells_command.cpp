// CELLS and MAP: a table as it lies in the store.

#include <algorithm>
#include <functional>
#include <memory>

#include "shell/console/commands/families.h"
#include "shell/console/commands/named_table.h"
#include "shell/teach/cells/cells_forms.h"
#include "types/text/text.h"

namespace cellar {

namespace {

enum class CellsForm : std::uint8_t { decoded, hex, json, legacy, raw };

constexpr std::pair<std::string_view, CellsForm> kForms[] = {{"HEX", CellsForm::hex},
                                                             {"JSON", CellsForm::json},
                                                             {"LEGACY", CellsForm::legacy},
                                                             {"RAW", CellsForm::raw}};

/// A table may be called like a form: then what follows is no name.
CellsForm form_of(const CommandCall& call) {
  if (call.words.size() < 3) return CellsForm::decoded;
  const CommandWord& next = call.words[2];
  if (next.text == "." || says(next, "WHERE") || says(next, "LIMIT")) return CellsForm::decoded;
  for (const auto& [word, form] : kForms) {
    if (says(call.words[1], word)) return form;
  }
  return CellsForm::decoded;
}

struct NamedIndex {
  TablePointer table;
  std::size_t place = 0;
};

/// Finds the index of a keyspace by the words `name` or `keyspace.name`, from the first one on.
std::optional<NamedIndex> find_index(const CommandCall& call, std::size_t first) {
  const auto text_of = [&call](std::size_t word) {
    const CommandWord& at = call.words[word];
    return at.quote == 0 ? to_lower(at.text) : at.text;
  };
  const bool has_keyspace = call.words.size() == first + 3 && call.words[first + 1].text == ".";
  if (!has_keyspace && call.words.size() != first + 1) return std::nullopt;
  const std::string keyspace = has_keyspace ? text_of(first) : call.context.connection.keyspace();
  const std::string name = text_of(has_keyspace ? first + 2 : first);
  const SchemaPointer schema = call.context.connection.schema();
  const Keyspace* of = schema->find_keyspace(keyspace);
  if (of == nullptr || of->has_table_or_view(name)) return std::nullopt;
  for (const auto& entry : of->tables) {
    const TablePointer table = entry.second;
    const auto found = std::ranges::find(table->indexes, name, &Index::name);
    if (found != table->indexes.end())
      return NamedIndex{table, static_cast<std::size_t>(found - table->indexes.begin())};
  }
  return std::nullopt;
}

CellsRest print_in_form(CellsForm form, const CellsPrint& print) {
  switch (form) {
    case CellsForm::hex:
      return print_cells(print, true);
    case CellsForm::json:
      return print_cells_as_json(print);
    case CellsForm::legacy:
      return print_legacy_cells(print);
    case CellsForm::raw:
      return print_raw_entries(print);
    case CellsForm::decoded:
      break;
  }
  return print_cells(print, false);
}

using PrintPlace = std::function<CellsRest(const CellsPrint&)>;

/// How a form is printed as JSON; null: it has no such form.
PrintPlace document_of(CellsForm form) {
  if (form == CellsForm::decoded) return print_cells_as_data;
  if (form == CellsForm::json) return print_cells_as_json;
  return nullptr;
}

/// Draws a place while it is read; what was left out is known then. `document` prints it as JSON; null: it has no such form.
void draw(const CommandCall& call, CellsPlace place, PrintPlace print, PrintPlace document) {
  const auto kept = std::make_shared<CellsPlace>(std::move(place));
  const Seconds now = call.database().now() / 1'000'000;
  const Language language = call.context.settings.language;
  call.answer.draw = [kept, now, language, print = std::move(print)](Output& output) {
    const CellsRest rest = print({*kept, now, output, language});
    return rest ? std::vector{*rest} : std::vector<Diagnostic>();
  };
  if (!document) return;
  call.answer.document = [kept, now, document = std::move(document)] {
    KeptOutput output;
    document({*kept, now, output});
    return output.take_results();
  };
}

void cells(const CommandCall& call) {
  const CellsForm form = form_of(call);
  const std::size_t first = form == CellsForm::decoded ? 1 : 2;
  if (call.words.size() <= first) call.refuse_usage(first);
  if (form == CellsForm::raw) {
    if (const std::optional<NamedIndex> index = find_index(call, first)) {
      call.context.make_durable();
      CellsPlace place{call.database().snapshot(), index->table, {}, std::nullopt, {}, {}, {}, true};
      const auto print_index = [at = index->place](const CellsPrint& print) {
        print_raw_index(print, at);
        return CellsRest();
      };
      draw(call, std::move(place), print_index, nullptr);
      return;
    }
  }
  const auto print_partition = [form](const CellsPrint& print) { return print_in_form(form, print); };
  draw(call, named_partitions(call, first), print_partition, document_of(form));
}

void map(const CommandCall& call) { draw(call, named_partitions(call, 1), print_map, print_map_as_json); }

constexpr Command kCellsCommands[] = {
    {"CELLS", "", "[HEX|JSON|LEGACY|RAW] table [WHERE key = value AND ...] [LIMIT n]",
     "a partition as it lies in the store (HELP CELLS)",
     "CELLS posts WHERE author = 'ann'  the partition: its token and deletions, static cells, rows in stored "
     "order,\n"
     "                                  each cell with its timestamp, its time to live and what is left of "
     "it\n"
     "CELLS posts                       the first partitions in the order of their tokens (20, or LIMIT n)\n"
     "CELLS HEX posts                   values as hexadecimal digits\n"
     "CELLS JSON posts                  in the shape of sstabledump, a program of Apache Cassandra\n"
     "CELLS LEGACY posts                as before CQL: columns named by clustering values, with the row "
     "marker\n"
     "CELLS RAW posts                   the entries of the file, with the parts of each key; also of an "
     "index by "
     "name\n"
     "It shows what a SELECT leaves out: deletions, expired cells, what a deletion hides, until it is "
     "purged. Writes\n"
     "of a script are made durable first. It works on views, too; the rows of system tables are computed.\n"
     "For a file alone, not with --connect.\n",
     cells},
    {"MAP", "", "table [WHERE key = value AND ...] [LIMIT n]", "a table as a map of sorted maps",
     "MAP posts   map<partition key, sortedmap<clustering column, map<column, value>>>, with the live values "
     "of the\n"
     "            first partitions (3, or LIMIT n) and rows (5), and the path to a value:\n"
     "            [keyspace][table][partition key][clustering ...][column]\n"
     "For a file alone, not with --connect.\n",
     map},
};

}  // namespace

std::span<const Command> cells_commands() { return kCellsCommands; }

}  // namespace cellar
