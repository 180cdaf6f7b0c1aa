/*
 * The words of CQL 3.4.7.
 *
 * Characters are the bytes of UTF-8 text: names and keywords are ASCII, a string, a quoted name or a
 * comment holds any byte. Bytes outside ASCII are shown as U+007F. The longest match wins; of two
 * equally long the rule that stands first.
 */
lexer grammar CqlLexer;

/* Keywords, in any case. Which of them may serve as names stands in CqlParser.g4. They are the first rules, one a line,
   each of letters alone: the build takes them out (cmake/keywords.awk). */

ACCESS: A C C E S S;
ADD: A D D;
AGGREGATE: A G G R E G A T E;
AGGREGATES: A G G R E G A T E S;
ALL: A L L;
ALLOW: A L L O W;
ALTER: A L T E R;
AND: A N D;
ANN: A N N;
APPLY: A P P L Y;
AS: A S;
ASC: A S C;
ASCII: A S C I I;
AUTHORIZE: A U T H O R I Z E;
BATCH: B A T C H;
BEGIN: B E G I N;
BIGINT: B I G I N T;
BLOB: B L O B;
BOOLEAN_TYPE: B O O L E A N;
BY: B Y;
CALLED: C A L L E D;
CAST: C A S T;
CIDRS: C I D R S;
CLUSTER: C L U S T E R;
CLUSTERING: C L U S T E R I N G;
COMPACT: C O M P A C T;
CONTAINS: C O N T A I N S;
COUNT: C O U N T;
COUNTER: C O U N T E R;
CREATE: C R E A T E;
CUSTOM: C U S T O M;
DATACENTERS: D A T A C E N T E R S;
DATE: D A T E;
DECIMAL: D E C I M A L;
DEFAULT: D E F A U L T;
DELETE: D E L E T E;
DESC: D E S C;
DESCRIBE: D E S C R I B E;
DISTINCT: D I S T I N C T;
DOUBLE: D O U B L E;
DROP: D R O P;
DURATION_TYPE: D U R A T I O N;
ENTRIES: E N T R I E S;
EXECUTE: E X E C U T E;
EXISTS: E X I S T S;
EXPLAIN: E X P L A I N;
FILTERING: F I L T E R I N G;
FINALFUNC: F I N A L F U N C;
FLOAT_TYPE: F L O A T;
FROM: F R O M;
FROZEN: F R O Z E N;
FULL: F U L L;
FUNCTION: F U N C T I O N;
FUNCTIONS: F U N C T I O N S;
GRANT: G R A N T;
GROUP: G R O U P;
HASHED: H A S H E D;
IDENTITY: I D E N T I T Y;
IF: I F;
IN: I N;
INDEX: I N D E X;
INET: I N E T;
INFINITY_WORD: I N F I N I T Y;
INITCOND: I N I T C O N D;
INPUT: I N P U T;
INSERT: I N S E R T;
INT: I N T;
INTERNALS: I N T E R N A L S;
INTO: I N T O;
IS: I S;
JSON: J S O N;
KEY: K E Y;
KEYS: K E Y S;
KEYSPACE: K E Y S P A C E;
KEYSPACES: K E Y S P A C E S;
LANGUAGE: L A N G U A G E;
LIKE: L I K E;
LIMIT: L I M I T;
LIST: L I S T;
LOGIN: L O G I N;
MAP: M A P;
MASKED: M A S K E D;
MATERIALIZED: M A T E R I A L I Z E D;
MAXWRITETIME: M A X W R I T E T I M E;
MBEAN: M B E A N;
MBEANS: M B E A N S;
MODIFY: M O D I F Y;
NAN_WORD: N A N;
NOLOGIN: N O L O G I N;
NORECURSIVE: N O R E C U R S I V E;
NOSUPERUSER: N O S U P E R U S E R;
NOT: N O T;
NULL_WORD: N U L L;
OF: O F;
ON: O N;
ONLY: O N L Y;
OPTIONS: O P T I O N S;
OR: O R;
ORDER: O R D E R;
PARTITION: P A R T I T I O N;
PASSWORD: P A S S W O R D;
PER: P E R;
PERMISSION: P E R M I S S I O N;
PERMISSIONS: P E R M I S S I O N S;
PRIMARY: P R I M A R Y;
RENAME: R E N A M E;
REPLACE: R E P L A C E;
RETURNS: R E T U R N S;
REVOKE: R E V O K E;
ROLE: R O L E;
ROLES: R O L E S;
SCHEMA: S C H E M A;
SELECT: S E L E C T;
SELECT_MASKED: S E L E C T '_' M A S K E D;
SET: S E T;
SFUNC: S F U N C;
SMALLINT: S M A L L I N T;
STATIC: S T A T I C;
STORAGE: S T O R A G E;
STYPE: S T Y P E;
SUPERUSER: S U P E R U S E R;
TABLE: T A B L E | C O L U M N F A M I L Y;
TABLES: T A B L E S | C O L U M N F A M I L I E S;
TEXT: T E X T;
TIME: T I M E;
TIMESTAMP: T I M E S T A M P;
TIMEUUID: T I M E U U I D;
TINYINT: T I N Y I N T;
TO: T O;
TOKEN: T O K E N;
TRIGGER: T R I G G E R;
TRUNCATE: T R U N C A T E;
TTL: T T L;
TUPLE: T U P L E;
TYPE: T Y P E;
TYPES: T Y P E S;
UNLOGGED: U N L O G G E D;
UNMASK: U N M A S K;
UNSET: U N S E T;
UPDATE: U P D A T E;
USE: U S E;
USER: U S E R;
USERS: U S E R S;
USING: U S I N G;
UUID_TYPE: U U I D;
VALUES: V A L U E S;
VARCHAR: V A R C H A R;
VARINT: V A R I N T;
VECTOR: V E C T O R;
VIEW: V I E W;
WHERE: W H E R E;
WITH: W I T H;
WRITETIME: W R I T E T I M E;

/* A number's minus belongs to it: `v -1` is a name and a number, `v - 1` a subtraction. */
NEGATIVE_NAN: '-' N A N;
NEGATIVE_INFINITY: '-' I N F I N I T Y;
BOOLEAN: T R U E | F A L S E;
INTEGER: '-'? DIGIT+;
/* `1.` is an INTEGER and a DOT, so that `m[1..3]` is a slice. */
FLOAT: '-'? DIGIT+ ('.' DIGIT+ EXPONENT? | '.' EXPONENT | EXPONENT);
DURATION
    : '-'? DIGIT+ DURATION_UNIT (DIGIT+ DURATION_UNIT)*
    | '-'? 'P' DIGIT+ 'W'
    | '-'? 'P' DATE_PART TIME_PART?
    | '-'? 'P' TIME_PART
    | '-'? 'P' DIGIT DIGIT DIGIT DIGIT '-' DIGIT DIGIT '-' DIGIT DIGIT
      'T' DIGIT DIGIT ':' DIGIT DIGIT ':' DIGIT DIGIT
    ;
UUID: HEX4 HEX4 '-' HEX4 '-' HEX4 '-' HEX4 '-' HEX4 HEX4 HEX4;
BLOB_LITERAL: '0' X HEX*;
STRING: '\'' (~'\'' | '\'\'')* '\'' | '$$' .*? '$$';

/* An index expression opens with this very word, in lower case and without a blank. */
EXPRESSION_OPEN: 'expr(';
IDENTIFIER: LETTER (LETTER | DIGIT | '_')*;
QUOTED_NAME: '"' (~'"' | '""')+ '"';
EMPTY_QUOTED_NAME: '""';

EQUAL: '=';
NOT_EQUAL: '!=';
LESS: '<';
LESS_OR_EQUAL: '<=';
GREATER: '>';
GREATER_OR_EQUAL: '>=';
PLUS: '+';
MINUS: '-';
STAR: '*';
SLASH: '/';
PERCENT: '%';
ADD_ASSIGN: '+=';
SUBTRACT_ASSIGN: '-=';
OPEN_ROUND: '(';
CLOSE_ROUND: ')';
OPEN_SQUARE: '[';
CLOSE_SQUARE: ']';
OPEN_CURLY: '{';
CLOSE_CURLY: '}';
COMMA: ',';
SEMICOLON: ';';
COLON: ':';
DOT: '.';
RANGE: '..';
/* In `m[1...2.]` the first dot belongs to the number: from 1. to 2. */
NUMBER_RANGE: '...';
QUESTION_MARK: '?';

BLANKS: [ \t\n\r]+ -> skip;
LINE_COMMENT: ('--' | '//') ~[\n\r]* -> skip;
BLOCK_COMMENT: '/*' .*? '*/' -> skip;

/* What no rule of the parser takes: each gives a syntax error with a place to point at. */
UNCLOSED_STRING: '\'' (~'\'' | '\'\'')* | '$$' (~'$' | '$' ~'$')* '$'?;
UNCLOSED_QUOTED_NAME: '"' (~'"' | '""')*;
UNCLOSED_COMMENT: '/*' (~'*' | '*'+ ~[*/])* '*'*;
/* `1AND`, `1f`, `1e`: a digit runs on into a letter that may belong to a number. */
BROKEN_NUMBER: DIGIT+ [a-fA-F] (LETTER | DIGIT | '_')*;
/* `-i`, `-name`: read as the begin of -Infinity or -NaN. */
BROKEN_NEGATIVE: '-' [iInN] (LETTER | DIGIT | '_')*;
OTHER: .;

fragment DIGIT: [0-9];
fragment LETTER: [a-zA-Z];
fragment HEX: [0-9a-fA-F];
fragment HEX4: HEX HEX HEX HEX;
fragment EXPONENT: E [+-]? DIGIT+;
/* The last is the micro sign, as it is shown; that it is one is checked afterwards. */
fragment DURATION_UNIT: Y | M O | W | D | H | M | S | M S | U S | N S | '\u007F\u007F' S;
fragment DATE_PART
    : DIGIT+ 'Y' (DIGIT+ 'M')? (DIGIT+ 'D')?
    | DIGIT+ 'M' (DIGIT+ 'D')?
    | DIGIT+ 'D'
    ;
fragment TIME_PART
    : 'T' DIGIT+ 'H' (DIGIT+ 'M')? (DIGIT+ 'S')?
    | 'T' DIGIT+ 'M' (DIGIT+ 'S')?
    | 'T' DIGIT+ 'S'
    ;

fragment A: [aA];
fragment B: [bB];
fragment C: [cC];
fragment D: [dD];
fragment E: [eE];
fragment F: [fF];
fragment G: [gG];
fragment H: [hH];
fragment I: [iI];
fragment J: [jJ];
fragment K: [kK];
fragment L: [lL];
fragment M: [mM];
fragment N: [nN];
fragment O: [oO];
fragment P: [pP];
fragment Q: [qQ];
fragment R: [rR];
fragment S: [sS];
fragment T: [tT];
fragment U: [uU];
fragment V: [vV];
fragment W: [wW];
fragment X: [xX];
fragment Y: [yY];
fragment Z: [zZ];
