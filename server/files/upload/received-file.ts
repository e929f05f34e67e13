import type { WholeFile } from '../../providers/blobs/blobs.ts';

/**
 * An upload that has been checked and stored. In the parsed body of a call, it is the value of the field `file`; it
 * does not contain the bytes of the upload.
 */
export class ReceivedFile extends File {
  readonly id: string;
  readonly stored: { bytes: number; sha256: Buffer; media_type: string };
  readonly #sentSha256: Buffer;

  /**
   * `sentSha256` is the hash of the bytes that the client sent. The stored bytes differ from them if an image was
   * re-encoded.
   */
  constructor(id: string, sentSha256: Buffer, { bytes, sha256, mediaType }: WholeFile) {
    super([], id, { type: mediaType });
    this.id = id;
    this.stored = { bytes, sha256, media_type: mediaType };
    this.#sentSha256 = sentSha256;
  }

  /**
   * Represents the file by its SHA-256 (hexadecimal) when the request is hashed. The hash of the request is stored with
   * its idempotency key, so a call with the same key and a different file is rejected.
   */
  toJSON(): string {
    return this.#sentSha256.toString('hex');
  }
}
