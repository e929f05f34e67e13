import { type Evidence, isFinal } from '../invariants/evidence.ts';
import type { AppInstance, Call, JsonResponse } from './app-instance.ts';
import type { FaultTestBed, SignedInStudent } from './fault-test-bed.ts';
import type { StaffAction } from './schedule.ts';
import {
  type Console,
  isPaidByProvider,
  retryPaid,
  type StaffDeed,
  type StaffRequest,
  settleByHand,
  staffRequests,
} from './staff-requests.ts';

const maxTries = 4;
/** The most calls that `settleOpenRefunds` makes. If refunds are still open after that, something is wrong. */
const mostRefunds = 50;
const ofAccounts: readonly StaffDeed[] = ['retry refund', 'settle refund'];

/** A call by which staff change something, with its idempotency key and the responses that arrived. */
export type StaffCall = Call &
  StaffRequest & { what: StaffDeed; key: string; reason: string; responses: JsonResponse[] };

/** The session cookies of the staff. */
type StaffCookies = { registrars: readonly string[]; accounts: readonly string[] };

export const isSuccess = ({ responses }: StaffCall) => responses.some(({ status }) => status === 200);

/** Makes the API calls of the staff in a random sequence and records the responses. */
export class StaffCalls {
  readonly calls: StaffCall[] = [];
  readonly problems: string[] = [];
  readonly #testBed: FaultTestBed;
  readonly #cookies: StaffCookies;
  readonly #students: readonly SignedInStudent[];
  readonly #count: (event: string) => void;
  #made = 0;

  constructor(
    testBed: FaultTestBed,
    people: { cookies: StaffCookies; students: readonly SignedInStudent[] },
    count: (event: string) => void,
  ) {
    this.#testBed = testBed;
    this.#cookies = people.cookies;
    this.#students = people.students;
    this.#count = count;
  }

  /** The money that the staff have received and paid back at the office. */
  get money(): Pick<Evidence, 'paidAtOffice' | 'refundedByHand'> {
    const done = this.calls.filter(isSuccess);
    return {
      paidAtOffice: done.flatMap(({ received }) => received ?? []),
      refundedByHand: done.flatMap(({ refunded }) => refunded ?? []),
    };
  }

  async play(action: StaffAction, instance: AppInstance, isReceived: boolean): Promise<void> {
    const { do: what } = action;
    if (what === 'repeat staff call') {
      const call = this.calls.at(-1 - (action.nth % 3));
      return call && this.#send(call, instance, isReceived);
    }
    const call = await this.#makeCall(what, action, instance, staffRequests[what]);
    if (call) await this.#send(call, instance, isReceived);
  }

  /** Repeats the staff's calls that have no final response yet, each with the same idempotency key as before. */
  async repeatUnanswered(instance: AppInstance): Promise<void> {
    for (const call of this.calls) {
      const isDone = () => call.responses.some(isFinal) || this.#isGivenUp(call);
      for (let tries = 0; !isDone() && tries < maxTries; tries++) await this.#send(call, instance, true);
      if (!isDone()) this.problems.push(`${call.what} ${call.key}: no response although all faults are repaired`);
    }
  }

  /** Settles the refunds that the provider does not pay by itself, as the accounts office does. */
  async settleOpenRefunds(instance: AppInstance): Promise<void> {
    const first = { staff: 0, nth: 0, more: 0 };
    for (let count = 0; count < mostRefunds; count++) {
      const call =
        (await this.#makeCall('settle refund', first, instance, settleByHand)) ??
        (await this.#makeCall('retry refund', first, instance, retryPaid));
      if (!call) return;
      await this.#send(call, instance, true);
    }
    this.problems.push('refunds to be paid by hand stay open');
  }

  /**
   * Whether staff give up repeating a call that records a refund as paid by hand, because the provider has paid the
   * refund after all. The call cannot have had an effect: the provider pays no refund that is recorded as paid by hand.
   */
  #isGivenUp({ refunded }: StaffCall): boolean {
    return refunded !== undefined && isPaidByProvider(this.#testBed, refunded.id);
  }

  async #send(call: StaffCall, instance: AppInstance, isReceived: boolean): Promise<void> {
    if (this.#isGivenUp(call)) return;
    const response = await instance.send(call);
    if (!response) return this.#count('no response to staff');
    this.#count(`${call.what} ${response.status} ${response.body.code ?? ''}`.trim());
    if (response.status === 500) this.problems.push(`${call.method} ${call.url} returned 500`);
    if (isReceived) call.responses.push(response);
  }

  async #makeCall(
    what: StaffDeed,
    { staff, nth, more }: Omit<StaffAction, 'do'>,
    instance: AppInstance,
    prepare: (console: Console) => Promise<StaffRequest | undefined>,
  ): Promise<StaffCall | undefined> {
    const cookies = ofAccounts.includes(what) ? this.#cookies.accounts : this.#cookies.registrars;
    const cookie = cookies[staff % cookies.length] ?? '';
    const ask = async <T>(path: string, body?: object): Promise<T | undefined> => {
      const read = { url: `/api/staff${path}`, cookie };
      const response = await instance.send(body ? { ...read, method: 'POST', body } : { ...read, method: 'GET' });
      return response?.status === 200 ? (response.body.data as T) : undefined;
    };
    // Give each call a different reason. The audit log stores the reason, so it shows which call made a change.
    this.#made += 1;
    const key = `staff-key-${this.#made}`;
    const reason = `as agreed by phone, ${key}`;
    const request = await prepare({ testBed: this.#testBed, students: this.#students, nth, more, reason, ask });
    if (!request) return undefined;
    const call: StaffCall = { ...request, url: `/api/staff${request.url}`, cookie, key, what, reason, responses: [] };
    this.calls.push(call);
    return call;
  }
}
