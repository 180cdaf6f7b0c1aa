# The keywords of the grammar (build/*/generated/keywords.inc) as a module of the page.
1i export const keywords = new Set([
s/^{\("[A-Z_]*"\),.*/\1,/p
$a ]);
