// Cuts a shell command line into words and operators, the way a POSIX shell would, as far as that can be done without
// running it. It never guesses: whatever makes a word depend on the running shell marks the word as dynamic, and
// whatever it does not understand makes the whole line unreadable.

export type ShellToken =
  /** `dynamic`: the shell would put something in its place (a variable, a glob, a tilde). `quoted`: never a keyword. */
  | { kind: 'word'; text: string; dynamic: boolean; quoted: boolean }
  /** Ends a command: `;`, `&`, `&&`, `|`, `||`, `|&`, a newline, a parenthesis or a brace of a group. */
  | { kind: 'end' }
  /** The word after it is a file that is read or written. */
  | { kind: 'redirect'; writes: boolean };

/** `inner`: the command lines of `$(…)` and backquotes, which run as well. */
export type ShellWords = { tokens: ShellToken[]; inner: string[] };

const blank = /[ \t]/;
const globbing = /[*?[\]]/;

/** Undefined where the line cannot be read for certain. */
export function toShellWords(line: string): ShellWords | undefined {
  const tokens: ShellToken[] = [];
  const inner: string[] = [];
  let word: { text: string; dynamic: boolean; quoted: boolean } | undefined;
  let at = 0;

  const current = () => {
    word ??= { text: '', dynamic: false, quoted: false };
    return word;
  };
  const endWord = () => {
    if (word) tokens.push({ kind: 'word', ...word });
    word = undefined;
  };
  /** At a `$` or a backquote; gives false where it cannot be read. */
  const expand = (): boolean => {
    const one = current();
    one.dynamic = true;
    if (line[at] === '`') {
      const end = line.indexOf('`', at + 1);
      const body = line.slice(at + 1, end);
      if (end < 0 || body.includes('\\')) return false;
      inner.push(body);
      at = end + 1;
      return true;
    }
    const next = line[at + 1] ?? '';
    if (next === '(') {
      if (line[at + 2] === '(') return false;
      const end = closingParenthesis(line, at + 2);
      if (end === undefined) return false;
      inner.push(line.slice(at + 2, end));
      at = end + 1;
      return true;
    }
    if (next === '{') {
      const plain = /^\$\{[A-Za-z_][A-Za-z0-9_]*\}/.exec(line.slice(at));
      if (!plain) return false;
      one.text += plain[0];
      at += plain[0].length;
      return true;
    }
    // $'…' and $"…" have rules of their own.
    if (next === "'" || next === '"') return false;
    one.text += '$';
    at += 1;
    return true;
  };

  while (at < line.length) {
    const char = line[at] ?? '';
    if (char === '\\') {
      const next = line[at + 1];
      if (next === undefined) return undefined;
      if (next !== '\n') {
        current().text += next;
        current().quoted = true;
      }
      at += 2;
    } else if (char === "'") {
      const end = line.indexOf("'", at + 1);
      if (end < 0) return undefined;
      current().text += line.slice(at + 1, end);
      current().quoted = true;
      at = end + 1;
    } else if (char === '"') {
      current().quoted = true;
      at += 1;
      while (line[at] !== '"') {
        const inside = line[at];
        if (inside === undefined) return undefined;
        if (inside === '$' || inside === '`') {
          if (!expand()) return undefined;
        } else if (inside === '\\') {
          const next = line[at + 1] ?? '';
          current().text += '$`"\\'.includes(next) ? next : next === '\n' ? '' : `\\${next}`;
          at += 2;
        } else {
          current().text += inside;
          at += 1;
        }
      }
      at += 1;
    } else if (char === '$' || char === '`') {
      if (!expand()) return undefined;
    } else if (blank.test(char)) {
      endWord();
      at += 1;
    } else if (char === '#' && !word) {
      const end = line.indexOf('\n', at);
      at = end < 0 ? line.length : end;
    } else if (char === '\n' || char === ';' || char === '|' || char === '(' || char === ')') {
      endWord();
      tokens.push({ kind: 'end' });
      at += line.startsWith('||', at) || line.startsWith('|&', at) ? 2 : 1;
    } else if (char === '&' && line[at + 1] !== '>') {
      endWord();
      tokens.push({ kind: 'end' });
      at += line[at + 1] === '&' ? 2 : 1;
    } else if (char === '<' || char === '>' || char === '&') {
      const operator = /^(&>>?|<<<|<>|>>|>\||[<>]&|[<>])/.exec(line.slice(at))?.[0];
      // Here-documents and process substitutions hold what this does not read.
      if (!operator || line.startsWith('<<', at) || /^[<>]\(/.test(line.slice(at))) return undefined;
      if (word && /^\d+$/.test(word.text) && !word.quoted) word = undefined;
      endWord();
      at += operator.length;
      // `2>&1` and `>&-` name no file.
      const duplicate = operator.endsWith('&') ? /^(\d+|-)/.exec(line.slice(at))?.[0] : undefined;
      if (duplicate) at += duplicate.length;
      else tokens.push({ kind: 'redirect', writes: operator.includes('>') });
    } else {
      const one = current();
      one.text += char;
      if (globbing.test(char) || char === '{' || char === '}' || (char === '~' && one.text === '~'))
        one.dynamic = true;
      at += 1;
    }
  }
  endWord();
  return { tokens, inner };
}

/** The place of the `)` that ends a `$(`, with quotes and nesting seen; undefined without one. */
function closingParenthesis(line: string, from: number): number | undefined {
  let depth = 1;
  for (let at = from; at < line.length; at += 1) {
    const char = line[at];
    if (char === '\\') at += 1;
    else if (char === "'") {
      at = line.indexOf("'", at + 1);
      if (at < 0) return undefined;
    } else if (char === '"') {
      // A quoted part may hold a substitution of its own; that is more than is read here.
      const end = line.indexOf('"', at + 1);
      if (end < 0 || /[$`\\]/.test(line.slice(at, end))) return undefined;
      at = end;
    } else if (char === '(') depth += 1;
    else if (char === ')') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return undefined;
}
