const query = 0x51;
const sync = 0x53;
const parts = new Set([0x50, 0x42, 0x44, 0x45, 0x43, 0x48]);

/**
 * Splits the bytes that a PostgreSQL client sends into messages, and calls `pass(bytes, text)` for each. `text` is the
 * SQL of a simple query, or null for a message without a statement, such as the password. The messages of a prepared
 * statement are passed together, with the text ''.
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

  /**
   * The length of the next message in bytes, or 0 if its length field has not arrived completely. It includes the type
   * byte, which every message has except the first one of a connection.
   */
  #lengthOf(bytes: Buffer): number {
    const typeLength = this.#isStarted ? 1 : 0;
    return bytes.length < typeLength + 4 ? 0 : bytes.readInt32BE(typeLength) + typeLength;
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
