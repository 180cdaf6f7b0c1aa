/*
 * The sentences of CQL 3.4.7 (Apache Cassandra 5.0), every statement of it, also those that Cellar
 * does not run.
 *
 * A batch is read in three steps, batchBegin, batchedStatement and batchEnd, so that a long one is
 * never held as a tree.
 */
parser grammar CqlParser;

options { tokenVocab = CqlLexer; }

statement: statementBody SEMICOLON* EOF;

/*
 * EXPLAIN [ANALYZE] [(option [, option])] before a statement, which is no part of CQL. Its words are names,
 * so that none of them is taken away from tables and columns.
 */
explainHead: EXPLAIN name* explainOptions?;

explainOptions: OPEN_ROUND explainOption (COMMA explainOption)* CLOSE_ROUND;

explainOption: name (name | ON | BOOLEAN)?;

statementBody
    : select
    | insert
    | update
    | deletion
    | batch
    | use
    | truncate
    | createKeyspace
    | alterKeyspace
    | dropKeyspace
    | createTable
    | alterTable
    | dropTable
    | createType
    | alterType
    | dropType
    | createIndex
    | dropIndex
    | createView
    | alterView
    | dropView
    | createFunction
    | dropFunction
    | createAggregate
    | dropAggregate
    | createTrigger
    | dropTrigger
    | createRole
    | alterRole
    | dropRole
    | createUser
    | alterUser
    | dropUser
    | listRoles
    | listUsers
    | grantRole
    | revokeRole
    | grantPermissions
    | revokePermissions
    | listPermissions
    | addIdentity
    | dropIdentity
    | describe
    ;

/* ---- reading ---- */

/* JSON and DISTINCT are names, too: `SELECT json FROM t`. */
select
    : SELECT (JSON DISTINCT? | DISTINCT)? selectors FROM tableName whereClause? groupBy? orderBy?
      perPartitionLimit? limit? allowFiltering?
    ;

selectors: STAR | selector (COMMA selector)*;

selector: selection (AS name)?;

/* `*`, `/` and `%` bind before `+` and `-`; all of them from the left. */
selection: selectionOperand (arithmeticOperator selectionOperand)*;

/* A literal has no modifier: a dot behind `1` belongs to it, and one token tells where it ends. */
selectionOperand: MINUS* (selectionLiteral | selectionPrimary selectionModifier*);

selectionLiteral: (OPEN_ROUND type CLOSE_ROUND)* literal;

selectionPrimary
    : OPEN_ROUND type CLOSE_ROUND selectionPrimary                      # selectionTypeHint
    | OPEN_ROUND selection (COMMA selection)* CLOSE_ROUND               # selectionTuple
    | OPEN_SQUARE (selection (COMMA selection)*)? CLOSE_SQUARE          # selectionList
    | OPEN_CURLY selection COLON selection
      (COMMA selection COLON selection)* CLOSE_CURLY                    # selectionMap
    | OPEN_CURLY (selection (COMMA selection)*)? CLOSE_CURLY            # selectionSet
    | marker                                                            # selectionMarker
    | COUNT OPEN_ROUND STAR CLOSE_ROUND                                 # selectionCount
    | (WRITETIME | MAXWRITETIME | TTL)
      OPEN_ROUND name selectionModifier* CLOSE_ROUND                    # selectionCell
    | CAST OPEN_ROUND selection AS nativeType CLOSE_ROUND               # selectionCast
    | functionName OPEN_ROUND (selection (COMMA selection)*)? CLOSE_ROUND # selectionFunction
    | name                                                              # selectionColumn
    ;

selectionModifier
    : DOT name
    | OPEN_SQUARE term CLOSE_SQUARE
    | OPEN_SQUARE term (RANGE | NUMBER_RANGE) term? CLOSE_SQUARE
    | OPEN_SQUARE RANGE term CLOSE_SQUARE
    ;

whereClause: WHERE condition (AND condition)*;

condition: relation | EXPRESSION_OPEN indexName COMMA term CLOSE_ROUND;

relation
    : columnName comparison term                                        # columnRelation
    | columnName LIKE term                                              # likeRelation
    | columnName IS NOT NULL_WORD                                       # notNullRelation
    | columnName IN inValues                                            # inRelation
    | columnName CONTAINS KEY? term                                     # containsRelation
    | columnName OPEN_SQUARE term CLOSE_SQUARE comparison term          # elementRelation
    | TOKEN columnTuple comparison term                                 # tokenRelation
    | columnTuple IN tupleInValues                                      # tupleInRelation
    | columnTuple comparison (tuple | marker)                           # tupleRelation
    | OPEN_ROUND relation CLOSE_ROUND                                   # relationInParentheses
    ;

comparison: EQUAL | NOT_EQUAL | LESS | LESS_OR_EQUAL | GREATER | GREATER_OR_EQUAL;

columnTuple: OPEN_ROUND columnName (COMMA columnName)* CLOSE_ROUND;

inValues: OPEN_ROUND (term (COMMA term)*)? CLOSE_ROUND | marker;

tupleInValues
    : OPEN_ROUND CLOSE_ROUND
    | OPEN_ROUND tuple (COMMA tuple)* CLOSE_ROUND
    | OPEN_ROUND marker (COMMA marker)* CLOSE_ROUND
    | marker
    ;

groupBy: GROUP BY selection (COMMA selection)*;

orderBy: ORDER BY ordering (COMMA ordering)*;

ordering: columnName (ANN OF term)? (ASC | DESC)?;

perPartitionLimit: PER PARTITION LIMIT wholeNumber;

limit: LIMIT wholeNumber;

allowFiltering: ALLOW FILTERING;

/* ---- writing ---- */

insert
    : INSERT INTO tableName
      ( insertColumns VALUES OPEN_ROUND term (COMMA term)* CLOSE_ROUND
      | JSON (STRING | marker) (DEFAULT (NULL_WORD | UNSET))? )
      ifNotExists? usingClause?
    ;

insertColumns: OPEN_ROUND columnName (COMMA columnName)* CLOSE_ROUND;

update: UPDATE tableName usingClause? SET assignment (COMMA assignment)* whereClause (IF ifConditions)?;

assignment
    : columnName EQUAL assignedTerm (PLUS columnName)?                  # assignOrPrepend
    | columnName EQUAL columnName (PLUS | MINUS) term                   # assignChanged
    | columnName EQUAL columnName INTEGER                               # assignGlued
    | columnName (ADD_ASSIGN | SUBTRACT_ASSIGN) term                    # assignInPlace
    | columnName OPEN_SQUARE term CLOSE_SQUARE EQUAL term               # assignElement
    | columnName DOT name EQUAL term                                    # assignField
    ;

/* A term that a + may follow. That no + follows a `term` lets one token tell where each term ends. */
assignedTerm: termOperand (arithmeticOperator termOperand)*;

deletion
    : DELETE (deletionTarget (COMMA deletionTarget)*)? FROM tableName usingTimestamp?
      whereClause (IF ifConditions)?
    ;

deletionTarget: columnName (OPEN_SQUARE term CLOSE_SQUARE | DOT name)?;

usingClause: USING usingAttribute (AND usingAttribute)*;

usingAttribute: (TIMESTAMP | TTL) wholeNumber;

usingTimestamp: USING TIMESTAMP wholeNumber;

ifConditions: EXISTS | ifCondition (AND ifCondition)*;

ifCondition
    : columnName (OPEN_SQUARE term CLOSE_SQUARE | DOT name)? (comparison term | IN inValues)
    | columnName CONTAINS KEY? term
    ;

batch: batchBegin (batchedStatement SEMICOLON?)* batchEnd;

batchBegin: BEGIN (UNLOGGED | COUNTER)? BATCH usingClause?;

batchedStatement: insert | update | deletion;

batchEnd: APPLY BATCH;

/* The end of a batch that is read in steps. */
batchTail: batchEnd SEMICOLON* EOF;

truncate: TRUNCATE TABLE? tableName;

/* ---- values ---- */

term: termOperand (arithmeticOperator termOperand)*;

termOperand: MINUS? termPrimary;

arithmeticOperator: PLUS | MINUS | STAR | SLASH | PERCENT;

termPrimary
    : literal                                                           # termLiteral
    | marker                                                            # termMarker
    | OPEN_ROUND type CLOSE_ROUND termPrimary                           # termTypeHint
    | tuple                                                             # termTuple
    | OPEN_SQUARE (term (COMMA term)*)? CLOSE_SQUARE                    # termList
    | OPEN_CURLY name COLON term (COMMA name COLON term)* CLOSE_CURLY   # termUserType
    | OPEN_CURLY term COLON term (COMMA term COLON term)* CLOSE_CURLY   # termMap
    | OPEN_CURLY (term (COMMA term)*)? CLOSE_CURLY                      # termSet
    | CAST OPEN_ROUND termPrimary AS nativeType CLOSE_ROUND             # termCast
    | functionName OPEN_ROUND (term (COMMA term)*)? CLOSE_ROUND         # termFunction
    ;

tuple: OPEN_ROUND term (COMMA term)* CLOSE_ROUND;

literal: constant | NULL_WORD;

constant
    : STRING
    | INTEGER DOT?
    | FLOAT
    | BOOLEAN
    | DURATION
    | UUID
    | BLOB_LITERAL
    | NAN_WORD
    | NEGATIVE_NAN
    | INFINITY_WORD
    | NEGATIVE_INFINITY
    ;

marker: QUESTION_MARK | COLON name;

wholeNumber: INTEGER | marker;

/* ---- defining ---- */

use: USE keyspaceName;

createKeyspace: CREATE KEYSPACE ifNotExists? keyspaceName WITH properties;

alterKeyspace: ALTER KEYSPACE ifExists? keyspaceName WITH properties;

dropKeyspace: DROP KEYSPACE ifExists? keyspaceName;

createTable
    : CREATE TABLE ifNotExists? tableName
      OPEN_ROUND tableElement (COMMA tableElement?)* CLOSE_ROUND
      (WITH tableProperty (AND tableProperty)*)?
    ;

tableElement
    : PRIMARY KEY OPEN_ROUND partitionKey (COMMA name)* CLOSE_ROUND
    | name type STATIC? mask? (PRIMARY KEY)?
    ;

partitionKey: name | OPEN_ROUND name (COMMA name)* CLOSE_ROUND;

mask: MASKED WITH (DEFAULT | functionName OPEN_ROUND (term (COMMA term)*)? CLOSE_ROUND);

tableProperty: COMPACT STORAGE | clusteringOrder | property;

clusteringOrder
    : CLUSTERING ORDER BY OPEN_ROUND clusteringColumn (COMMA clusteringColumn)* CLOSE_ROUND
    ;

clusteringColumn: name (ASC | DESC);

alterTable
    : ALTER TABLE ifExists? tableName
      ( alterColumnType | alterMask | addColumns | dropCompactStorage | dropColumns | renameColumns
      | WITH properties )
    ;

alterColumnType: ALTER columnName TYPE type;

alterMask: ALTER ifExists? columnName (mask | DROP MASKED);

addColumns
    : ADD ifNotExists? (addedColumn | OPEN_ROUND addedColumn (COMMA addedColumn)* CLOSE_ROUND)
    ;

addedColumn: name type STATIC? mask?;

dropCompactStorage: DROP COMPACT STORAGE;

dropColumns
    : DROP ifExists? (name | OPEN_ROUND name (COMMA name)* CLOSE_ROUND) (USING TIMESTAMP INTEGER)?
    ;

renameColumns: RENAME ifExists? renaming (AND renaming)*;

renaming: name TO name;

dropTable: DROP TABLE ifExists? tableName;

createType
    : CREATE TYPE ifNotExists? userTypeName OPEN_ROUND field (COMMA field?)* CLOSE_ROUND
    ;

field: name type;

alterType
    : ALTER TYPE ifExists? userTypeName
      ( ALTER name TYPE type
      | ADD ifNotExists? field
      | RENAME ifExists? renaming (AND renaming)* )
    ;

dropType: DROP TYPE ifExists? userTypeName;

properties: property (AND property)*;

property: name EQUAL (constant | mapOfConstants | unreservedWord);

/* Keys and values must be constants; other terms are refused with their own words. */
mapOfConstants: OPEN_CURLY (term COLON term (COMMA term COLON term)*)? CLOSE_CURLY;

ifNotExists: IF NOT EXISTS;

ifExists: IF EXISTS;

createIndex
    : CREATE CUSTOM? INDEX ifNotExists? indexName? ON tableName
      OPEN_ROUND (indexTarget (COMMA indexTarget)*)? CLOSE_ROUND
            (USING indexClass)? (WITH properties)?
    ;

indexClass: STRING;

indexTarget: (VALUES | KEYS | ENTRIES | FULL) OPEN_ROUND columnName CLOSE_ROUND | columnName;

dropIndex: DROP INDEX ifExists? (keyspaceName DOT)? indexName;

createView
    : CREATE MATERIALIZED VIEW ifNotExists? tableName AS
      SELECT selectors FROM tableName whereClause?
      PRIMARY KEY OPEN_ROUND partitionKey (COMMA name)* CLOSE_ROUND
      (WITH viewProperty (AND viewProperty)*)?
    ;

viewProperty: clusteringOrder | property;

alterView: ALTER MATERIALIZED VIEW ifExists? tableName WITH properties;

dropView: DROP MATERIALIZED VIEW ifExists? tableName;

createFunction
    : CREATE (OR REPLACE)? FUNCTION ifNotExists? functionName
      OPEN_ROUND (name type (COMMA name type)*)? CLOSE_ROUND
      (RETURNS NULL_WORD | CALLED) ON NULL_WORD INPUT
      RETURNS type LANGUAGE IDENTIFIER AS STRING
    ;

dropFunction: DROP FUNCTION ifExists? functionName argumentTypes?;

createAggregate
    : CREATE (OR REPLACE)? AGGREGATE ifNotExists? functionName argumentTypes
      SFUNC bareFunctionName STYPE type (FINALFUNC bareFunctionName)? (INITCOND term)?
    ;

dropAggregate: DROP AGGREGATE ifExists? functionName argumentTypes?;

argumentTypes: OPEN_ROUND (type (COMMA type)*)? CLOSE_ROUND;

createTrigger: CREATE TRIGGER ifNotExists? name ON tableName USING STRING;

dropTrigger: DROP TRIGGER ifExists? name ON tableName;

/* ---- people ---- */

createRole: CREATE ROLE ifNotExists? roleName (WITH roleOption (AND roleOption)*)?;

alterRole: ALTER ROLE ifExists? roleName (WITH roleOption (AND roleOption)*)?;

dropRole: DROP ROLE ifExists? roleName;

roleOption
    : HASHED? PASSWORD EQUAL STRING
    | OPTIONS EQUAL mapOfConstants
    | (SUPERUSER | LOGIN) EQUAL BOOLEAN
    | ACCESS TO (ALL DATACENTERS | DATACENTERS setOfStrings)
    | ACCESS FROM (ALL CIDRS | CIDRS setOfStrings)
    ;

setOfStrings: OPEN_CURLY STRING (COMMA STRING)* CLOSE_CURLY;

createUser: CREATE USER ifNotExists? userName userPassword? (SUPERUSER | NOSUPERUSER)?;

alterUser: ALTER USER ifExists? userName userPassword? (SUPERUSER | NOSUPERUSER)?;

dropUser: DROP USER ifExists? userName;

userPassword: WITH HASHED? PASSWORD STRING;

userName: IDENTIFIER | EXPLAIN | STRING;

listRoles: LIST ROLES (OF roleName)? NORECURSIVE?;

listUsers: LIST USERS;

grantRole: GRANT roleName TO roleName;

revokeRole: REVOKE roleName FROM roleName;

grantPermissions: GRANT permissions ON resource TO roleName;

revokePermissions: REVOKE permissions ON resource FROM roleName;

listPermissions: LIST permissions (ON resource)? (OF roleName)? NORECURSIVE?;

permissions: ALL PERMISSIONS? | permission PERMISSION? (COMMA permission PERMISSION?)*;

permission
    : CREATE | ALTER | DROP | SELECT | MODIFY | AUTHORIZE | DESCRIBE | EXECUTE | UNMASK | SELECT_MASKED
    ;

resource
    : ALL KEYSPACES
    | KEYSPACE keyspaceName
    | ALL TABLES IN KEYSPACE keyspaceName
    | ALL ROLES
    | ROLE roleName
    | ALL FUNCTIONS (IN KEYSPACE keyspaceName)?
    | FUNCTION functionName argumentTypes
    | ALL MBEANS
    | (MBEAN | MBEANS) STRING
    | TABLE? tableName
    ;

addIdentity: ADD IDENTITY ifNotExists? userName TO ROLE userName;

dropIdentity: DROP IDENTITY ifExists? userName;

describe: (DESCRIBE | DESC) describedThing (WITH INTERNALS)?;

describedThing
    : CLUSTER
    | FULL? SCHEMA
    | KEYSPACES
    | ONLY? KEYSPACE keyspaceName?
    | TABLES
    | TABLE tableName
    | INDEX tableName
    | MATERIALIZED VIEW tableName
    | TYPES
    | TYPE userTypeName
    | FUNCTIONS
    | FUNCTION functionName
    | AGGREGATES
    | AGGREGATE functionName
    | tableName
    ;

/* ---- types ---- */

type
    : nativeType                                                        # plainType
    | MAP LESS type COMMA type GREATER                                  # mapType
    | LIST LESS type GREATER                                            # listType
    | SET LESS type GREATER                                             # setType
    | TUPLE LESS type (COMMA type)* GREATER                             # tupleType
    | VECTOR LESS type COMMA INTEGER GREATER                            # vectorType
    | FROZEN LESS type GREATER                                          # frozenType
    | userTypeName                                                      # userType
    | STRING                                                            # customType
    ;

nativeType
    : ASCII | BIGINT | BLOB | BOOLEAN_TYPE | COUNTER | DATE | DECIMAL | DOUBLE | DURATION_TYPE | FLOAT_TYPE
    | INET | INT | SMALLINT | TEXT | TIME | TIMESTAMP | TIMEUUID | TINYINT | UUID_TYPE | VARCHAR | VARINT
    ;

userTypeName: (name DOT)? bareTypeName;

/* The name of a native type is no name for a user type. */
bareTypeName: IDENTIFIER | QUOTED_NAME | typeWord | KEY;

/* ---- names ---- */

/* Old tables may have a column without a name; nothing creates one. */
columnName: name | EMPTY_QUOTED_NAME;

keyspaceName: name;

tableName: name (DOT name)?;

indexName: name;

roleName: name | STRING;

functionName: (name DOT)? bareFunctionName;

bareFunctionName: IDENTIFIER | QUOTED_NAME | functionWord | TOKEN | COUNT;

name: IDENTIFIER | QUOTED_NAME | unreservedWord;

/* Keywords that may stand for names. All others are reserved. */
unreservedWord
    : functionWord | TTL | COUNT | WRITETIME | MAXWRITETIME | KEY | CAST | JSON | DISTINCT
    ;

functionWord: typeWord | nativeType;

typeWord
    : ACCESS | AGGREGATE | AGGREGATES | ALL | ANN | AS | CALLED | CIDRS | CLUSTER | CLUSTERING | COMPACT
    | CONTAINS | CUSTOM | DATACENTERS | DEFAULT | EXISTS | EXPLAIN | FILTERING | FINALFUNC | FROZEN
    | FUNCTION | FUNCTIONS | GROUP | HASHED | IDENTITY | INITCOND | INPUT | INTERNALS | KEYS | KEYSPACES | LANGUAGE
    | LIKE | LIST | LOGIN | MAP | MASKED | MBEAN | MBEANS | NOLOGIN | NOSUPERUSER | ONLY | OPTIONS
    | PARTITION | PASSWORD | PER | PERMISSION | PERMISSIONS | REPLACE | RETURNS | ROLE | ROLES
    | SELECT_MASKED | SFUNC | STATIC | STORAGE | STYPE | SUPERUSER | TABLES | TRIGGER | TUPLE | TYPE | TYPES
    | UNMASK | UNSET | USER | USERS | VALUES | VECTOR
    ;
