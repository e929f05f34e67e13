const query = 0x51;
const sync = 0x53;
const parts = new Set([0x50, 0x42, 0x44, 0x45, 0x43, 0x48]);

/**
 * Cuts what a driver sends into whole statements of PostgreSQL's protocol: `pass(bytes, text)` with the text of a plain
 * query, '' for a prepared one, null for what is no statement (start-up, password, goodbye).
 */
export class StatementReader {
  readonly #pass: (bytes: Buffer, text: string | null) => void;
  #left: Buffer = Buffer.alloc(0);
  #held: Buffer[] = [];
  #isStarted = false;

  constructor(pass: (bytes: Buffer, text: string | null) => void) {
    this.#pass = pass;
  }

  read(chunk: Buffer): void {
    let bytes = this.#left.length > 0 ? Buffer.concat([this.#left, chunk]) : chunk;
    for (let length = this.#lengthOf(bytes); length > 0 && length <= bytes.length; length = this.#lengthOf(bytes)) {
      this.#take(bytes.subarray(0, length));
      bytes = bytes.subarray(length);
    }
    this.#left = bytes;
  }

  /** Of the next message, 0 while that is not known; the first one has no letter. */
  #lengthOf(bytes: Buffer): number {
    const letter = this.#isStarted ? 1 : 0;
    return bytes.length < letter + 4 ? 0 : bytes.readInt32BE(letter) + letter;
  }

  #take(message: Buffer): void {
    const kind = this.#isStarted ? message[0] : 0;
    this.#isStarted = true;
    this.#held.push(message);
    if (kind !== undefined && parts.has(kind)) return;
    const whole = Buffer.concat(this.#held);
    this.#held = [];
    const text = kind === query ? message.toString('utf8', 5, message.length - 1) : kind === sync ? '' : null;
    this.#pass(whole, text);
  }
}
