import type { WholeFile } from '../../providers/blobs/blobs.ts';

/**
 * An upload that has been checked and stored. It takes the file's place in the parsed body of a call and contains no
 * bytes.
 */
export class ReceivedFile extends File {
  readonly id: string;
  readonly stored: { bytes: number; sha256: Buffer; media_type: string };
  readonly #sentSha256: Buffer;

  /**
   * `sentSha256` is the hash of the bytes that the client sent, which differ from the stored ones if an image was
   * re-encoded.
   */
  constructor(id: string, sentSha256: Buffer, { bytes, sha256, mediaType }: WholeFile) {
    super([], id, { type: mediaType });
    this.id = id;
    this.stored = { bytes, sha256, media_type: mediaType };
    this.#sentSha256 = sentSha256;
  }

  /** Part of the request hash under an idempotency key, so that the same key with another file is rejected. */
  toJSON(): string {
    return this.#sentSha256.toString('hex');
  }
}
