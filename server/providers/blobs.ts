import type { Readable } from 'node:stream';

/** Bytes `first` to `last`, both included. */
export type ByteRange = { first: number; last: number };

/** A whole file on this machine, ready to be stored. */
export type WholeFile = {
  path: string;
  bytes: number;
  sha256: Buffer;
  mediaType: string;
};

/**
 * Where uploaded bytes are kept (design 12). Ids are UUIDs that a database row has first, so that no list of what is
 * there is needed. Every call throws `BlobsUnavailable` where the store cannot do it at present.
 */
export type Blobs = {
  /** Stores a file under a new id, whole or not at all. The file is the store's from then on: it may be moved. */
  put(id: string, file: WholeFile): Promise<void>;
  /** The stored bytes as a stream, null where there are none. */
  open(id: string, range?: ByteRange): Promise<Readable | null>;
  /** Removes what is stored; nothing where there is none. */
  remove(id: string): Promise<void>;
};

/** The store is full, cannot be reached or refuses: a later try may succeed. */
export class BlobsUnavailable extends Error {
  override name = 'BlobsUnavailable';
}
