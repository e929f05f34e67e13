export type JsonFault = { line: number; column: number; words: string };

const space = /[\t\n\r ]*/y;
const string = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;
const scalar = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const deepest = 100;

/** Where parsing stopped, and what was expected there. */
class Stopped extends Error {
  readonly at: number;

  constructor(at: number, words: string) {
    super(words);
    this.at = at;
  }
}

class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readWhole(): void {
    this.#readValue(0);
    if (this.#at < this.#text.length) throw new Stopped(this.#at, 'there is more after the end');
  }

  #take(what: RegExp): boolean {
    what.lastIndex = this.#at;
    const found = what.exec(this.#text);
    if (!found) return false;
    this.#at += found[0].length;
    return true;
  }

  #takeSign(sign: string): boolean {
    this.#take(space);
    if (this.#text[this.#at] !== sign) return false;
    this.#at += 1;
    this.#take(space);
    return true;
  }

  #need(isThere: boolean, what: string): void {
    if (isThere) return;
    const isEnd = this.#at >= this.#text.length;
    throw new Stopped(this.#at, isEnd ? `the file ends where ${what} has to stand` : `${what} has to stand here`);
  }

  #readValue(depth: number): void {
    this.#need(depth < deepest, 'something less nested');
    this.#take(space);
    if (this.#takeSign('{')) this.#readRest('}', () => this.#readProperty(depth));
    else if (this.#takeSign('[')) this.#readRest(']', () => this.#readValue(depth + 1));
    else this.#need(this.#take(string) || this.#take(scalar), 'a value');
    this.#take(space);
  }

  #readProperty(depth: number): void {
    this.#need(this.#take(string), 'a name in double quotes');
    this.#need(this.#takeSign(':'), 'a colon');
    this.#readValue(depth + 1);
  }

  #readRest(end: string, readPart: () => void): void {
    if (this.#takeSign(end)) return;
    do readPart();
    while (this.#takeSign(','));
    this.#need(this.#takeSign(end), `a comma or ${end}`);
  }
}

/** Line and column, from 1, at which a text stops being JSON; null for valid JSON. Browsers' own messages differ, and some name no position. */
export function findJsonFault(text: string): JsonFault | null {
  try {
    new Scanner(text).readWhole();
    return null;
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    const before = text.slice(0, error.at).split('\n');
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, words: error.message };
  }
}
