import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Kysely } from 'kysely';
import type { Endpoint, Received } from '../../../contract/endpoint.ts';
import type { Database, Tx } from '../../db/schema.ts';
import type { CallKey } from '../idempotency/idempotency.repo.ts';

/** The signed-in student of a call, and their session. */
export type Subject = { studentId: string; sessionId: string };

type Needed<E extends Endpoint> = E['policy'] extends 'student' | 'owner' ? Subject : Subject | null;
type Ticket<E extends Endpoint> = E['policy'] extends 'ticket' ? { studentId: string } : null;
/** Keyed calls get the transaction in which their response is stored; all others get the pool. */
type Handle<E extends Endpoint> = E['idempotency'] extends 'keyed' ? Tx : Kysely<Database>;

/** What a handler gets: the parsed input, the caller, and the database. */
export type Call<E extends Endpoint> = Received<E> & {
  subject: Needed<E>;
  ticket: Ticket<E>;
  db: Handle<E>;
  address: string;
  userAgent: string | null;
  /** `scheme://host` that the browser used. */
  origin: string;
  reply: FastifyReply;
  /** The idempotency key, for handlers that store it themselves. Null when the call has none. */
  callKey: CallKey | null;
};

/** A response with a status other than 200. */
export class StatusResponse {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    this.status = status;
    this.body = body;
  }
}

/** A response that the handler has already parsed with its schema and serialised. It is sent unchanged. */
export class PreserialisedResponse extends StatusResponse {
  readonly text: string;

  constructor({ status, body, text }: { status: number; body: unknown; text: string }) {
    super(status, body);
    this.text = text;
  }
}

/** A private file, streamed to the client. `range`: the requested part, both ends included; null for the whole file. */
export class StreamResponse {
  readonly stream: Readable;
  readonly mediaType: string;
  readonly name: string;
  /** Size of the whole file. */
  readonly bytes: number;
  readonly range: { first: number; last: number } | null;

  constructor(stream: Readable, file: Pick<StreamResponse, 'mediaType' | 'name' | 'bytes' | 'range'>) {
    this.stream = stream;
    this.mediaType = file.mediaType;
    this.name = file.name;
    this.bytes = file.bytes;
    this.range = file.range;
  }
}
