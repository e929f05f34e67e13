/** Receives the tokens of a PDF while it is read. Offsets are positions in the file. */
export type TokenListener = {
  /**
   * Receives a name with its escapes decoded, for example `JavaScript` for `/J#61vaScript`. `isGlued`: other text
   * comes directly before its slash, as before a path segment in a URL.
   */
  name(name: string, isGlued: boolean): void;
  /**
   * Receives a word that may be the keyword `obj` or `stream`, or the end of a reference: a word that ends in `j`, `m`
   * or `R`. `word`: its last 16 characters. `end`: the offset after it.
   */
  word(word: string, end: number): void;
  /** Receives the last character of every word. Called before `word`. */
  value(last: number): void;
  /** Receives a delimiter, a backslash or a line end, and its offset. */
  delimiter(byte: number, offset: number): void;
};

const regular = 0;
const white = 1;
const delimiter = 2;
const kinds = new Uint8Array(256);
for (const byte of [0, 9, 12, 32]) kinds[byte] = white;
for (const byte of Buffer.from('()<>[]{}/%\\\r\n')) kinds[byte] = delimiter;

const slash = 0x2f;
/** The last letters of the words that the listener receives: `obj`, `stream`, and references such as `7 0 R`. */
const lastLetters: ReadonlyArray<number | undefined> = [0x6a, 0x6d, 0x52];
/** How many characters of a name are read. All names that have a meaning in PDF are shorter. */
const maxNameLength = 128;
const maxWordLength = 16;

/** Splits a PDF into names, words and delimiters, in constant memory even for very long tokens (ISO 32000-1, 7.2). */
export class PdfTokens {
  readonly #listener: TokenListener;
  /**
   * The part of the current token that was in earlier chunks: the first characters of a name, or the last characters
   * of a word.
   */
  #held = '';
  #isName = false;
  #isGlued = false;

  constructor(listener: TokenListener) {
    this.#listener = listener;
  }

  /** Reads the next chunk of the file. `offset` is the chunk's position in the file. */
  write(chunk: Buffer, offset: number): void {
    let from = 0;
    for (let index = 0; index < chunk.length; index++) {
      const byte = chunk[index] ?? 0;
      const kind = kinds[byte];
      if (kind === regular) continue;
      const wasToken = index > from || this.#held !== '' || this.#isName;
      if (wasToken) this.#end(chunk, from, index, offset);
      from = index + 1;
      if (byte === slash) {
        this.#isName = true;
        this.#isGlued = wasToken;
      } else if (kind === delimiter) this.#listener.delimiter(byte, offset + index);
    }
    this.#hold(chunk, from, chunk.length);
  }

  /**
   * Adds a part of a chunk to the current token. Stores only the first characters of a name, and only the last ones of
   * a word.
   */
  #hold(chunk: Buffer, from: number, to: number): void {
    if (this.#isName)
      this.#held = (this.#held + chunk.toString('latin1', from, Math.min(to, from + maxNameLength))).slice(
        0,
        maxNameLength,
      );
    else
      this.#held = (this.#held + chunk.toString('latin1', Math.max(from, to - maxWordLength), to)).slice(
        -maxWordLength,
      );
  }

  #end(chunk: Buffer, from: number, to: number, offset: number): void {
    const last = (to > from ? chunk[to - 1] : this.#held.charCodeAt(this.#held.length - 1)) ?? 0;
    if (this.#isName) {
      this.#hold(chunk, from, to);
      this.#listener.name(decodeName(this.#held), this.#isGlued);
    } else {
      this.#listener.value(last);
      if (lastLetters.includes(last)) {
        this.#hold(chunk, from, to);
        this.#listener.word(this.#held, offset + to);
      }
    }
    this.#held = '';
    this.#isName = false;
  }
}

function decodeName(text: string): string {
  if (!text.includes('#')) return text;
  return text.replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
