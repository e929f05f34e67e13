import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Kysely } from 'kysely';
import type { Endpoint, Received } from '../../../contract/endpoint.ts';
import type { StaffRole } from '../../../contract/staff/permissions.ts';
import type { Database, Tx } from '../../db/schema.ts';
import type { CallKey } from '../idempotency/idempotency.repo.ts';

/** The signed-in student who makes a call, and the id of the student's sign-in session. */
export type Subject = { studentId: string; sessionId: string };

/**
 * The staff member who makes a call.
 * - `stage`: how far the sign-in is. Before `signedIn`, only the password or the invitation link has been checked, and
 *   only calls with the policy `staffPending` are allowed.
 * - `verifiedAt`: when the second factor was last used; null before `signedIn`, and if a recovery code has opened the
 *   session.
 * - `isRecentlyVerified`: `verifiedAt` is so recent that no step-up is needed.
 * - `hasJustRecovered`: a recovery code has opened the session so recently that the staff member may add a second
 *   factor.
 */
export type StaffCaller = {
  staffId: string;
  sessionId: string;
  name: string;
  email: string;
  role: StaffRole;
  stage: 'password' | 'invitation' | 'signedIn';
  verifiedAt: Date | null;
  isRecentlyVerified: boolean;
  hasJustRecovered: boolean;
  expiresAt: Date;
};

type Needed<E extends Endpoint> = E['policy'] extends 'student' | 'owner' ? Subject : Subject | null;
type Ticket<E extends Endpoint> = E['policy'] extends 'ticket' ? { studentId: string } : null;
type Staff<E extends Endpoint> = E['policy'] extends 'staff' | 'staffPending' ? StaffCaller : null;
/**
 * The database handle of a handler. For a call with an idempotency key, it is the transaction in which the response is
 * stored; for any other call, it is the connection pool.
 */
type Handle<E extends Endpoint> = E['idempotency'] extends 'keyed' ? Tx : Kysely<Database>;

/** What an endpoint's handler gets: the parsed input, the caller, and the database. */
export type Call<E extends Endpoint> = Received<E> & {
  subject: Needed<E>;
  ticket: Ticket<E>;
  staff: Staff<E>;
  db: Handle<E>;
  address: string;
  userAgent: string | null;
  /** The origin `scheme://host` under which the browser made the call. */
  origin: string;
  reply: FastifyReply;
  /**
   * The call's idempotency key with the hash of the request, for handlers that store them; null if the call has no key.
   */
  callKey: CallKey | null;
};

/** A handler's response with a status other than 200. */
export class StatusResponse {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    this.status = status;
    this.body = body;
  }
}

/** A response that the handler has already checked by its schema and serialised. It is sent unchanged. */
export class PreserialisedResponse extends StatusResponse {
  readonly text: string;

  constructor({ status, body, text }: { status: number; body: unknown; text: string }) {
    super(status, body);
    this.text = text;
  }
}

/**
 * A private file to stream to the client. `range`: the numbers of the first and the last byte of the requested part;
 * null for the whole file.
 */
export class StreamResponse {
  readonly stream: Readable;
  readonly mediaType: string;
  readonly name: string;
  /** Size of the whole file in bytes, even if only a range of it is sent. */
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
