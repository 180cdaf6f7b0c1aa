// The Chinese of commands, of their answers and of the runs of scripts.
//
// In:      nothing.
// Out:     English, Chinese. Only shell/console/words/console_words.h includes this file.
// Refused: nothing here; refusal/phrase_book.h compares both when they are compiled.
#pragma once

#include "refusal/messages.h"

namespace cellar::console_words {

inline constexpr Phrase kChinese[] = {
    // HELP and EXAMPLES
    {"Type these to begin with:\n"
     "  EXAMPLES\n"
     "  SELECT id, body FROM posts WHERE author = 'ann';\n"
     "  INSERT INTO posts (author, id, body) VALUES ('ann', 8, 'my first row');\n"
     "  HELP SELECT\n"
     "EXAMPLES makes a few small tables, in which the examples of all pages run. The topics below are in an "
     "order to read "
     "them. Tables of your own go into a keyspace of your own: HELP CREATE KEYSPACE.\n"
     "  LEARN       lessons, step by step\n"
     "  HELP E301   what a code means: right behind a refusal, what it means for your statement\n"
     "  HELP JOIN   how CQL does what a word of SQL, or of another database, does\n"
     "\n"
     "Topics:",
     "可以从这些开始：\n"
     "  EXAMPLES\n"
     "  SELECT id, body FROM posts WHERE author = 'ann';\n"
     "  INSERT INTO posts (author, id, body) VALUES ('ann', 8, '我的第一行');\n"
     "  HELP SELECT\n"
     "EXAMPLES "
     "建立几张小表，各页的例子都在其中执行。下面的主题按阅读的顺序排列。你自己的表放进你自己的键空间 "
     "(keyspace)：HELP CREATE KEYSPACE。\n"
     "  LEARN       一步一步地上课\n"
     "  HELP E301   一个代码的含义：紧接在拒绝之后，说明它对你的语句意味着什么\n"
     "  HELP JOIN   SQL 或其他数据库的一个词，在 CQL 中怎样做\n"
     "\n"
     "主题："},
    {"\n"
     "Statements of CQL end with a semicolon. Commands of the shell end with the line:\n"
     "\n",
     "\n"
     "CQL 语句以分号结束。程序的命令到行尾结束：\n"
     "\n"},
    {"\n"
     "Ctrl-C drops what is being typed and stops a running statement.\n",
     "\n"
     "Ctrl-C 放弃正在输入的内容，并停止正在执行的语句。\n"},
    {"older name: {name}\n", "旧名称：{name}\n"},
    {"More: ", "更多："},
    {"Pages:", "相关页："},
    {"Pages that speak of \"{word}\":\n", "提到“{word}”的页：\n"},
    {"  ... and {count} more\n", "  ... 另有 {count} 页\n"},
    {"Keyspace {keyspace} is in use. Its tables:\n", "现在使用键空间 (keyspace) {keyspace}。它的表：\n"},
    {"The examples of HELP run in them: begin with HELP SELECT. DESCRIBE TABLE posts shows all columns of "
     "one.\n"
     "EXAMPLES writes their first rows again; DROP KEYSPACE {keyspace}; ends them.\n",
     "HELP 的例子在这些表中执行：从 HELP SELECT 开始。DESCRIBE TABLE posts 显示一张表的所有列。\n"
     "EXAMPLES 重新写入它们最初的行；DROP KEYSPACE {keyspace}; 删除它们。\n"},
};

}  // namespace cellar::console_words
