// The Chinese of the command line.
//
// In:      nothing.
// Out:     English, Chinese. Only program/manual/words/command_line_words.h includes this file.
// Refused: nothing here; refusal/phrase_book.h compares both when they are compiled.
#pragma once

#include "refusal/messages.h"

namespace cellar::command_line_words {

inline constexpr Phrase kChinese[] = {
    {"cellar: Cassandra's query language (CQL) in one program, over one file.\n"
     "\n"
     "  cellar                         try it: the data are gone at the end\n"
     "  cellar shop.cellar             a prompt; the file is made if there is none\n"
     "  cellar shop.cellar -f a.cql    runs a script (-: standard input); -e 'CQL'\n"
     "  cellar --connect HOST          the same on a cluster\n"
     "  cellar move shop.cellar        carries a file to a cluster, or back\n"
     "  cellar serve shop.cellar       lets drivers of Cassandra connect\n"
     "  cellar class                   opens CQL as a page for the browser\n"
     "  cellar check FOLDER            runs scripts that hold their answers\n"
     "  cellar grade EXERCISE ANSWER   marks an answer, or a folder of them\n"
     "  cellar lint FILE               names what a script will make you regret\n"
     "  cellar readiness shop.cellar   names what will hurt on a cluster\n"
     "  cellar verify shop.cellar      names what is damaged in a file\n"
     "\n"
     "  -k, --keyspace NAME            the keyspace in use at the start\n"
     "  --policy teach|cassandra       teach (default) refuses costly reads, too\n"
     "  --diagnostics full|short|json  how refusals and notices are shown\n"
     "  --echo, --stop-on-error        prints each statement; ends at a refusal\n"
     "  --read-only                    refuses all that writes\n"
     "  --no-color, --version, -h      no colours; the version; this page\n"
     "\n"
     "Exit status: 0 all went well; 1 usage, file or disk; 2 a refusal; 130 Ctrl-C.\n"
     "All options: cellar --help-all. The manual: man cellar. CQL: HELP at the prompt.\n",
     "cellar：Cassandra 的查询语言 (CQL)，一个程序，一个文件。\n"
     "\n"
     "  cellar                         试用：结束时数据就没有了\n"
     "  cellar shop.cellar             提示符；没有这个文件就建立\n"
     "  cellar shop.cellar -f a.cql    执行脚本（-：标准输入）；-e 'CQL'\n"
     "  cellar --connect HOST          在集群上同样使用\n"
     "  cellar move shop.cellar        把文件移动到集群，或反过来\n"
     "  cellar serve shop.cellar       让 Cassandra 的驱动程序连接\n"
     "  cellar class                   在浏览器的页面中使用 CQL\n"
     "  cellar check FOLDER            执行带有答案的脚本，并比较\n"
     "  cellar grade EXERCISE ANSWER   给一份或一个文件夹的答案评分\n"
     "  cellar lint FILE               指出脚本中会让你后悔的地方\n"
     "  cellar readiness shop.cellar   指出在集群上会出问题的地方\n"
     "  cellar verify shop.cellar      指出文件中损坏的地方\n"
     "\n"
     "  -k, --keyspace NAME            开始时使用的键空间 (keyspace)\n"
     "  --policy teach|cassandra       teach（默认）也拒绝代价高的读取\n"
     "  --diagnostics full|short|json  怎样显示拒绝和提示\n"
     "  --echo, --stop-on-error        先显示每条语句；遇到拒绝就结束\n"
     "  --read-only                    拒绝一切写入\n"
     "  --no-color, --version, -h      不用颜色；版本；本页\n"
     "\n"
     "退出状态：0 一切顺利；1 用法、文件或磁盘有误；2 拒绝；130 Ctrl-C。\n"
     "全部选项：cellar --help-all。手册：man cellar。CQL：在提示符下输入 HELP。\n"},
    {"CQL in one small program: a shell and an engine over one file.",
     "一个小程序中的 CQL：同一个文件上的命令行和引擎。"},
    {"Usage: cellar [OPTIONS] [DATABASE]\n       cellar "
     "check|class|cqlsh|grade|lint|move|readiness|serve|verify "
     "[OPTIONS] ...\n",
     "用法：cellar [选项] [DATABASE]\n      cellar check|class|cqlsh|grade|lint|move|readiness|serve|verify "
     "[选项] "
     "...\n"},
    {"Without DATABASE the data are gone at the end. Without -f and -e the shell asks for "
     "statements, or reads them\nfrom standard input where that is no terminal.\nExit status: "
     "0 all went well, 1 wrong usage, a file or disk error, a failed check, lint or verify, 2 "
     "a statement was refused or an answer lost points, 130 Ctrl-C.",
     "没有 DATABASE 时，结束时数据就没有了。没有 -f 和 -e "
     "时，程序等待输入语句；标准输入不是终端时，从中读取语句。\n退出状态：0 一切顺利，1 "
     "用法有误、文件或磁盘出错、check、lint 或 verify 没有通过，2 有语句被拒绝或答案失分，130 "
     "Ctrl-C。"},
    {"Exit status: 0 after SIGINT, SIGTERM or SIGHUP, 1 wrong usage or the server cannot "
     "start, 2 a\nstatement of --init was refused.",
     "退出状态：0 收到 SIGINT、SIGTERM 或 SIGHUP，1 用法有误或服务器无法启动，2 --init "
     "的语句被拒绝。"},
    {"Run each statement by the general path alone, to compare the answers with those of the "
     "short ones",
     "每条语句只走一般路径，以便与捷径的回答比较"},
    {"Run scripts and compare their answers with those they hold", "执行脚本，并与其中所写的答案比较"},
    {"Scripts, or folders of them", "脚本，或脚本的文件夹"},
    {"cassandra (default) or teach", "cassandra（默认）或 teach"},
    {"Write the answers of this run into the scripts", "把这次执行的回答写入脚本"},
    {"End with a table of the folders", "最后给出各文件夹的表"},
    {"Only scripts whose path contains the pattern, with * and ?; may be given several times",
     "只取路径含有该模式的脚本，可用 * 和 ?；可以给出多次"},
    {"Print the outcome in the Test Anything Protocol", "以 Test Anything Protocol 输出结果"},
    {"Also write the outcome into a file, as JUnit's XML", "同时把结果以 JUnit 的 XML 写入文件"},
    {"A list of differences that are decisions", "有意保留的差别的列表"},
    {"Grade answers to an exercise", "给一道练习的答案评分"},
    {"An exercise; with --test also a folder of them", "一道练习；有 --test 时也可以是练习的文件夹"},
    {"An answer, or a folder of those of a class", "一份答案，或全班答案的文件夹"},
    {"The form of the grades: text (default), tap, junit, json, csv",
     "评分的形式：text（默认）、tap、junit、json、csv"},
    {"The teacher's answers and hidden rows; by default EXERCISE.answers.cql beside the exercise",
     "教师的答案和隐藏的行；默认是练习旁边的 EXERCISE.answers.cql"},
    {"Also write a text for each answer into a folder", "同时为每份答案在一个文件夹中写一份文本"},
    {"Grade the teacher's own answers, and name those that are misjudged",
     "给教师自己的答案评分，并指出误判的"},
    {"Name what a script will make you regret", "指出脚本中会让你后悔的地方"},
    {"Scripts", "脚本"},
    {"Print an object for each script", "为每个脚本输出一个对象"},
    {"Of a code or of all: off, info, warn or error (status 1)",
     "一个代码或所有代码的级别：off、info、warn 或 error（状态 1）"},
    {"Read a whole database and name what is damaged in it, without changing it",
     "读取整个数据库，指出其中的损坏，不改动它"},
    {"A database", "一个数据库"},
    {"The name of the cluster that drivers see", "驱动程序看到的集群名称"},
    {"Its datacenter (default datacenter1)", "它的数据中心（默认 datacenter1）"},
    {"Its rack (default rack1)", "它的机架（默认 rack1）"},
    {"Type CQL in a page of the browser", "在浏览器的页面中输入 CQL"},
    {"Where the page is (default 127.0.0.1:8048); port 0 takes a free one",
     "页面的地址（默认 127.0.0.1:8048）；端口 0 选用空闲端口"},
    {"A class of at most N students, each with a database of their own",
     "最多 N 名学生的班级，每人有自己的数据库"},
    {"A folder of lessons, in the place of those that are part of the program",
     "课程的文件夹，代替程序自带的课程"},
    {"A folder of exercises with their answers, in the place of those that are part of the program",
     "练习及其答案的文件夹，代替程序自带的练习"},
    {"The folder in which their databases are kept; without it they are gone at the end",
     "保存他们的数据库的文件夹；没有时，结束时数据库就没有了"},
    {"A host name under which browsers reach this program; may be given several times",
     "浏览器访问本程序所用的主机名；可以给出多次"},
    {"Exit status: 0 after SIGINT, SIGTERM or SIGHUP, 1 wrong usage or the page cannot be shown.",
     "退出状态：0 收到 SIGINT、SIGTERM 或 SIGHUP 之后，1 用法有误或页面无法展示。"},
    {"Let drivers of Cassandra connect", "让 Cassandra 的驱动程序连接"},
    {"A file; without one the data are gone at the end", "一个文件；没有时，结束时数据就没有了"},
    {"An address (default 127.0.0.1), or the path of a unix socket; may be given several times",
     "一个地址（默认 127.0.0.1），或 unix 套接字的路径；可以给出多次"},
    {"The port of all addresses (default 9042); 0 takes a free one",
     "所有地址的端口（默认 9042）；0 表示取一个空闲的"},
    {"A script, or a folder of them, to run first, at each start: let those of a DATABASE be repeatable; "
     "may be given several times",
     "每次启动时先执行的脚本，或脚本的文件夹：用于 DATABASE 的要可以重复执行；可以给出多次"},
    {"Write the addresses into a file once clients can connect; it is removed at the end",
     "一旦可以连接，就把地址写入文件；结束时删去该文件"},
    {"Also listen where other machines can connect, without any login",
     "也在其他机器能连接的地址上监听，不需要登录"},
    {"Answer UNAVAILABLE where a consistency level needs more replicas than one",
     "一致性级别需要不止一个副本 (replica) 时，回答 UNAVAILABLE"},
    {"Make errors for a test: 'unavailable: 1 in 100'; may be given several times",
     "为测试制造错误：'unavailable: 1 in 100'；可以给出多次"},
    {"Run a script; - is standard input. May be given several times", "执行脚本；- 是标准输入。可以给出多次"},
    {"Run statements. May be given several times", "执行语句。可以给出多次"},
    {"Send statements to a running server, as cqlsh does without a prompt",
     "把语句发送到正在运行的服务器，如同没有提示符的 cqlsh"},
    {"A name or an address (default 127.0.0.1), or the path of a unix socket",
     "名称或地址（默认 127.0.0.1），或 unix 套接字的路径"},
    {"Its port (default 9042)", "它的端口（默认 9042）"},
    {"Statements; may be given several times", "语句；可以给出多次"},
    {"A script; - is standard input, as without -e", "脚本；- 是标准输入，没有 -e 时也是"},
    {"The user of the cluster; the password is asked for", "集群的用户；会询问密码"},
    {"The password; others can see it, so --password-file is better",
     "密码；别人能看到，所以 --password-file 更好"},
    {"A file whose first line is the password", "第一行是密码的文件"},
    {"A file with user and password, as cqlsh has it (default ~/.cassandra/credentials)",
     "含有用户和密码的文件，与 cqlsh 的相同（默认 ~/.cassandra/credentials）"},
    {"TLS with the nodes, whose certificates are checked", "与节点用 TLS，检查其证书"},
    {"The certificates that are trusted (default: the system's)", "信任的证书（默认是系统的）"},
    {"A certificate to show to the nodes", "出示给节点的证书"},
    {"Its key (default: in the same file)", "它的密钥（默认在同一文件中）"},
    {"Check no certificate: whoever is between can read and change all",
     "不检查证书：途中的任何人都能读取和修改一切"},
    {"Work on a cluster of Cassandra or ScyllaDB in place of a file (docs/cluster.md)",
     "在 Cassandra 或 ScyllaDB 的集群上工作，而不是文件 (docs/cluster.md)"},
    {"The datacenter whose nodes are asked (default: any)", "访问哪个数据中心的节点（默认任意）"},
    {"Where nodes are reached from here, by the addresses that they tell of themselves",
     "按节点自报的地址，说明从这里怎样访问它们"},
    {"How many replicas must answer (default LOCAL_QUORUM)",
     "必须有几个副本 (replica) 应答（默认 LOCAL_QUORUM）"},
    {"Carry keyspaces from a file to a cluster, or back, and compare both",
     "把键空间从文件移动到集群，或反过来，并比较两边"},
    {"Exit status: 0 both sides hold the same, 1 it has ended early, 2 they differ, 130 Ctrl-C.",
     "退出状态：0 两边相同，1 提前结束，2 两边不同，130 Ctrl-C。"},
    {"The cluster that gets the rows of the file", "得到文件中各行的集群"},
    {"The cluster whose rows the file gets; the file is made if there is none",
     "文件得到其各行的集群；没有这个文件就建立"},
    {"Move this keyspace (default: all); may be given several times",
     "移动这个键空间 (keyspace)（默认：全部）；可以给出几次"},
    {"Move this table, with the keyspace and its types; may be given several times",
     "移动这张表，以及键空间和其中的类型；可以给出几次"},
    {"Of a new keyspace, or of all of them; asked for at a terminal",
     "新键空间的复制方式，或所有新键空间的；在终端上会询问"},
    {"A part of the ring: 1%, or from behind the token BEGIN to END",
     "环的一部分：1%，或从令牌 BEGIN 之后到 END"},
    {"No more rows of a partition than these first ones", "每个分区只要最前面的这么多行"},
    {"Only rows for which this holds, of the one table of --table", "只要 --table 的那张表中满足条件的行"},
    {"The record with which an early end goes on (default FILE.move)",
     "提前结束后继续所用的记录（默认 FILE.move）"},
    {"Move nothing, compare both sides", "不移动，只比较两边"},
    {"Compare nothing afterwards", "之后不比较"},
    {"How many replicas must answer (default ONE), as CONSISTENCY sets it",
     "必须有几个副本 (replica) 应答（默认 ONE），与 CONSISTENCY 相同"},
    {"Of writes with IF: SERIAL (default) or LOCAL_SERIAL", "带 IF 的写入：SERIAL（默认）或 LOCAL_SERIAL"},
    {"3, 4 or 5 (default: the newest there)", "3、4 或 5（默认是那里最新的）"},
    {"Send everything as it is", "不压缩"},
    {"Seconds until a node is given up (default 5)", "多少秒后放弃一个节点（默认 5）"},
    {"Seconds until an answer is given up (default 60)", "多少秒后放弃等待回答（默认 60）"},
    {"The keyspace in use at the start", "开始时使用的键空间 (keyspace)"},
    {"A file; it is made where there is none", "一个文件；没有就建立"},
    {"Colours, also into a file or pipe", "用颜色，写入文件或管道时也用"},
    {"No colours (nor with NO_COLOR set)", "不用颜色（设了 NO_COLOR 时也不用）"},
    {"Go on in a script at this line; before it only settings are run", "从脚本的这一行继续；之前只执行设置"},
    {"The COPY FROM at the place of --from passes over the first N rows of its files",
     "--from 所指处的 COPY FROM 跳过其文件的前 N 行"},
    {"Plan the statements of scripts, and write nothing", "只规划脚本的语句，什么都不写入"},
    {"How refusals and notices are shown: full (default), short, json",
     "怎样显示拒绝和提示：full（默认）、short、json"},
    {"The language of refusals, notices and grades; by default that of LC_ALL or LANG",
     "显示的语言；默认是 LC_ALL 或 LANG 的语言"},
    {"on or off: what is said beside an answer (default: at the prompt on, in scripts what "
     "costs nothing)",
     "on 或 off：回答之外的提示（默认：提示符下 "
     "on，脚本中只给没有代价的）"},
    {"Print the most used options and leave", "显示最常用的选项并退出"},
    {"Print all options and leave", "显示全部选项并退出"},
    {"Print what completes these options in a shell", "输出在 shell 中补全这些选项的脚本"},
    {"Print the version and leave", "显示版本并退出"},
    {"A value for the markers :name, or 1 for the first ?", "标记 :name 的值，或用 1 表示第一个 ?"},
    {"teach (default) or cassandra: which reads are refused", "teach（默认）或 cassandra：拒绝哪些读取"},
    {"When what a script writes is on the disk: after each statement, after each group of "
     "them (default), or off: at the end, and a power failure before that may damage the file",
     "脚本写入的内容何时落盘：每条语句之后、每组语句之后（默认），或 "
     "off：最后；此前断电可能损坏文件"},
    {"End at the first statement that is refused", "遇到第一条被拒绝的语句就结束"},
    {"Print each statement of a script before its answer, with the comments before it",
     "先显示脚本的每条语句和它之前的注释，再显示回答"},
    {"Refuse all that writes", "拒绝一切写入"},
    {"The form of results (HELP MODE)", "结果的形式 (HELP MODE)"},
    {"Ask for statements, whatever standard input is", "不论标准输入是什么，都等待输入语句"},
    {"Keep nothing of what is typed", "不保留输入的内容"},
    {"Say on standard error how many of the statements that ran are durable",
     "在标准错误上说明已执行的语句中有多少已经持久 (durable)"},
    {"Settings in the form of cqlsh's cqlshrc", "cqlsh 的 cqlshrc 形式的设置"},
    {"Usage", "用法"},
    {"OPTIONS", "选项"},
    {"Options", "选项"},
    {"REQUIRED", "必需"},
    {"Env", "环境变量"},
    {"Needs", "需要"},
    {"Excludes", "不能与之同用"},
    {"Positionals", "位置参数"},
    {"Subcommands", "子命令"},
    {"SUBCOMMAND", "子命令"},
    {"TEXT", "文本"},
    {"cellar: {fault}\nRun cellar --help for the options.\n", "cellar: {fault}\n选项见 cellar --help。\n"},
    {"cellar: --completion takes bash, zsh or fish\n", "cellar: --completion 只接受 bash、zsh 或 fish\n"},
    {"one DATABASE is enough, and {word} is one too many", "一个 DATABASE 就够了，{word} 是多余的"},
    {"{word} is one word too many", "{word} 是多余的"},
    {"; a script is run by {option} {word}", "；执行脚本用 {option} {word}"},
    {"there is no option {option}", "没有选项 {option}"},
    {"; did you mean --{nearest}?", "；是否指 --{nearest}？"},
    {"{name} is required", "缺少 {name}"},
    {"{name} requires {other}", "{name} 需要 {other}"},
    {"{name} excludes {other}", "{name} 不能与 {other} 同用"},
    {"{name}: a value is missing", "{name} 缺少值"},
    {"{name}: {value} is no such value", "{name} 不接受 {value}"},
    {"{name}: {fault}", "{name}：{fault}"},
    {"takes {words}, and not \"{given}\"", "接受 {words}，不接受“{given}”"},
    {"a number from 0 to 65535", "从 0 到 65535 的数"},
    {"a number of seconds from 0.001 to 86400", "从 0.001 到 86400 的秒数"},
    {"L503=error ...", "L503=error 这样的写法"},
    {"is for the answers of a class, and --test has none", "用于全班的答案，而 --test 没有"},
    {"one is enough; a script is run by -f {word}", "一个就够了；执行脚本用 -f {word}"},
    {"there is no file {file}", "没有文件 {file}"},
    {"cellar: {words} reads like a server. Cellar opens a file, and makes one where there is "
     "none.\nRun cellar shop.cellar, or cellar alone for a database that is gone at the end. "
     "To work on a server: cellar --connect HOST:PORT.\n",
     "cellar: {words} 像是一个服务器。Cellar 打开一个文件，没有就建立。\n请运行 cellar shop.cellar，或只运行 "
     "cellar，其数据库在结束时就没有了。要在服务器上工作：cellar --connect HOST:PORT。\n"},
    {"cellar: there is no command {word}; did you mean `cellar {nearest}`? To open or make a "
     "file of that name, write ./{word}.\n",
     "cellar: 没有命令 {word}；是否指 `cellar {nearest}`？要打开或建立这个名称的文件，请写 ./{word}。\n"},
    {"Name what will hurt on a cluster, with numbers", "用数字指出在集群上会出问题的地方"},
    {"Exit status: 0 all points, or a class was graded, 1 wrong usage, file or exercise, or --test has\n"
     "found an answer that is misjudged, 2 an answer has lost points.",
     "退出状态：0 得满分，或给全班评了分；1 用法、文件或练习有误，或 --test 发现误判的答案；\n2 答案失分。"},
    {"Exit status: 0 no lint of the level error, 1 one of it, or wrong usage or file, 2 a statement was\n"
     "refused.",
     "退出状态：0 没有 error 级的检查结果；1 有，或用法、文件有误；2 有语句被拒绝。"},
    {"The level of a lint, or of all: off, info, warn or error",
     "一个代码或所有代码的级别：off、info、warn 或 error"},
    {"Exit status: 0 ready, 1 a finding of the level error, 2 something could not be read.",
     "退出状态：0 已就绪，1 有级别为 error 的问题，2 有内容无法读取。"},
    {"A database, which is only read", "数据库文件，只读取，不修改"},
    {"Scripts, or a folder of them, to judge on its schema; may be given several times",
     "按它的表结构检查的脚本，或脚本的文件夹；可以写多次"},
    {"Print one object", "输出一个对象"},
    {"How many nodes share the data (default 3)", "数据由几个节点分担（默认 3）"},
    {"L530=error ...", "L530=error 这样的写法"},
    {"is for a cluster: cellar --connect HOST", "用于集群：cellar --connect HOST"},
    {"this reads a file; cellar move FILE --from HOST brings a cluster, or a sample of it, home",
     "这里读取文件；cellar move FILE --from HOST 把集群或其中的样本取到文件中"},
    {"Serve by HTTPS, with the certificate in this file (PEM), and behind it those that vouch for it",
     "通过 HTTPS 提供页面，用此文件中的证书 (PEM)，其后是为它担保的证书"},
    {"The key of the certificate (PEM)", "证书的密钥 (PEM)"},
    {"Do not draw the address as a code for phones", "不把地址画成供手机扫描的码"},
};

}  // namespace cellar::command_line_words
