#include "shell/teach/help/glossary.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "types/text/text.h"

namespace cellar {

namespace {

constexpr Term kTerms[] = {
    {"partition", "分区",
     "The rows of one partition key. They lie together, on one node, and are read in one place.",
     "primary key,rules"},
    {"partition key", "分区键 行键",
     "The columns whose hash (the token) says where a partition lies. A query names all of them.",
     "primary key,where,rules,e301,e302"},
    {"clustering column", "聚簇列 聚集键 聚合键 聚类列 聚簇键",
     "A column of the primary key behind the partition key. Rows of a partition are sorted by these columns.",
     "primary key,order,order by,e305"},
    {"primary key", "主键", "The partition key and the clustering columns together: what a row is known by.",
     "primary key,rules,e210"},
    {"row", "行", "The cells of one primary key. A row exists while its row marker or a cell of it lives.",
     "insert,primary key"},
    {"row marker", "行标记",
     "What INSERT leaves beside the cells, and UPDATE does not: it keeps a row without values.",
     "insert,update"},
    {"cell", "单元格 列值", "One column's value in one row, with its timestamp and time to live.",
     "insert,functions"},
    {"wide row", "宽行",
     "A partition of many rows: what older articles call a wide row. It is read as a slice, and "
     "should not grow without bound.",
     "primary key,order,then-now"},
    {"tombstone", "墓碑",
     "The mark that a deletion leaves: it hides what is older, and is passed over by reads until "
     "gc_grace_seconds are over.",
     "delete"},
    {"time to live", "生存时间 过期时间", "The seconds after which a cell is gone (TTL).",
     "insert,update,then-now"},
    {"denormalize", "反范式化 反规范化", "To keep the same facts in several tables, one for each query.",
     "create table,batch,e107,e301"},
    {"upsert", "更新插入",
     "An INSERT or UPDATE of a key that is there writes over it; one of a key that is not there "
     "makes the row.",
     "insert,update,rules"},
    {"token", "令牌",
     "The hash of a partition key, from -2^63 to 2^63-1. Partitions lie in the order of their tokens.",
     "functions,e303,e319"},
    {"replication factor", "副本因子 复制因子",
     "How many copies of each row a cluster keeps. Here there is one.", "create keyspace,e217"},
    {"keyspace", "键空间", "A set of tables and types with one replication setting.", "create keyspace,use"},
    {"column family", "列族", "The older name of a table.", "create table,then-now"},
    {"secondary index", "二级索引 索引",
     "Finds rows by a column outside the key; on a cluster it asks every node.", "create index,then-now"},
    {"materialized view", "物化视图", "A table once more under another key, kept up to date by each write.",
     "create materialized view"},
    {"static column", "静态列", "A column with one value for the whole partition.", "create table,e208"},
    {"filtering", "过滤", "Reading rows and throwing away those that do not match.", "allow filtering,e304"},
    {"batch", "批处理 批量", "Several writes that happen together or not at all.", "batch"},
    {"counter", "计数器", "A column that is only added to.", "counters,e330"},
    {"composite key", "复合键 组合键", "A key of several columns: PRIMARY KEY ((a, b), c).", "primary key"},
    {"hot spot", "热点",
     "One partition that takes most of the reads or writes, as a key of the hour alone does.", "primary key"},
    {"timestamp", "时间戳", "The microsecond of a write: of two values of a cell the later one stays.",
     "insert,functions,then-now"},
};

bool has_word(std::string_view words, std::string_view word) {
  while (!words.empty()) {
    const std::string_view next = words.substr(0, words.find(' '));
    if (next == word) return true;
    words.remove_prefix(std::min(words.size(), next.size() + 1));
  }
  return false;
}

}  // namespace

std::span<const Term> glossary() { return kTerms; }

const Term* find_term(std::string_view name) {
  const std::string wanted = to_lower(name);
  const auto* const found = std::ranges::find_if(kTerms, [&](const Term& term) {
    const std::string english(term.english);
    return wanted == english || wanted == english + "s" || has_word(term.chinese, wanted);
  });
  return found == std::end(kTerms) ? nullptr : found;
}

}  // namespace cellar
