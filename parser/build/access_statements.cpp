// Roles, permissions, functions, aggregates, triggers and DESCRIBE.
#include <algorithm>

#include "parser/build/statement_builder.h"
#include "types/text/text.h"

namespace cellar {

namespace {

using Build = ExpressionBuilder;
using What = DescribeStatement::What;
using Resource = PermissionStatement::Resource;

/// A name that may be a string literal.
Name role_name(const Build& build, antlr4::ParserRuleContext* context) {
  Name name = build.name(context->start);
  const std::string_view text = build.text_of(Build::span(context));
  if (text.front() == '\'' || text.starts_with("$$")) name = {unquoted(text), name.span, true};
  return name;
}

std::vector<std::string> strings(const Build& build, Grammar::SetOfStringsContext* context) {
  std::vector<std::string> values;
  if (context == nullptr) return values;
  for (antlr4::tree::TerminalNode* node : context->STRING())
    values.push_back(unquoted(build.text_of(Build::span(node->getSymbol()))));
  return values;
}

RoleStatement::Option role_option(const Build& build, Grammar::RoleOptionContext* context) {
  RoleStatement::Option option{{}, false, strings(build, context->setOfStrings()), Build::span(context)};
  if (context->PASSWORD() != nullptr)
    option.name = context->HASHED() != nullptr ? "HASHED PASSWORD" : "PASSWORD";
  if (context->OPTIONS() != nullptr) option.name = "OPTIONS";
  if (context->SUPERUSER() != nullptr) option.name = "SUPERUSER";
  if (context->LOGIN() != nullptr) option.name = "LOGIN";
  if (context->DATACENTERS() != nullptr) option.name = "ACCESS TO DATACENTERS";
  if (context->CIDRS() != nullptr) option.name = "ACCESS FROM CIDRS";
  if (context->BOOLEAN() != nullptr)
    option.is_true = to_lower(build.text_of(Build::span(context->BOOLEAN()->getSymbol()))) == "true";
  return option;
}

/// A password may be given in one of its two forms, and each option once.
void add_option(RoleStatement& statement, RoleStatement::Option option) {
  const auto same = [&](const RoleStatement::Option& other) {
    return other.name == option.name ||
           (other.name.ends_with("PASSWORD") && option.name.ends_with("PASSWORD"));
  };
  if (std::ranges::any_of(statement.options, same))
    refuse("property_twice", option.span, {{"property", option.name}});
  statement.options.push_back(std::move(option));
}

template <typename Context>
RoleStatement role(const Build& build, const char* statement, bool alters, Context* context) {
  RoleStatement result{statement, alters, role_name(build, context->roleName()), {}, Build::span(context)};
  for (Grammar::RoleOptionContext* option : context->roleOption())
    add_option(result, role_option(build, option));
  return result;
}

/// CREATE USER and ALTER USER say less than CREATE ROLE, and in other words.
template <typename Context>
RoleStatement user(const Build& build, const char* statement, bool alters, Context* context) {
  RoleStatement result{statement, alters, role_name(build, context->userName()), {}, Build::span(context)};
  if (Grammar::UserPasswordContext* password = context->userPassword())
    add_option(
        result,
        {password->HASHED() != nullptr ? "HASHED PASSWORD" : "PASSWORD", false, {}, Build::span(password)});
  for (auto* word : {context->SUPERUSER(), context->NOSUPERUSER()}) {
    if (word != nullptr)
      add_option(result, {"SUPERUSER", word == context->SUPERUSER(), {}, Build::span(word->getSymbol())});
  }
  return result;
}

Resource resource_kind(Grammar::ResourceContext* context) {
  if (context->MBEANS() != nullptr || context->MBEAN() != nullptr) return Resource::mbean;
  if (context->ROLES() != nullptr) return Resource::all_roles;
  if (context->ROLE() != nullptr) return Resource::role;
  if (context->FUNCTIONS() != nullptr) return Resource::all_functions;
  if (context->FUNCTION() != nullptr) return Resource::function;
  return context->tableName() != nullptr ? Resource::table : Resource::all_tables;
}

template <typename Context>
PermissionStatement permission(const Build& build, const char* statement, bool lists, Context* context) {
  PermissionStatement result;
  result.statement = statement;
  result.lists = lists;
  result.span = Build::span(context);
  result.permissions_span = Build::span(context->permissions());
  Grammar::ResourceContext* resource = context->resource();
  for (Grammar::PermissionContext* each : context->permissions()->permission())
    result.permissions.push_back(to_lower(build.text_of(Build::span(each))));
  if (resource == nullptr) return result;
  result.resource = resource_kind(resource);
  result.resource_span = Build::span(resource);
  if (resource->functionName() != nullptr) result.function = build.function_name(resource->functionName());
  if (resource->STRING() != nullptr)
    result.mbean = unquoted(build.text_of(Build::span(resource->STRING()->getSymbol())));
  return result;
}

using Node = decltype(Statement::node);

std::optional<Node> role_node(const Build& build, Grammar::StatementBodyContext* body) {
  if (auto* create = body->createRole()) return role(build, "CREATE ROLE", false, create);
  if (auto* alter = body->alterRole()) return role(build, "ALTER ROLE", true, alter);
  if (auto* create = body->createUser()) return user(build, "CREATE USER", false, create);
  if (auto* alter = body->alterUser()) return user(build, "ALTER USER", true, alter);
  return std::nullopt;
}

std::optional<Node> permission_node(const Build& build, Grammar::StatementBodyContext* body) {
  if (auto* grant = body->grantPermissions()) return permission(build, "GRANT", false, grant);
  if (auto* revoke = body->revokePermissions()) return permission(build, "REVOKE", false, revoke);
  if (auto* list = body->listPermissions()) return permission(build, "LIST PERMISSIONS", true, list);
  return std::nullopt;
}

std::optional<Node> login_node(Grammar::StatementBodyContext* body) {
  const std::pair<antlr4::ParserRuleContext*, const char*> statements[] = {
      {body->dropRole(), "DROP ROLE"},       {body->dropUser(), "DROP USER"},
      {body->listRoles(), "LIST ROLES"},     {body->listUsers(), "LIST USERS"},
      {body->grantRole(), "GRANT"},          {body->revokeRole(), "REVOKE"},
      {body->addIdentity(), "ADD IDENTITY"}, {body->dropIdentity(), "DROP IDENTITY"},
  };
  for (const auto& [context, name] : statements) {
    if (context != nullptr) return LoginStatement{name, Build::span(context)};
  }
  return std::nullopt;
}

std::vector<TypeName> argument_types(Build& build, Grammar::ArgumentTypesContext* context) {
  std::vector<TypeName> types;
  if (context == nullptr) return types;
  for (Grammar::TypeContext* type : context->type()) types.push_back(build.type(type));
  return types;
}

CreateAggregateStatement create_aggregate(Build& build, Grammar::CreateAggregateContext* context) {
  CreateAggregateStatement result;
  result.aggregate = build.function_name(context->functionName());
  result.or_replace = context->REPLACE() != nullptr;
  result.if_not_exists = context->ifNotExists() != nullptr;
  result.argument_types = argument_types(build, context->argumentTypes());
  result.state_function = build.name(context->bareFunctionName(0));
  result.state_type = build.type(context->type());
  return result;
}

std::optional<Node> function_node(Build& build, Grammar::StatementBodyContext* body) {
  if (auto* create = body->createFunction())
    return CreateFunctionStatement{build.function_name(create->functionName()), create->REPLACE() != nullptr,
                                   create->ifNotExists() != nullptr};
  if (auto* create = body->createAggregate()) return create_aggregate(build, create);
  if (auto* drop = body->dropFunction())
    return DropFunctionStatement{"function", build.function_name(drop->functionName()),
                                 drop->ifExists() != nullptr, argument_types(build, drop->argumentTypes())};
  if (auto* drop = body->dropAggregate())
    return DropFunctionStatement{"aggregate", build.function_name(drop->functionName()),
                                 drop->ifExists() != nullptr, argument_types(build, drop->argumentTypes())};
  if (auto* create = body->createTrigger())
    return CreateTriggerStatement{build.table_name(create->tableName()),
                                  unquoted(build.text_of(Build::span(create->STRING()->getSymbol()))),
                                  Build::span(create->STRING()->getSymbol())};
  if (auto* drop = body->dropTrigger())
    return DropTriggerStatement{build.name(drop->name()), build.table_name(drop->tableName()),
                                drop->ifExists() != nullptr};
  return std::nullopt;
}

What described_kind(Grammar::DescribedThingContext* thing) {
  const std::pair<antlr4::tree::TerminalNode*, What> words[] = {
      {thing->CLUSTER(), What::cluster},       {thing->FULL(), What::full_schema},
      {thing->SCHEMA(), What::schema},         {thing->KEYSPACES(), What::keyspaces},
      {thing->ONLY(), What::only_keyspace},    {thing->KEYSPACE(), What::keyspace},
      {thing->TABLES(), What::tables},         {thing->TABLE(), What::table},
      {thing->INDEX(), What::index},           {thing->MATERIALIZED(), What::view},
      {thing->TYPES(), What::types},           {thing->TYPE(), What::type},
      {thing->FUNCTIONS(), What::functions},   {thing->FUNCTION(), What::function},
      {thing->AGGREGATES(), What::aggregates}, {thing->AGGREGATE(), What::aggregate},
  };
  for (const auto& [word, what] : words) {
    if (word != nullptr) return what;
  }
  return What::anything;
}

DescribeStatement describe_statement(Build& build, Grammar::DescribeContext* context) {
  Grammar::DescribedThingContext* thing = context->describedThing();
  DescribeStatement result;
  result.what = described_kind(thing);
  result.with_internals = context->INTERNALS() != nullptr;
  result.span = Build::span(thing);
  if (thing->tableName() != nullptr) result.name = build.table_name(thing->tableName());
  if (thing->userTypeName() != nullptr) result.name = build.user_type_name(thing->userTypeName());
  if (thing->functionName() != nullptr) result.name = build.function_name(thing->functionName());
  if (thing->keyspaceName() != nullptr)
    result.name =
        QualifiedName{std::nullopt, build.name(thing->keyspaceName()), Build::span(thing->keyspaceName())};
  return result;
}

}  // namespace

std::optional<StatementVariant> build_access_statement(Build& build, Grammar::StatementBodyContext* body) {
  std::optional<Node> node = role_node(build, body);
  if (!node) node = permission_node(build, body);
  if (!node) node = login_node(body);
  if (!node) node = function_node(build, body);
  if (!node && body->describe() != nullptr) node = describe_statement(build, body->describe());
  return node;
}

}  // namespace cellar
