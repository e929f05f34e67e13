/** The body is no `multipart/form-data`, or is not whole. */
export class Malformed extends Error {
  override name = 'Malformed';
}

const longestHead = 8 * 1024;
const headEnd = Buffer.from('\r\n\r\n');

/** The boundary that a content type names. @throws Malformed where it is no `multipart/form-data` */
export function readBoundary(contentType = ''): string {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) throw new Malformed('no form');
  const [, quoted, plain] = /;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (!boundary) throw new Malformed('no boundary');
  return boundary;
}

/**
 * Reads the parts of a form one after the other in constant memory, as they are asked for (RFC 7578). Written here, since
 * the usual parser waits for ever on some broken bodies.
 */
export class PartReader {
  readonly #source: AsyncIterator<Buffer>;
  readonly #delimiter: Buffer;
  // The first delimiter stands at the very start, where no line ends before it.
  #buffer: Buffer = Buffer.from('\r\n');

  constructor(source: AsyncIterator<Buffer>, boundary: string) {
    this.#source = source;
    this.#delimiter = Buffer.from(`\r\n--${boundary}`);
  }

  /** The head of the next part, null after the last. What is left of the part before, or of the preamble, is passed over. */
  async next(): Promise<string | null> {
    for await (const _ of this.body(longestHead));
    return this.#readHead();
  }

  /** The bytes of the current part. @throws Malformed where the body ends before it, or more than `most` come */
  async *body(most = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
    let passed = 0;
    for (;;) {
      const end = this.#buffer.indexOf(this.#delimiter);
      const sure = end >= 0 ? end : this.#buffer.length - this.#delimiter.length + 1;
      if (sure > 0) {
        passed += sure;
        if (passed > most) throw new Malformed('too much');
        const bytes = this.#buffer.subarray(0, sure);
        this.#buffer = this.#buffer.subarray(sure);
        yield bytes;
      }
      if (end >= 0) return;
      await this.#fill();
    }
  }

  async #fill(): Promise<void> {
    const { done, value } = await this.#source.next();
    if (done) throw new Malformed('cut off');
    this.#buffer = this.#buffer.length === 0 ? value : Buffer.concat([this.#buffer, value]);
  }

  /** Stands before a delimiter; reads it and what follows it up to the part's first byte. */
  async #readHead(): Promise<string | null> {
    const start = this.#delimiter.length;
    while (this.#buffer.length < start + 2) await this.#fill();
    const mark = this.#buffer.toString('latin1', start, start + 2);
    if (mark === '--') return null;
    if (mark !== '\r\n') throw new Malformed('no delimiter');
    let end = this.#buffer.indexOf(headEnd, start);
    while (end < 0) {
      if (this.#buffer.length > start + longestHead) throw new Malformed('endless head');
      await this.#fill();
      end = this.#buffer.indexOf(headEnd, start);
    }
    const head = this.#buffer.toString('latin1', start + 2, end);
    this.#buffer = this.#buffer.subarray(end + headEnd.length);
    return head;
  }
}
