import type { JsonResponse } from '../schedules/app-instance.ts';

/**
 * A call with which a student changes the cart, an order or a waiting list, or chooses after a batch was moved or
 * cancelled. It may be repeated under its idempotency key. `begunAt` and `endedAt` are step numbers of the random
 * sequence of events, not times of day.
 */
export type SentCall = {
  kind: 'create' | 'add' | 'remove' | 'join' | 'accept' | 'choose';
  /** Empty if a student chooses by the link in an email, which needs no sign-in. */
  studentId: string;
  /**
   * What is added, removed, waited for or accepted, such as `course 101` or `package 801`. For a choice, the key of the
   * email with the link; empty for an order.
   */
  item: string;
  /** The items that the call removes from the cart if it succeeds, besides `item`. */
  replaces: readonly string[];
  key: string;
  body: object;
  begunAt: number;
  /** The number of the step in which the last response arrived; Infinity while the call awaits a response. */
  endedAt: number;
  responses: JsonResponse[];
};

/**
 * A successful payment at the payment provider. `begunAt`: the step of the random sequence in which the student paid.
 */
export type PaidAtProvider = { id: string; orderId: string; amountPaise: number; begunAt: number };

/**
 * What the students, the payment provider and the mailboxes saw during a test. At its end, the test compares this
 * evidence with the database.
 */
export type Evidence = {
  calls: SentCall[];
  /** Ids of the orders that a student saw as completed. */
  seenCompleted: Set<string>;
  paid: PaidAtProvider[];
  /** Refunds that the payment provider has paid. `id` is the id in our database. */
  refunded: Array<{ id: string; amountPaise: number }>;
  /** Refunds that staff have paid by hand and recorded. */
  refundedByHand: Array<{ id: string; amountPaise: number }>;
  /** The amounts in paise that staff have received at the office and recorded. */
  paidAtOffice: number[];
  /** Deduplication keys of the emails that arrived. */
  emails: string[];
  /** Descriptions of the problems that were found while the test still ran, such as a response with status 500. */
  problems: string[];
  /** How many HTTP requests ended without a response, because the connection was refused or cut. */
  unanswered: number;
};

export function emptyEvidence(): Evidence {
  const money = { paid: [], refunded: [], refundedByHand: [], paidAtOffice: [] };
  return { calls: [], seenCompleted: new Set(), ...money, emails: [], problems: [], unanswered: 0 };
}

const transient = [401, 403, 408, 425, 429];

/**
 * Whether a response is final: a repeat under the same idempotency key must then return the same response. Responses to
 * temporary failures are not final.
 */
export function isFinal({ status, body }: JsonResponse): boolean {
  return status < 500 && !transient.includes(status) && body.code !== 'IN_PROGRESS';
}

export function finalResponse(call: SentCall): JsonResponse | undefined {
  return call.responses.find(isFinal);
}
