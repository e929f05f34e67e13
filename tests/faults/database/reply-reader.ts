const readyForQuery = 0x5a;

/** Counts the statements that PostgreSQL has answered. Each reply to a statement ends with a ReadyForQuery message. */
export class ReplyReader {
  #left: Buffer = Buffer.alloc(0);
  #unanswered = 0;
  /**
   * How many statements, up to and including the one marked with `mark()`, still await a reply. Infinity before the
   * first mark.
   */
  #toMark = Infinity;

  /** Counts a statement as sent. The caller must call this for each statement that it sends. */
  expect(): void {
    this.#unanswered += 1;
  }

  /** Marks the statement that was sent last, so that `read()` reports when the reply to it is complete. */
  mark(): void {
    this.#toMark = this.#unanswered;
  }

  /**
   * Reads bytes that PostgreSQL sends. Returns true once the reply to the statement marked with `mark()` is complete.
   */
  read(chunk: Buffer): boolean {
    let bytes = this.#left.length > 0 ? Buffer.concat([this.#left, chunk]) : chunk;
    while (bytes.length >= 5 && bytes.length > bytes.readInt32BE(1)) {
      // PostgreSQL sends ReadyForQuery after the authentication, too. That message answers no statement, so it is not
      // counted.
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
