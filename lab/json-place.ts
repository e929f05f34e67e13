/**
 * Matches one JSON token with the white space before it. The three groups match a string; a number, `true`, `false` or
 * `null`; and a punctuation mark.
 */
const tokenPattern =
  /[ \t\n\r]*(?:("(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)\b)|([{}[\],:]))/uy;
const whiteSpace = /[ \t\n\r]*/y;

/**
 * What JSON allows next. `valueOrEnd`: a value or the end of an empty list. `keyOrEnd`: a key or the end of an empty
 * object.
 */
type Expected = 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'commaOrEnd';

/** Checks one token after the other by the grammar of JSON, to find out where a text stops being valid JSON. */
class Grammar {
  readonly #open: string[] = [];
  #expected: Expected = 'value';

  /**
   * Takes the next token and returns whether JSON allows it there. `kind`: `text` for a string; `word` for a number,
   * `true`, `false` or `null`; otherwise the punctuation mark itself.
   */
  accept(kind: string): boolean {
    const expected = this.#expected;
    if (kind === '}' || kind === ']') return this.#close(kind);
    if (expected === 'colon') return this.#go(kind === ':', 'value');
    if (expected === 'commaOrEnd')
      return this.#go(kind === ',' && this.#open.length > 0, this.#isInObject ? 'key' : 'value');
    if (expected === 'key' || expected === 'keyOrEnd') return this.#go(kind === 'text', 'colon');
    if (kind === '{' || kind === '[') {
      this.#open.push(kind);
      return this.#go(true, kind === '{' ? 'keyOrEnd' : 'valueOrEnd');
    }
    return this.#go(kind === 'text' || kind === 'word', 'commaOrEnd');
  }

  get #isInObject(): boolean {
    return this.#open.at(-1) === '{';
  }

  #go(isAllowed: boolean, next: Expected): boolean {
    this.#expected = next;
    return isAllowed;
  }

  #close(kind: string): boolean {
    const isEmpty = this.#expected === (kind === '}' ? 'keyOrEnd' : 'valueOrEnd');
    const isAllowed = this.#open.pop() === (kind === '}' ? '{' : '[') && (isEmpty || this.#expected === 'commaOrEnd');
    return this.#go(isAllowed, 'commaOrEnd');
  }
}

/**
 * Returns where an invalid text stops being JSON, such as `line 3, column 13`. The error messages of `JSON.parse` do
 * not always contain this position, and they differ between browsers.
 */
export function damagePlace(text: string): string {
  const grammar = new Grammar();
  let end = 0;
  for (;;) {
    tokenPattern.lastIndex = end;
    const found = tokenPattern.exec(text);
    const kind = found && (found[1] ? 'text' : found[2] ? 'word' : (found[3] ?? ''));
    if (!kind || !grammar.accept(kind)) break;
    end = tokenPattern.lastIndex;
  }
  whiteSpace.lastIndex = end;
  const before = text.slice(0, end + (whiteSpace.exec(text)?.[0].length ?? 0)).split('\n');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}
