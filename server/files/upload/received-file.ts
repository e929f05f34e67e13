import type { WholeFile } from '../../providers/blobs/blobs.ts';

/** An upload that is checked and stored. It stands for the file in the parsed body of a call and contains no bytes. */
export class ReceivedFile extends File {
  readonly id: string;
  readonly stored: { bytes: number; sha256: Buffer; media_type: string };
  readonly #sentSha256: Buffer;

  /** `sentSha256`: of the bytes as the client sent them. */
  constructor(id: string, sentSha256: Buffer, { bytes, sha256, mediaType }: WholeFile) {
    super([], id, { type: mediaType });
    this.id = id;
    this.stored = { bytes, sha256, media_type: mediaType };
    this.#sentSha256 = sentSha256;
  }

  /** Used in the request hash of the idempotency key, so that the same key with another file is rejected. */
  toJSON(): string {
    return this.#sentSha256.toString('hex');
  }
}
