const readyForQuery = 0x5a;

/** Tells which of the statements that were sent PostgreSQL has answered: ReadyForQuery is its last word on each. */
export class ReplyReader {
  #left: Buffer = Buffer.alloc(0);
  #unanswered = 0;
  /** Statements up to the marked one that have no answer yet. */
  #toMark = Infinity;

  /** A statement is sent. */
  expect(): void {
    this.#unanswered += 1;
  }

  /** Waits for the answer of the statement that was sent last. */
  mark(): void {
    this.#toMark = this.#unanswered;
  }

  /** True once the marked statement is answered. */
  read(chunk: Buffer): boolean {
    let bytes = this.#left.length > 0 ? Buffer.concat([this.#left, chunk]) : chunk;
    while (bytes.length >= 5 && bytes.length > bytes.readInt32BE(1)) {
      // The first one ends the sign-in.
      if (bytes[0] === readyForQuery && this.#unanswered > 0) {
        this.#unanswered -= 1;
        this.#toMark -= 1;
      }
      bytes = bytes.subarray(bytes.readInt32BE(1) + 1);
    }
    this.#left = bytes;
    return this.#toMark <= 0;
  }
}
