# Takes the keywords out of the lexer's grammar: their rules become names of tokens, and their words a list, which
# parser/grammar/keyword_lexer.h looks names up in. As rules they would be nine tenths of the lexer's tables.
#   awk -v words=WORDS -f keywords.awk grammar/CqlLexer.g4 > GRAMMAR
# The keywords are the first rules, each made of the fragments A to Z: `TABLE: T A B L E | C O L U M N F A M I L Y;`.
function add_words(rule, name, alternatives, count, i) {
  name = rule
  sub(/:.*/, "", name)
  sub(/^[A-Z_]+:/, "", rule)
  gsub(/[ ';]/, "", rule)
  count = split(rule, alternatives, "|")
  for (i = 1; i <= count; ++i) print "{\"" alternatives[i] "\", CqlLexer::" name "}," | ("LC_ALL=C sort > \"" words "\"")
  names = names (names == "" ? "" : ", ") name
}

!ended && /^[A-Z_]+:( [A-Z]| '_'| \|)+;$/ {
  add_words($0)
  next
}
!ended && /^[A-Z_]+:/ {
  print "tokens { " names " }"
  print ""
  ended = 1
}
{ print }
