// What the page itself says, in each language. Answers come from the engine in the language that it is told.

const words = {
  en: {
    to_editor: "To the editor",
    help: "Help",
    language: "Language",
    statements: "Statements",
    answers: "Answers",
    editor: "Statements of CQL, and commands of the shell",
    editor_empty: "SELECT ...;  or HELP",
    run: "Run",
    run_all: "Run all",
    earlier: "↑ Earlier",
    later: "↓ Later",
    earlier_title: "The statement that ran before (Alt+Up)",
    later_title: "The statement that ran after it (Alt+Down)",
    keys: "Ctrl+Enter runs the statement at the cursor, Ctrl+Shift+Enter all of them; F1 shows help on a word.",
    help_topic: "Help on a word or a code",
    show: "Show",
    theme_system: "Theme: system",
    theme_light: "Theme: light",
    theme_dark: "Theme: dark",
    temporary: "A temporary database: gone when the program ends",
    keyspace: "keyspace {name}",
    waiting: "running …",
    done: "Done.",
    rows: "{count} rows",
    row: "1 row",
    no_rows: "No rows",
    more_rows: "the first {count} rows; there are more",
    bytes: "{count} bytes",
    characters: "{count} characters",
    why: "Why: ",
    fix: "Fix: ",
    after: "Then it is refused for: ",
    apply: "Put the fix into the editor",
    advise: "Which table would serve it? (ADVISE)",
    about: "About {code}",
    refused: "Refused: {code}, {title}",
    result: "Result of {columns}",
    nothing_to_run: "There is no statement to run.",
    new_here: "New here? EXAMPLES makes a few small tables to try statements in.",
    examples: "Make the tables (EXAMPLES)",
    own: "A database of your own",
    code_word: "Your code word:",
    code_says: "It brings your database back in another browser, or on another device. Write it down.",
    other_code: "Another code word",
    bring_back: "Bring that database back",
    class_full: "As many have come as this class has places for. Your teacher can start it with more.",
    unknown_code: "Nobody was given this code word, or its database is gone.",
    lost: "The program does not answer. Is it still running? What you typed is kept.",
    too_large: "This is too long to be sent at once.",
    too_many: "Too much is waiting for an answer. Try again in a moment.",
    fault: "The program answered {status}.",
  },
  zh: {
    to_editor: "转到编辑器",
    help: "帮助",
    language: "语言",
    statements: "语句",
    answers: "回答",
    editor: "CQL 语句和命令",
    editor_empty: "SELECT ...;  或 HELP",
    run: "执行",
    run_all: "全部执行",
    earlier: "↑ 上一条",
    later: "↓ 下一条",
    earlier_title: "之前执行的语句 (Alt+Up)",
    later_title: "之后执行的语句 (Alt+Down)",
    keys: "Ctrl+Enter 执行光标处的语句，Ctrl+Shift+Enter 执行全部；F1 显示光标处单词的帮助。",
    help_topic: "查找单词或代码的帮助",
    show: "显示",
    theme_system: "主题：跟随系统",
    theme_light: "主题：浅色",
    theme_dark: "主题：深色",
    temporary: "临时数据库：程序结束时消失",
    keyspace: "键空间 {name}",
    waiting: "正在执行……",
    done: "完成。",
    rows: "{count} 行",
    row: "1 行",
    no_rows: "没有行",
    more_rows: "前 {count} 行；还有更多",
    bytes: "{count} 字节",
    characters: "{count} 个字符",
    why: "原因：",
    fix: "办法：",
    after: "然后会因此被拒绝：",
    apply: "把修改放进编辑器",
    advise: "哪个表能回答它？(ADVISE)",
    about: "关于 {code}",
    refused: "被拒绝：{code}，{title}",
    result: "{columns} 的结果",
    nothing_to_run: "没有可执行的语句。",
    new_here: "第一次使用？EXAMPLES 会建立几个小表，可以在其中试用语句。",
    examples: "建立这些表 (EXAMPLES)",
    own: "你自己的数据库",
    code_word: "你的代码词：",
    code_says: "用它可以在另一个浏览器或另一台设备上找回你的数据库。请记下来。",
    other_code: "另一个代码词",
    bring_back: "找回那个数据库",
    class_full: "这个课堂的位置已满。老师可以用更多位置重新启动它。",
    unknown_code: "没有人得到过这个代码词，或者它的数据库已经不在了。",
    lost: "程序没有回答。它还在运行吗？你输入的内容已保留。",
    too_large: "内容太长，无法一次发送。",
    too_many: "等待回答的请求太多，请稍后再试。",
    fault: "程序回答了 {status}。",
  },
};

let current = "en";

export function language() { return current; }

/** Returns a text of the page with its parameters. */
export function say(key, parameters = {}) {
  return words[current][key].replace(/\{([a-z]+)\}/g, (_, name) => parameters[name]);
}

/** Puts the page into a language: every element that names its word. */
export function speak(code) {
  current = code in words ? code : "en";
  document.documentElement.lang = current;
  for (const element of document.querySelectorAll("[data-word]")) element.textContent = say(element.dataset.word);
  for (const element of document.querySelectorAll("[data-title]")) element.title = say(element.dataset.title);
  for (const element of document.querySelectorAll("[data-label]")) element.ariaLabel = say(element.dataset.label);
  for (const element of document.querySelectorAll("[data-placeholder]")) element.placeholder = say(element.dataset.placeholder);
}
