/** Thrown for a body that is not `multipart/form-data`, or that is incomplete. */
export class MalformedBody extends Error {
  override name = 'MalformedBody';
}

const maxHeadBytes = 8 * 1024;
const headEnd = Buffer.from('\r\n\r\n');

/**
 * Reads the boundary from a Content-Type header.
 * @throws MalformedBody unless the header says `multipart/form-data` and has a boundary
 */
export function parseBoundary(contentType = ''): string {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) throw new MalformedBody('no form');
  const [, quoted, plain] = /;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (!boundary) throw new MalformedBody('no boundary');
  return boundary;
}

/**
 * Reads the parts of a multipart body one after the other, on demand and in constant memory (RFC 7578). We wrote this
 * parser ourselves, because Fastify's usual one never finishes on some broken bodies (decision 56, "Read multipart
 * bodies with our own parser").
 */
export class MultipartReader {
  readonly #source: AsyncIterator<Buffer>;
  readonly #delimiter: Buffer;
  // A delimiter includes the line end before it. The first delimiter of a body has no line end before it, so put one
  // into the buffer.
  #buffer: Buffer = Buffer.from('\r\n');

  constructor(source: AsyncIterator<Buffer>, boundary: string) {
    this.#source = source;
    this.#delimiter = Buffer.from(`\r\n--${boundary}`);
  }

  /**
   * Returns the head (the header lines) of the next part, or null after the last part. Skips the rest of the current
   * part, or what comes before the first part.
   */
  async next(): Promise<string | null> {
    for await (const _ of this.body(maxHeadBytes));
    return this.#readHead();
  }

  /**
   * Yields the bytes of the current part.
   * @throws MalformedBody if the body ends inside the part, or the part has more than `limit` bytes
   */
  async *body(limit = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
    let yielded = 0;
    for (;;) {
      const end = this.#buffer.indexOf(this.#delimiter);
      // If the buffer contains no complete delimiter, its last bytes may be the start of one, so they are not yielded
      // yet.
      const safeLength = end >= 0 ? end : this.#buffer.length - this.#delimiter.length + 1;
      if (safeLength > 0) {
        yielded += safeLength;
        if (yielded > limit) throw new MalformedBody('too much');
        const bytes = this.#buffer.subarray(0, safeLength);
        this.#buffer = this.#buffer.subarray(safeLength);
        yield bytes;
      }
      if (end >= 0) return;
      await this.#fill();
    }
  }

  async #fill(): Promise<void> {
    const { done, value } = await this.#source.next();
    if (done) throw new MalformedBody('cut off');
    this.#buffer = this.#buffer.length === 0 ? value : Buffer.concat([this.#buffer, value]);
  }

  /**
   * Reads the delimiter at the start of the buffer and the part's head after it, up to the first byte of the part's
   * content.
   */
  async #readHead(): Promise<string | null> {
    const start = this.#delimiter.length;
    while (this.#buffer.length < start + 2) await this.#fill();
    const afterDelimiter = this.#buffer.toString('latin1', start, start + 2);
    if (afterDelimiter === '--') return null;
    if (afterDelimiter !== '\r\n') throw new MalformedBody('no delimiter');
    let end = this.#buffer.indexOf(headEnd, start);
    while (end < 0) {
      if (this.#buffer.length > start + maxHeadBytes) throw new MalformedBody('endless head');
      await this.#fill();
      end = this.#buffer.indexOf(headEnd, start);
    }
    const head = this.#buffer.toString('latin1', start + 2, end);
    this.#buffer = this.#buffer.subarray(end + headEnd.length);
    return head;
  }
}
