// The messages of refusal/catalogue/server.h in Chinese: where the server listens, and its bounds.
//
// Columns: id, title, why, fix, label, related label. Only refusal/languages/chinese.h includes this file.
#pragma once

#include "refusal/messages.h"

namespace cellar::translations::chinese_words {

inline constexpr Words kServerWords[] = {
    {"named_value_missing", "标记 {marker} 没有值", "带名称的值绑定到同名的标记。", "给每个标记一个值。"},
    {"answer_too_long", "结果超过 {size} MiB", "不分页读取的结果一次发送。",
     "分页读取（驱动程序称为 page size 或 fetch size），或一次少读一些。"},
    {"too_many_answers", "客户端没有读取的回答太多", "服务器保存客户端还没有读取的回答，这些内存有上限。",
     "读取已有的回答，再重新发送请求。"},
    {"too_many_request_bytes", "客户端发来的大请求中未答复的太多", "服务器保留每个请求直到答复，内存有上限。",
     "等其他请求得到答复后再发送。"},
    {"listen_address_unknown", "{address} 不是可以监听的地址",
     "服务器监听用数字书写的地址，或 Unix 套接字，其路径含有斜线。",
     "例如写 127.0.0.1、::1 或 /tmp/cellar.sock。"},
    {"listen_address_open", "其他机器能访问 {address}，而这里不需要登录",
     "能连接服务器的人可以读取并修改一切。",
     "监听 127.0.0.1、::1 或 Unix 套接字。如果网络本身是封闭的，例如在容器内，写 --insecure。"},
    {"page_is_open", "其他机器能访问 {address}，而这里不需要登录",
     "能连接这个页面的人可以读取并修改数据库中的一切。",
     "监听 127.0.0.1 或 ::1，或给每名学生自己的数据库：--students 30。"},
    {"too_many_definitions", "这个数据库的表会有超过 {parts|个列|个列}和类型部分",
     "许多人共用的程序把每个人的表保存在内存中。用户类型每用一次就算一次，因为它会复制到那里：几层嵌套的类型"
     "会"
     "一再加倍。",
     "删除没有人需要的表，或减少嵌套的类型。"},
    {"statement_takes_too_much", "这条语句需要超过 {megabytes} MiB 的内存",
     "语句指定、写入或显示的内容在执行时保存在内存中，而内存是与其他人共用的。",
     "一次少指定一些行，写较短的值。"},
    {"notebook_has_forgotten", "除了表以外还保存了超过 {megabytes} MiB，这些内容已被放弃",
     "PARAMETER 的值、TIMELINE 的步骤、SHOW SESSION "
     "的跟踪和被静音的检查保存在内存中，而内存是与其他人共用的。表没有变化。"
     "这条语句没有执行。",
     "再执行一次；重新设置它需要的参数。"},
    {"too_many_queries", "QUERIES 指定了超过 {queries|条查询|条查询}",
     "每条查询都要在每张表上作计划，在另一条之后的每条查询都是一个箭头。after= 后面的名字也算在内。",
     "一次少写一些，或者写在文件中。"},
    {"cannot_listen", "服务器不能监听 {address}：{reason}", "",
     "换一个地址或端口；端口 0 选用任意空闲端口。"},
    {"class_folder_in_use", "另一个班级正在 {folder} 中保存数据库", "两个程序会互相覆盖成绩。",
     "结束另一个程序，或把这个班级保存在另一个文件夹中。"},
    {"tls_file_unreadable", "不能读取 {file}：{reason}", "", "写一个本用户可以读取的 PEM 格式的文件。"},
    {"tls_no_certificate", "{file} 中没有证书", "PEM 格式的证书以 -----BEGIN CERTIFICATE----- 开头。",
     "用 --certificate 指定证书的文件。"},
    {"tls_no_key", "{file} 中没有可用的密钥",
     "PEM 格式的密钥以 -----BEGIN PRIVATE KEY----- 开头。加密的密钥需要密码，而这里不询问密码。",
     "用 --key 指定密钥的文件；`openssl pkey -in FILE -out NEW` 写出没有密码的密钥。"},
    {"tls_key_differs", "{key} 中的密钥不属于 {file} 中的证书", "", "指定属于同一对的两个文件。"},
    {"no_baseline_of_file", "文件中的数据库不能重置",
     "重置把一切恢复到启动时的状态。它用于测试，测试的数据在结束时消失。",
     "启动服务器时不写 DATABASE：cellar serve --init FILE。"},
    {"no_baseline", "没有可以恢复的状态",
     "重置需要启动或上次重置以来写过的所有键的原值；超过 256 MiB 就不再保留。",
     "重新启动服务器，以后更频繁地重置。"},
    {"fault_unknown", "{fault} 不是服务器能制造的故障",
     "故障有一个种类；后面可以写 on reads、on writes 或 on 加名称，以及影响多少个请求。",
     "写 KIND [TIME] [on reads|writes|NAME] [: N in M | : next N]，例如 'write timeout on orders: "
     "next 1'。KIND 是 unavailable、read timeout、write timeout、read failure、write "
     "failure、overloaded、bootstrapping、"
     "truncate error、server error、unprepared、delay 200ms 或 drop。"},
    {"too_many_faults", "已有 {count} 个故障", "每个请求都要与它们逐一比较。",
     "结束它们：CELLAR FAULTS OFF。"},
    {"server_statement_unknown", "服务器没有这种语句", "以 CELLAR 开头的语句是给服务器本身的。",
     "写 CELLAR RESET、CELLAR FAULT 'unavailable: 1 in 100' 或 CELLAR FAULTS OFF。"},
};

}  // namespace cellar::translations::chinese_words
