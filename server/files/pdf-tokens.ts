/** What a PDF is made of, as it streams by. */
export type TokenListener = {
  /** A name, decoded (`/J#61vaScript` is JavaScript); `isGlued` to what stands before it, as in an address. */
  name(name: string, isGlued: boolean): void;
  /** A word that ends as `obj` and `stream` do: its last sixteen letters, and the place after it. Of other words nothing. */
  word(word: string, end: number): void;
  /** A delimiter, a backslash or the end of a line, and its place. */
  sign(byte: number, at: number): void;
};

const regular = 0;
const white = 1;
const sign = 2;
const kinds = new Uint8Array(256);
for (const byte of [0, 9, 12, 32]) kinds[byte] = white;
for (const byte of Buffer.from('()<>[]{}/%\\\r\n')) kinds[byte] = sign;

const slash = 0x2f;
/** Last letters of `obj` and `stream`. */
const lastLetters: ReadonlyArray<number | undefined> = [0x6a, 0x6d];
/** Longer than any name that means something. */
const longestName = 128;
const longestWord = 16;

/** Splits bytes into names, words and signs, in constant memory however long a run is (ISO 32000-1, 7.2). */
export class PdfTokens {
  readonly #told: TokenListener;
  #held = '';
  #isName = false;
  #isGlued = false;

  constructor(told: TokenListener) {
    this.#told = told;
  }

  /** `at`: the place of the first byte. */
  write(chunk: Buffer, at: number): void {
    let from = 0;
    for (let index = 0; index < chunk.length; index++) {
      const byte = chunk[index] ?? 0;
      const kind = kinds[byte];
      if (kind === regular) continue;
      const wasToken = index > from || this.#held !== '' || this.#isName;
      if (wasToken) this.#end(chunk, from, index, at);
      from = index + 1;
      if (byte === slash) {
        this.#isName = true;
        this.#isGlued = wasToken;
      } else if (kind === sign) this.#told.sign(byte, at + index);
    }
    this.#hold(chunk, from, chunk.length);
  }

  /** Keeps of a run what is told at its end: a name's first letters, a word's last. */
  #hold(chunk: Buffer, from: number, to: number): void {
    if (this.#isName)
      this.#held = (this.#held + chunk.toString('latin1', from, Math.min(to, from + longestName))).slice(
        0,
        longestName,
      );
    else this.#held = (this.#held + chunk.toString('latin1', Math.max(from, to - longestWord), to)).slice(-longestWord);
  }

  #end(chunk: Buffer, from: number, to: number, at: number): void {
    const last = to > from ? chunk[to - 1] : this.#held.charCodeAt(this.#held.length - 1);
    if (this.#isName) {
      this.#hold(chunk, from, to);
      this.#told.name(decodeName(this.#held), this.#isGlued);
    } else if (lastLetters.includes(last)) {
      this.#hold(chunk, from, to);
      this.#told.word(this.#held, at + to);
    }
    this.#held = '';
    this.#isName = false;
  }
}

function decodeName(text: string): string {
  if (!text.includes('#')) return text;
  return text.replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
