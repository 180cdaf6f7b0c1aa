// The Chinese of the line that is typed.
//
// In:      nothing.
// Out:     English, Chinese. Only shell/editor/words/editor_words.h includes this file.
// Refused: nothing here; refusal/phrase_book.h compares both when they are compiled.
#pragma once

#include "refusal/messages.h"

namespace cellar::editor_words {

inline constexpr Phrase kChinese[] = {
    // what is still open
    {"-- a batch ends with APPLY BATCH;  (Ctrl-C drops it)",
     "-- 批处理 (batch) 以 APPLY BATCH; 结束（Ctrl-C 放弃）"},
    {"-- a comment ends with */  (Ctrl-C drops it)", "-- 注释以 */ 结束（Ctrl-C 放弃）"},
    {"-- a single quote is still open: ' closes it; write '' in text  (Ctrl-C drops)",
     "-- 单引号还没有关闭：用 ' 关闭；文本中写 ''（Ctrl-C 放弃）"},
    {"-- a double quote is still open: \" closes it  (Ctrl-C drops it all)",
     "-- 双引号还没有关闭：用 \" 关闭（Ctrl-C 全部放弃）"},
    {"-- a text in $$ is still open: $$ closes it  (Ctrl-C drops it all)",
     "-- $$ 中的文本还没有关闭：用 $$ 关闭（Ctrl-C 全部放弃）"},
    {"-- ( is still open: ) closes it, then ; ends the statement  (Ctrl-C drops it)",
     "-- ( 还没有关闭：用 ) 关闭，再以 ; 结束语句（Ctrl-C 放弃）"},
    {"-- [ is still open: ] closes it, then ; ends the statement  (Ctrl-C drops it)",
     "-- [ 还没有关闭：用 ] 关闭，再以 ; 结束语句（Ctrl-C 放弃）"},
    {"-- { is still open: } closes it, then ; ends the statement  (Ctrl-C drops it)",
     "-- { 还没有关闭：用 } 关闭，再以 ; 结束语句（Ctrl-C 放弃）"},
    {"-- a statement ends with ;  (Ctrl-C drops it)", "-- 语句以 ; 结束（Ctrl-C 放弃）"},
    {"-- Enter runs it", "-- 按 Enter 执行"},
    {"-- Enter runs these {count} statements", "-- 按 Enter 执行这 {count} 条语句"},
    // candidates, and the history
    {"... and {count} more, Tab shows them", "... 另有 {count} 个，按 Tab 显示"},
    {"search '{text}'> ", "搜索 '{text}'> "},
    {"search forward '{text}'> ", "向后搜索 '{text}'> "},
    {"search '{text}': nothing more> ", "搜索 '{text}'：没有了> "},
    {"search forward '{text}': nothing more> ", "向后搜索 '{text}'：没有了> "},
    {"what you type is kept for this session alone, not in {file}: {reason}",
     "输入的内容只保留在本次会话中，没有存入 {file}：{reason}"},
    {"it is no file", "它不是文件"},
    // another editor
    {"the editor {editor} ended with status {status}", "编辑器 {editor} 以状态 {status} 结束"},
    {"there is no editor: set EDITOR to the name of one", "没有编辑器：请把 EDITOR 设为一个编辑器的名称"},
    {"the editor '{editor}' was not found: set EDITOR to another one",
     "没有找到编辑器 '{editor}'：请把 EDITOR 设为另一个"},
    {"the editor could not be started: {reason}", "无法启动编辑器：{reason}"},
    {"no temporary file could be written for the editor", "无法为编辑器写临时文件"},
};

}  // namespace cellar::editor_words
