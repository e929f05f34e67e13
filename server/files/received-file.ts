import type { WholeFile } from '../providers/blobs.ts';

/** An upload that is checked and in the store: what a call's body has instead of the bytes themselves. */
export class ReceivedFile extends File {
  readonly id: string;
  readonly stored: { bytes: number; sha256: Buffer; media_type: string };
  readonly #sent: Buffer;

  /** `sent`: SHA-256 of the bytes as they came. */
  constructor(id: string, sent: Buffer, { bytes, sha256, mediaType }: WholeFile) {
    super([], id, { type: mediaType });
    this.id = id;
    this.stored = { bytes, sha256, media_type: mediaType };
    this.#sent = sent;
  }

  /** What tells a repeated call from another one under its key. */
  toJSON(): string {
    return this.#sent.toString('hex');
  }
}
