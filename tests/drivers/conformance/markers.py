"""Statements whose literals become markers: `WHERE k = 7` is prepared as `WHERE k = ?`, with the value 7."""
import re

TOKEN = re.compile(r"""
    (?P<space>\s+|--[^\n]*|//[^\n]*|/\*.*?\*/)
  | (?P<string>'(?:[^']|'')*'|\$\$.*?\$\$)
  | (?P<quoted>"(?:[^"]|"")*")
  | (?P<uuid>[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})
  | (?P<blob>0[xX][0-9a-fA-F]*)
  | (?P<duration>-?[Pp][0-9][0-9TYMWDHSymwdhs:.T-]*\b|-?(?:\d+(?:mo|ms|us|µs|ns|[yYwWdDhHmMsS]))+\b)
  | (?P<number>-?\d+(?:\.\d*)?(?:[eE][+-]?\d+)?)
  | (?P<word>[A-Za-z_][A-Za-z_0-9]*)
  | (?P<sign><=|>=|!=|[-+*/%=<>().,;:?\[\]{}])
""", re.X | re.S)
LITERALS = {'string', 'uuid', 'blob', 'duration', 'number'}
VALUES_OF_WORDS = {'TRUE', 'FALSE', 'NAN', 'INFINITY'}
CLOSED_BY = {'[': ']', '{': '}', '(': ')'}

# A value comes behind one of these.
BEFORE_VALUE = {'=', '<', '>', '<=', '>=', '!=', 'LIMIT', 'TTL', 'TIMESTAMP', 'CONTAINS', 'KEY', 'LIKE', 'OF', 'JSON', 'AND'}
# The clauses whose values may be markers.
CLAUSES = {'VALUES', 'WHERE', 'SET', 'IF', 'USING', 'LIMIT', 'JSON'}
OTHER_CLAUSES = {'SELECT', 'INSERT', 'UPDATE', 'DELETE', 'FROM', 'GROUP', 'ALLOW', 'BEGIN', 'APPLY', 'WITH'}
STATEMENTS = {'SELECT', 'INSERT', 'UPDATE', 'DELETE', 'BEGIN'}


def tokens_of(text):
    """[kind, text] for each token; None if one of them is unknown here."""
    tokens, place = [], 0
    while place < len(text):
        token = TOKEN.match(text, place)
        if token is None:
            return None
        tokens.append((token.lastgroup, token.group()))
        place = token.end()
    return tokens


class Rewriter:
    """Goes through the tokens of a statement, and collects its literals."""

    def __init__(self, tokens):
        self.tokens = tokens
        self.at = 0
        self.text = ''
        self.literals = []

    def peek(self, ahead=0):
        """The next tokens that are no blanks."""
        seen = -1
        for kind, text in self.tokens[self.at:]:
            if kind != 'space':
                seen += 1
                if seen == ahead:
                    return kind, text
        return None, ''

    def copy(self):
        """Takes over what is before the next token, and this token. Returns it."""
        while True:
            kind, text = self.tokens[self.at]
            self.at += 1
            self.text += text
            if kind != 'space':
                return kind, text

    def literal_end(self, start):
        """The place behind the literal that begins at a place; None: no literal, or one with something else in it."""
        place = start
        while place < len(self.tokens) and self.tokens[place][0] == 'space':
            place += 1
        if place == len(self.tokens):
            return None
        kind, text = self.tokens[place]
        if kind in LITERALS or (kind == 'word' and text.upper() in VALUES_OF_WORDS):
            runs_on = place + 1 < len(self.tokens) and self.tokens[place + 1][0] == 'word'
            return None if runs_on else place + 1
        if text not in CLOSED_BY:
            return None
        depth, is_name = 0, text == '{'
        for at in range(place, len(self.tokens)):
            kind, text = self.tokens[at]
            if text in CLOSED_BY:
                depth += 1
            elif text in CLOSED_BY.values():
                depth -= 1
                if depth == 0:
                    return at + 1
            elif kind == 'word' and text.upper() not in VALUES_OF_WORDS:
                # The name of a field of a user type is one, a function is none.
                if not is_name or self.tokens[at + 1][1] == '(' or text.upper() == 'NULL':
                    return None
            elif kind not in LITERALS and kind != 'space' and kind != 'quoted' and text not in {',', ':'}:
                return None
        return None

    def value(self):
        """Replaces the literal that comes next; returns False if none comes, and takes nothing."""
        end = self.literal_end(self.at)
        if end is None or self.follows_arithmetic(end):
            return False
        while self.tokens[self.at][0] == 'space':
            self.text += self.tokens[self.at][1]
            self.at += 1
        self.literals.append(''.join(text for _, text in self.tokens[self.at:end]))
        self.text += '?'
        self.at = end
        return True

    def follows_arithmetic(self, end):
        for kind, text in self.tokens[end:]:
            if kind != 'space':
                return text in {'+', '*', '/', '%'} or (kind == 'number' and text.startswith('-'))
        return False

    def values(self):
        """The values of a list in parentheses, after its parenthesis."""
        while self.at < len(self.tokens):
            if not self.value():
                depth = 0
                while depth or self.peek()[1] not in {',', ')', ''}:
                    text = self.copy()[1]
                    depth += (text in CLOSED_BY) - (text in CLOSED_BY.values())
            if self.peek()[0] is None or self.copy()[1] != ',':
                return

    def run(self):
        clause = before = ''
        while self.peek()[0] is not None:
            kind, text = self.copy()
            word = text.upper() if kind == 'word' else text
            if kind == 'word' and word in CLAUSES | OTHER_CLAUSES and before != '.':
                clause = word
            if clause in CLAUSES:
                if word == '(' and before in {'IN', 'VALUES'}:
                    self.values()
                elif word in BEFORE_VALUE or (word == '+' and clause == 'SET'):
                    self.value()
            before = word


def with_markers(statement):
    """The statement with markers, and the literals for them; None if it has none that could be one."""
    tokens = tokens_of(statement.strip().rstrip(';'))
    if not tokens:
        return None
    rewriter = Rewriter(tokens)
    if rewriter.peek()[1].upper() not in STATEMENTS:
        return None
    rewriter.run()
    return (rewriter.text, rewriter.literals) if rewriter.literals else None
