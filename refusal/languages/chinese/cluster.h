// The messages of refusal/catalogue/cluster.h in Chinese: connections to the nodes of a cluster, and what it answers.
//
// Columns: id, title, why, fix, label, related label. Only refusal/languages/chinese.h includes this file.
#pragma once

#include "refusal/messages.h"

namespace cellar::translations::chinese_words {

inline constexpr Words kClusterWords[] = {
    {"node_refuses_connection", "{address} 没有服务器在监听", "机器存在，但这个端口上没有服务器接受连接。",
     "看看节点是否在运行，以及它给客户端的端口：--connect HOST:PORT（默认 9042）。"},
    {"node_unknown", "没有主机 {host}：{reason}", "", "检查名称，或用数字书写地址。"},
    {"node_silent", "{address} 在 {time} 内没有接受连接", "机器已关闭，或途中有设备丢弃了数据。",
     "检查地址和防火墙。--connect-timeout SECONDS 等待更久。"},
    {"node_unreachable", "不能连接 {address}：{reason}", "", "检查地址：--connect HOST:PORT。"},
    {"no_node_reachable", "不能连接 {nodes} 中的任何一个", "最后一个：{reason}。",
     "检查地址：--connect HOST:PORT,HOST。"},
    {"login_needed", "{address} 要求用户名和密码", "",
     "写 --username NAME；密码会被询问，或由 --password-file FILE 读取。"},
    {"login_wrong", "{address} 不接受 {user} 的登录", "集群回答：{words}", "检查名称和密码。"},
    {"node_speaks_otherwise", "{address} 的回答不是 CQL 的协议", "{words}。",
     "检查端口：给客户端的默认是 9042。要求 TLS 的节点需要 --ssl。"},
    {"node_lacks_version", "{address} 不支持协议的版本 {version}", "集群回答：{words}",
     "不写 --protocol-version：会找到节点支持的最新版本。"},
    {"node_lost", "与 {address} 的连接中断：{reason}", "语句是否执行了，无法知道。",
     "先看它改变了什么，再重新发送。"},
    {"node_without_answer", "{address} 在 {time} 内没有回答", "语句是否执行了，或以后还会执行，无法知道。",
     "先看它改变了什么，再重新发送。--request-timeout SECONDS 等待更久。"},
    {"cluster_refuses_by_server", "集群回答：{words}", "", ""},
    {"cluster_refuses_by_protocol", "集群回答：{words}", "", ""},
    {"cluster_refuses_syntax", "集群回答：{words}", "", ""},
    {"cluster_refuses_access", "集群回答：{words}", "登录的角色没有这个权限。",
     "用其他角色登录，或请人授权。"},
    {"cluster_refuses", "集群回答：{words}", "", ""},
    {"cluster_refuses_settings", "集群回答：{words}", "", ""},
    {"cluster_has_it", "集群回答：{words}", "", ""},
    {"cluster_function_fails", "集群回答：{words}", "", ""},
    {"cluster_lacks_replicas", "集群回答：{words}",
     "保存这些行的节点中，存活的比一致性级别 (consistency level) 要求的少。什么都没有改变。",
     "等节点恢复，或要求少一些节点（`CONSISTENCY ONE`）。"},
    {"cluster_overloaded", "集群回答：{words}", "", "稍后重新发送。"},
    {"cluster_truncates_not", "集群回答：{words}", "TRUNCATE 要求所有节点都存活。",
     "等节点恢复，再重新发送。"},
    {"cluster_write_timeout", "集群回答：{words}", "有的节点可能已经写入，其他节点以后会得到：写入不会撤销。",
     "如果写两次与写一次相同，就重新发送：计数器 (counter)、列表的追加和 IF 不行。"},
    {"cluster_read_timeout", "集群回答：{words}", "", "一次少读一些，或重新发送。"},
    {"cluster_read_failure", "集群回答：{words}", "", ""},
    {"cluster_write_failure", "集群回答：{words}", "有的节点可能已经写入：写入不会撤销。", ""},
    {"tls_refused", "不能与 {address} 建立 TLS：{reason}", "",
     "检查节点的证书，以及 --ssl-ca、--ssl-cert 和 --ssl-key 的文件。"},
    {"tls_file", "{file} 不能用于 TLS：{reason}", "", "写一个 PEM 格式的文件。"},
    {"cluster_option", "{option} 不能与 --connect 一起使用", "它针对本机的数据库文件。", "不要写它。"},
    {"address_of_node", "{text} 不是节点的地址", "地址用逗号分开；每个是名称或数字，后面可以有端口。",
     "例如写 --connect db1.example.org:9042,10.0.0.2。"},
    {"password_unread", "{file} 中没有可以读取的密码：{reason}", "文件的第一行是密码。",
     "写在那里，并且不让别人读取这个文件。"},
    {"check_keyspace_exists", "集群已有键空间 (keyspace) {keyspace}",
     "每个脚本都创建这个名称的键空间，结束时删除它。", "如果没有人需要它，就删除它，或用另一个集群检查。"},
    {"cluster_warns", "集群警告：{words}", "", ""},
};

}  // namespace cellar::translations::chinese_words
