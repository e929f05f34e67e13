import type { Delivery } from '../../server/orders/pay/webhooks.ts';
import { type Evidence, emptyEvidence, finalResponse, type SentCall } from '../invariants/evidence.ts';
import type { FakeProvider } from '../providers/fake-provider.ts';
import type { AppInstance, Call, JsonResponse } from './app-instance.ts';
import type { SignedInStudent } from './fault-test-bed.ts';

const returnPage = '/course-booking/checkout/confirmation';

const addresses = {
  add: { method: 'POST', url: '/api/cart/add' },
  remove: { method: 'DELETE', url: '/api/cart' },
  join: { method: 'POST', url: '/api/waiting-lists' },
  accept: { method: 'POST', url: '/api/waiting-lists/accept' },
  choose: { method: 'POST', url: '/api/batch-choice' },
} as const;

function addressOf({ kind, studentId }: SentCall): Pick<Call, 'method' | 'url'> {
  if (kind !== 'create') return addresses[kind];
  const query = new URLSearchParams({ id: studentId, redirect_url: returnPage });
  return { method: 'POST', url: `/api/orders/create?${query}` };
}

/** The name of a call in the tally of events, such as `create` or `choose refund`. */
const nameOf = ({ kind, body }: SentCall) => (kind === 'choose' && 'choice' in body ? `choose ${body.choice}` : kind);

type AcceptedOffer = {
  entryId: number;
  student: SignedInStudent;
  item: string;
  /** If the item is a package: the single courses in the cart that it replaces. */
  replaces: readonly string[];
};

/** Makes the API calls of the students in a random sequence and records the responses. */
export class StudentCalls {
  readonly evidence: Evidence = emptyEvidence();
  readonly students: readonly SignedInStudent[];
  readonly #provider: FakeProvider;
  readonly #count: (event: string) => void;

  constructor(students: readonly SignedInStudent[], provider: FakeProvider, count: (event: string) => void) {
    this.students = students;
    this.#provider = provider;
    this.#count = count;
  }

  /** Prepares a call without sending it. A choice by an emailed link has no `student`: it needs no sign-in. */
  newCall(
    kind: SentCall['kind'],
    student: SignedInStudent | null,
    { item = '', body = {}, replaces = [] }: Partial<Pick<SentCall, 'item' | 'body' | 'replaces'>> = {},
  ): SentCall {
    const key = `${kind}-key-${this.evidence.calls.length}`;
    const times = { begunAt: this.#provider.step, endedAt: Infinity };
    const call: SentCall = { kind, studentId: student?.id ?? '', item, replaces, key, body, ...times, responses: [] };
    this.evidence.calls.push(call);
    return call;
  }

  /** All calls with which the student has placed an order, newest first. */
  ordersOf(student: SignedInStudent): SentCall[] {
    return this.evidence.calls.filter((call) => call.kind === 'create' && call.studentId === student.id).reverse();
  }

  attemptsOf(student: SignedInStudent): string[] {
    return this.ordersOf(student).flatMap((call) => {
      const attempt = finalResponse(call)?.body.attempt_id;
      return typeof attempt === 'string' ? [attempt] : [];
    });
  }

  /**
   * Sends a student's call, or repeats it. If `isReceived` is false, the response is lost on its way to the student.
   */
  async send(call: SentCall, instance: AppInstance, isReceived = true): Promise<void> {
    call.endedAt = Infinity;
    const response = await this.#request(
      instance,
      // Accepting an offer can be repeated without a key.
      { ...addressOf(call), body: call.body, ...(call.kind === 'accept' ? {} : { key: call.key }) },
      call.studentId,
    );
    if (!response) return;
    this.#count(`${nameOf(call)} ${response.status} ${response.body.code ?? ''}`.trim());
    call.endedAt = this.#provider.step;
    if (isReceived) call.responses.push(response);
    else this.#count('reply lost on the way to the student');
  }

  /**
   * Checks an order's payment with GET /orders/update. Records an order that the student sees as completed, because it
   * must then stay completed.
   */
  async recheck(student: SignedInStudent, attempt: string | undefined, instance: AppInstance): Promise<void> {
    const query = new URLSearchParams({ user_id: student.id, ...(attempt ? { attempt_id: attempt } : {}) });
    const response = await this.#request(instance, { method: 'GET', url: `/api/orders/update?${query}` }, student.id);
    const order = response?.body.data as { order_id: string; state: string } | null | undefined;
    if (order?.state === 'completed') this.evidence.seenCompleted.add(order.order_id);
    if (order) this.#count(`recheck ${order.state}`);
  }

  /**
   * Accepts an offer from a waiting list, which puts its item into the cart. Then orders the cart, as the site does.
   */
  async acceptOffer(offer: AcceptedOffer, instance: AppInstance, isReceived: boolean): Promise<void> {
    const { entryId, student, ...changed } = offer;
    const call = this.newCall('accept', student, { ...changed, body: { id: entryId } });
    await this.send(call, instance, isReceived);
    if (call.responses.some(({ status }) => status === 200))
      await this.send(this.newCall('create', student), instance, isReceived);
  }

  /** Leaves a waiting list. */
  async leaveList(student: SignedInStudent, entryId: number, instance: AppInstance): Promise<void> {
    const call = { method: 'DELETE', url: '/api/waiting-lists', body: { id: entryId } } as const;
    const response = await this.#request(instance, call, student.id);
    if (response) this.#count(`leave ${response.status}`);
  }

  /**
   * Chooses by the link in an email about a moved or cancelled batch. `nth` selects one of the other batches that the
   * page behind the link offers. A student may try to choose again, for example in another tab.
   */
  async choose(
    { email, token }: { email: string; token: string },
    { choice, nth }: { choice: string; nth: number },
    instance: AppInstance,
    isReceived: boolean,
  ): Promise<void> {
    const page = await this.#request(instance, { method: 'POST', url: '/api/batch-choice/read', body: { token } }, '');
    const offered = (page?.body.data as { batches: Array<{ id: number }> } | undefined)?.batches ?? [];
    const batch = choice === 'transfer' && offered.length > 0 ? { batch_id: offered[nth % offered.length]?.id } : {};
    await this.send(
      this.newCall('choose', null, { item: email, body: { token, choice, ...batch } }),
      instance,
      isReceived,
    );
  }

  /** Delivers a webhook of the payment provider. The server must reject a forged one. */
  async deliver(delivery: Delivery, isForged: boolean, instance: AppInstance): Promise<void> {
    const response = await instance.deliver(delivery);
    this.#count(`${isForged ? 'forged webhook' : 'webhook'} ${response?.status ?? 'no response'}`);
    const wanted = isForged ? [401] : [200, 503];
    if (response && !wanted.includes(response.status))
      this.evidence.problems.push(`a ${isForged ? 'forged ' : ''}webhook returned ${response.status}`);
  }

  async #request(instance: AppInstance, call: Call, studentId: string): Promise<JsonResponse | null> {
    const cookie = this.students.find(({ id }) => id === studentId)?.cookie ?? '';
    const response = await instance.send({ ...call, cookie });
    if (!response) this.#count('no response');
    if (response?.status === 500) this.evidence.problems.push(`${call.method} ${call.url} returned 500`);
    return response;
  }
}
