import type { JsonResponse } from '../schedules/app-instance.ts';

/**
 * A call with which a student changes something. It may be repeated under its idempotency key. Times are counted in
 * steps of the random sequence of events.
 */
export type SentCall = {
  kind: 'create' | 'add' | 'remove';
  studentId: string;
  /** The item that is added or removed, such as `course 101` or `package 801`; empty for an order. */
  item: string;
  key: string;
  body: object;
  begunAt: number;
  /** The step of the call's last response; Infinity while the call awaits a response. */
  endedAt: number;
  responses: JsonResponse[];
};

/**
 * A successful payment at the payment provider. `begunAt` is the step of the random sequence in which the student paid.
 */
export type PaidAtProvider = { id: string; orderId: string; amountPaise: number; begunAt: number };

/** What students, the payment provider and mailboxes saw. The database is compared with it. */
export type Evidence = {
  calls: SentCall[];
  /** Orders that a student saw completed. */
  seenCompleted: Set<string>;
  paid: PaidAtProvider[];
  /** Refunds that the provider has paid. */
  refunded: Array<{ id: string; amountPaise: number }>;
  /** Deduplication keys of the emails that arrived. */
  emails: string[];
  /** Violations found while the test ran. */
  problems: string[];
  /** How many HTTP requests ended without a response, because the connection was refused or cut. */
  unanswered: number;
};

export function emptyEvidence(): Evidence {
  return { calls: [], seenCompleted: new Set(), paid: [], refunded: [], emails: [], problems: [], unanswered: 0 };
}

const transient = [401, 403, 408, 425, 429];

/** Whether a response is final: a repeat under the same idempotency key must return it again. */
export function isFinal({ status, body }: JsonResponse): boolean {
  return status < 500 && !transient.includes(status) && body.code !== 'IN_PROGRESS';
}

export function finalResponse(call: SentCall): JsonResponse | undefined {
  return call.responses.find(isFinal);
}
