/** How many dictionaries and arrays may be open at the same time. Real documents have about ten. */
const maxDepth = 500;
const codeOf = (character: string) => character.charCodeAt(0);
const [open, close, percent, backslash, newLine, carriage] = ['(', ')', '%', '\\', '\n', '\r'].map(codeOf);
const [less, greater, openArray, closeArray] = ['<', '>', '[', ']'].map(codeOf);

/** Distinguishes strings, comments and the contents of streams (`body`) from the rest of a PDF (`plain`). */
export class PdfContext {
  current: 'plain' | 'string' | 'comment' | 'body' = 'plain';
  /** Nesting depth of parentheses in the current string. */
  #depth = 0;
  /**
   * Offset of the character after the last backslash in a string, which the backslash escapes; -1 if there was none.
   */
  #escapedOffset = -1;

  delimiter(byte: number, offset: number): void {
    if (this.current === 'plain') {
      if (byte === open) this.current = 'string';
      if (byte === percent) this.current = 'comment';
      this.#depth = 1;
    } else if (this.current === 'comment') {
      if (byte === newLine || byte === carriage) this.current = 'plain';
    } else if (this.current === 'string' && offset !== this.#escapedOffset) {
      if (byte === backslash) this.#escapedOffset = offset + 1;
      if (byte === open) this.#depth += 1;
      if (byte === close) this.#depth -= 1;
      if (this.#depth === 0) this.current = 'plain';
    }
  }
}

/** An open array or dictionary. `isValueNext`: the last key of the dictionary has no value yet. */
type Container = { isArray: boolean; isValueNext: boolean };

/**
 * Tracks which dictionaries and arrays are open while a PDF is read, even if reading begins in the middle of the file.
 * A dictionary counts as open if a lenient reader, such as PDF.js, may regard it as open. Inside a dictionary, such a
 * reader skips keywords and, after a key, takes even `>>` as a value.
 */
export class PdfNesting {
  /** True if more dictionaries and arrays were open than this class can follow. */
  isTooDeep = false;
  readonly #context = new PdfContext();
  readonly #containers: Container[] = [];
  /** Offset of the `<` at which the current hex string began; null outside hex strings. */
  #hexOffset: number | null = null;
  /** Offset of a `>` that may be the first half of `>>`; -1 if there is none. */
  #greaterOffset = -1;
  /**
   * True if a `>>` that begins at `#greaterOffset` would be the value of a key, and so would not close the dictionary.
   */
  #isGreaterValue = false;

  /** True inside a dictionary, an array, a string or a comment. */
  get isInside(): boolean {
    return !this.isInBody && (!this.#isPlain || this.isInContainer);
  }

  /** True inside a dictionary or an array, but not in a string or comment there. */
  get isInContainer(): boolean {
    return this.#isPlain && this.#containers.length > 0;
  }

  get isInBody(): boolean {
    return this.#context.current === 'body';
  }

  /** True inside a comment that is not in a dictionary or an array. */
  get isInTopComment(): boolean {
    return this.#context.current === 'comment' && this.#containers.length === 0;
  }

  get #isPlain(): boolean {
    return this.#context.current === 'plain' && this.#hexOffset === null;
  }

  /** Handles the keyword `stream`. */
  beginBody(): void {
    if (this.#isPlain) this.#context.current = 'body';
  }

  /** Handles the keyword `endstream`. */
  endBody(): void {
    if (this.isInBody) this.#context.current = 'plain';
  }

  name(): void {
    const container = this.#containers.at(-1);
    if (this.#isPlain && container) container.isValueNext = !container.isValueNext;
  }

  /** Handles every token, except a name, that may be a value in a dictionary or an array. */
  value(): void {
    const container = this.#containers.at(-1);
    if (this.#isPlain && container) container.isValueNext = false;
  }

  delimiter(byte: number, offset: number): void {
    if (this.#hexOffset !== null) this.#endHex(byte, offset);
    else if (!this.#isPlain) this.#context.delimiter(byte, offset);
    else if (byte === greater) this.#closeDictionary(offset);
    else if (byte !== newLine && byte !== carriage) {
      if (byte !== percent) this.value();
      if (byte === openArray) this.#push(true);
      if (byte === closeArray && this.#containers.at(-1)?.isArray) this.#containers.pop();
      if (byte === less) this.#hexOffset = offset;
      this.#context.delimiter(byte, offset);
    }
  }

  #endHex(byte: number, offset: number): void {
    const isDictionary = byte === less && offset - 1 === this.#hexOffset;
    if (isDictionary) this.#push(false);
    if (isDictionary || byte === greater) this.#hexOffset = null;
  }

  #closeDictionary(offset: number): void {
    const container = this.#containers.at(-1);
    if (this.#greaterOffset === offset - 1 && offset > 0) {
      this.#greaterOffset = -1;
      if (!this.#isGreaterValue && container?.isArray === false) this.#containers.pop();
    } else {
      this.#greaterOffset = offset;
      this.#isGreaterValue = container?.isValueNext ?? false;
      this.value();
    }
  }

  #push(isArray: boolean): void {
    if (this.#containers.length < maxDepth) this.#containers.push({ isArray, isValueNext: false });
    else this.isTooDeep = true;
  }
}
