#include "shell/teach/lesson/lesson_words.h"

#include <algorithm>
#include <iterator>

namespace cellar {

namespace {

constexpr LessonWords kWords[] = {
    {.language = "en",
     .list = "Lessons of about twenty minutes, each with an empty database of its own:",
     .list_done = "done",
     .list_at = "{done} of {steps} steps done",
     .list_end =
         "LEARN L1 begins a lesson, or goes on where you left it. Your own data is set aside meanwhile.",
     .list_now = "You are in {lesson}, step {step} of {steps}. LEARN OFF leaves it.",
     .heading = "{lesson}, step {step} of {steps}: {title}",
     .how = "NEXT, BACK, WHY and SKIP lead through the lesson; LEARN OFF leaves it. Anything else may be "
            "typed, too.",
     .resumed = "the database has what the steps before make.",
     .done = "step {step} of {steps} is done. NEXT goes on, WHY says why.",
     .done_last = "that was the last step of {lesson}. WHY says why; LEARN lists the other lessons; LEARN "
                  "OFF brings your "
                  "own database back.",
     .next = "NEXT goes on.",
     .not_done = "this step is not done yet. WHY may help, and SKIP does it for you.",
     .first = "this is the first step of {lesson}.",
     .last = "this is the last step of {lesson}. LEARN lists the other lessons; LEARN OFF brings your own "
             "database back.",
     .no_why = "there is no more to say about this step.",
     .skipped = "this was to be typed, and is done:",
     .nothing_to_skip = "this step asks for nothing. NEXT goes on.",
     .left = "you have left {lesson}; LEARN {lesson} goes on there. Your own database is back.",
     .not_kept = "how far you have come cannot be kept in a file, and is forgotten when the program ends.",
     .not_refused = "this was accepted, and the step asks for a statement that is refused ({codes}).",
     .other_code = "this is refused for another reason than the step asks for ({codes}).",
     .not_noticed = "this was accepted without the notice that the step asks for ({codes}).",
     .not_select = "the step asks for a SELECT.",
     .not_typed = "the step asks for {what}.",
     .wrong_columns = "this answers {got|column|columns}, and the step asks for {expected}.",
     .wrong_order = "these are the right rows in another order. The first row should be ({expected}).",
     .wrong_rows = "this answers {got|row|rows}, and the step asks for {expected|row|rows}; row {number} "
                   "should be {wanted}.",
     .reads_more = "the rows are right, but this reads more partitions or rows than are needed.",
     .holds_other = "not yet: `{statement}` answers {what}, and the step asks for {expected}.",
     .holds_refused = "not yet: `{statement}` is refused: {reason}.",
     .serves_refused = "no table serves this query yet: `{statement}` ({reason}).",
     .serves_partitions = "this query would still read more than one partition: `{statement}`",
     .serves_filters = "this query would still read rows that it does not return: `{statement}`",
     .not_split =
         "partitions are larger than the step asks for: one holds all that this query reads: `{statement}`",
     .stuck = "SKIP does this step for you."},
    {.language = "zh",
     .list = "每课大约二十分钟，各有自己的空数据库：",
     .list_done = "已完成",
     .list_at = "{steps} 步中已完成 {done} 步",
     .list_end = "LEARN L1 开始一课，或从上次停下的地方继续。这期间你自己的数据放在一边，不受影响。",
     .list_now = "你正在学 {lesson}，第 {step} 步，共 {steps} 步。LEARN OFF 离开。",
     .heading = "{lesson}，第 {step} 步，共 {steps} 步：{title}",
     .how = "用 NEXT、BACK、WHY、SKIP 学习这一课；LEARN OFF 离开。也可以输入任何其他语句。",
     .resumed = "数据库里已有前面各步建立的内容。",
     .done = "第 {step} 步完成，共 {steps} 步。NEXT 继续，WHY 说明原因。",
     .done_last =
         "{lesson} 的最后一步完成了。WHY 说明原因；LEARN 列出其他各课；LEARN OFF 回到你自己的数据库。",
     .next = "NEXT 继续。",
     .not_done = "这一步还没有完成。WHY 可能有帮助，SKIP 替你完成它。",
     .first = "这是 {lesson} 的第一步。",
     .last = "这是 {lesson} 的最后一步。LEARN 列出其他各课；LEARN OFF 回到你自己的数据库。",
     .no_why = "关于这一步没有更多说明。",
     .skipped = "这一步要输入的是下面的内容，现已完成：",
     .nothing_to_skip = "这一步不要求输入。NEXT 继续。",
     .left = "已离开 {lesson}；LEARN {lesson} 从那里继续。现在是你自己的数据库。",
     .not_kept = "学习进度无法保存到文件，程序结束后就没有了。",
     .not_refused = "这条语句被接受了，而这一步要的是会被拒绝的语句 ({codes})。",
     .other_code = "这条语句被拒绝，但原因不是这一步要看的 ({codes})。",
     .not_noticed = "这条语句被接受了，但没有出现这一步要看的提示 ({codes})。",
     .not_select = "这一步要一条 SELECT。",
     .not_typed = "这一步要输入 {what}。",
     .wrong_columns = "结果有 {got} 列，而这一步要 {expected} 列。",
     .wrong_order = "行是对的，但顺序不对。第一行应为 ({expected})。",
     .wrong_rows = "结果有 {got} 行，而这一步要 {expected} 行；第 {number} 行应为 {wanted}。",
     .reads_more = "行是对的，但读取的分区或行比需要的多。",
     .holds_other = "还没有：`{statement}` 的结果是 {what}，而这一步要 {expected}。",
     .holds_refused = "还没有：`{statement}` 被拒绝：{reason}。",
     .serves_refused = "还没有表能回答这个查询：`{statement}` ({reason})。",
     .serves_partitions = "这个查询仍要读取多个分区：`{statement}`",
     .serves_filters = "这个查询仍要读取它不返回的行：`{statement}`",
     .not_split = "分区比这一步要求的大：一个分区就装着这个查询要读的全部：`{statement}`",
     .stuck = "SKIP 替你完成这一步。"}};

}  // namespace

const LessonWords& lesson_words(Language language) {
  const std::string_view code = languages()[static_cast<std::size_t>(language)].code;
  const auto* const found = std::ranges::find(kWords, code, &LessonWords::language);
  return found == std::end(kWords) ? kWords[0] : *found;
}

}  // namespace cellar
