#include "chinese_screen.h"

#include <regex>

namespace cellar {

namespace {

/// Words that are the same in every language.
const std::set<std::string> kSame = {
    // programs, options and files
    "cellar", "cqlsh", "nodetool", "tablehistograms", "sstabledump", "strftime", "gzip", "config", "docs",
    "schema", "json", "cql", "csv", "cqlshrc", "ui", "md", "gz", "err", "file", "load", "shop", "orders",
    "queries", "model", "svg", "hour", "exercise", "answer", "new", "grade", "help", "diagnostic", "advice",
    "parameters", "default", "live", "compaction", "replication", "lint", "check", "my", "cli", "get", "xx",
    "on", "off",
    // settings, options and their values
    "ix", "readiness", "move", "serve", "verify", "man", "bash", "zsh", "fish", "each", "group", "tap",
    "junit", "answers", "info", "warn", "error", "existing", "teach", "cassandra", "full", "short", "table",
    "box", "vertical", "tsv", "jsonl", "markdown", "html", "insert", "zh", "en", "time", "format", "timezone",
    "float", "precision", "double", "null", "copy", "from", "to", "rf", "id", "sai", "cosine", "dot",
    "product", "euclidean", "similarity", "function",
    // types, functions and elements of CQL
    "ascii", "bigint", "blob", "boolean", "counter", "date", "decimal", "duration", "frozen", "inet", "int",
    "list", "map", "set", "smallint", "text", "timestamp", "timeuuid", "tinyint", "tuple", "uuid", "varchar",
    "varint", "vector", "true", "false", "keys", "entries", "now", "current", "ttl", "writetime",
    "maxwritetime", "count", "min", "max", "sum", "avg", "floor", "as", "cast", "token", "key", "value",
    "applied", "gc", "grace", "seconds", "system", "virtual", "auth", "traces", "local", "tables", "columns",
    "indexes", "views", "types", "serial", "source", "elapsed", "int32", "sortedmap", "members", "number",
    // functions of HELP FUNCTIONS
    "rows", "unix", "exp", "log", "abs", "round", "type", "mask", "replace", "inner", "outer", "hash",
    "values", "collection", "day",
    // classes of errors, and the columns of EXPLAIN and of traces
    "invalid", "syntax", "unauthorized", "alreadyexists", "functionfailure", "unavailable", "readtimeout",
    "writetimeout", "readfailure", "writefailure", "truncate", "config", "server", "protocol", "overloaded",
    "step", "detail", "activity", "path", "shell",
    // units, and parts of numbers
    "ms", "us", "ns", "mo", "xcafe", "ab", "cd", "kb", "mb", "ks", "op",
    // the schema of EXAMPLES
    "examples", "posts", "gyms", "visits", "author", "body", "tags", "likes", "links", "pinned", "address",
    "street", "city", "country", "opened", "name", "size", "page", "ann", "bob",
    // names that ADVISE gives, and those of the node
    "conformance", "nb", "abc", "bucket", "datacenter", "rack", "bean", "month", "empty", "element",
    // options of tables, and values of system tables
    "caching", "cdc", "comment", "compression", "extensions", "memtable", "none", "regular", "peer", "role",
    "latency", "recall", "kind", "static"};

std::string without(const std::string& text, const char* pattern) {
  return std::regex_replace(text, std::regex(pattern), " ");
}

}  // namespace

std::vector<std::string> english_in(const std::string& screen, const std::set<std::string>& names) {
  // Texts in quotes, options of tables, comments of CQL, what the system says, terms in parentheses, placeholders,
  // options, and bytes.
  std::string rest = screen;
  for (const char* pattern :
       {"“.*?”", "(AND|WITH) [a-z_]+ = [^\n]*", "/\\*[^*]*\\*/", "No such file or directory",
        "(/[A-Za-z0-9_.-]+)+", "键 +[0-9a-f]+ +\\|[^\n]*", "=> \\(.*", "[A-Za-z0-9_']+\\.\\.\\.",
        "[A-Za-z0-9]*_[A-Za-z0-9_]*", "'[^'\n]*'", "`[^`\n]*`", "\\$\\$[^$\n]*\\$\\$", "\"[^\"\n]*\"",
        " \\([A-Za-z][a-z ,-]*\\)", "<[^<>\n]*>", "--[a-z][a-z-]*", "[A-Za-z]*[A-Z][A-Za-z]*",
        "[0-9a-f]*[0-9][0-9a-f]+"})
    rest = without(rest, pattern);
  std::vector<std::string> found;
  const std::regex word("[a-z]{2,}");
  for (std::sregex_iterator at(rest.begin(), rest.end(), word), end; at != end; ++at) {
    const std::string text = at->str();
    if (!kSame.contains(text) && !names.contains(text)) found.push_back(text);
  }
  return found;
}

}  // namespace cellar
