import type { Delivery } from '../server/orders/webhooks.ts';
import type { Answer, AppInstance, Call } from './app-instance.ts';
import { type Evidence, lastWord, noEvidence, type SentCall } from './evidence.ts';
import type { LaneStudent } from './fault-lane.ts';
import type { PaymentWorld } from './payment-world.ts';

const returnPage = '/course-booking/checkout/confirmation';

function addressOf({ kind, studentId }: SentCall): Pick<Call, 'method' | 'url'> {
  if (kind === 'add') return { method: 'POST', url: '/api/cart/add' };
  if (kind === 'remove') return { method: 'DELETE', url: '/api/cart' };
  const query = new URLSearchParams({ id: studentId, redirect_url: returnPage });
  return { method: 'POST', url: `/api/orders/create?${query}` };
}

/** Makes the students' calls and keeps what they were answered. */
export class Witness {
  readonly evidence: Evidence = noEvidence();
  readonly students: readonly LaneStudent[];
  readonly #world: PaymentWorld;
  readonly #count: (happening: string) => void;

  constructor(students: readonly LaneStudent[], world: PaymentWorld, count: (happening: string) => void) {
    this.students = students;
    this.#world = world;
    this.#count = count;
  }

  newCall(kind: SentCall['kind'], student: LaneStudent, item: string, body: object): SentCall {
    const key = `${kind}-key-${this.evidence.calls.length}`;
    const times = { begunAt: this.#world.step, endedAt: Infinity };
    const call: SentCall = { kind, studentId: student.id, item, key, body, ...times, answers: [] };
    this.evidence.calls.push(call);
    return call;
  }

  /** The student's orders and their calls for one, newest first. */
  ordersOf(student: LaneStudent): SentCall[] {
    return this.evidence.calls.filter((call) => call.kind === 'create' && call.studentId === student.id).reverse();
  }

  attemptsOf(student: LaneStudent): string[] {
    return this.ordersOf(student).flatMap((call) => {
      const attempt = lastWord(call)?.body.attempt_id;
      return typeof attempt === 'string' ? [attempt] : [];
    });
  }

  /** Sends a call, for the first time or again; `isHeard` false: the student's line breaks before the answer. */
  async send(call: SentCall, instance: AppInstance, isHeard = true): Promise<void> {
    call.endedAt = Infinity;
    const answer = await this.#ask(instance, { ...addressOf(call), body: call.body, key: call.key }, call.studentId);
    if (!answer) return;
    this.#count(`${call.kind} ${answer.status} ${answer.body.code ?? ''}`.trim());
    call.endedAt = this.#world.step;
    if (isHeard) call.answers.push(answer);
    else this.#count('reply lost on the way to the student');
  }

  /** GET /orders/update: what a student is told here counts. */
  async recheck(student: LaneStudent, attempt: string | undefined, instance: AppInstance): Promise<void> {
    const query = new URLSearchParams({ user_id: student.id, ...(attempt ? { attempt_id: attempt } : {}) });
    const answer = await this.#ask(instance, { method: 'GET', url: `/api/orders/update?${query}` }, student.id);
    const told = answer?.body.data as { order_id: string; state: string } | null | undefined;
    if (told?.state === 'completed') this.evidence.seenCompleted.add(told.order_id);
    if (told) this.#count(`told ${told.state}`);
  }

  /** A webhook; a forged one must be refused. */
  async deliver(delivery: Delivery, isForged: boolean, instance: AppInstance): Promise<void> {
    const answer = await instance.deliver(delivery);
    this.#count(`${isForged ? 'forged webhook' : 'webhook'} ${answer?.status ?? 'no answer'}`);
    const wanted = isForged ? [401] : [200, 503];
    if (answer && !wanted.includes(answer.status))
      this.evidence.complaints.push(`a ${isForged ? 'forged ' : ''}webhook was answered ${answer.status}`);
  }

  async #ask(instance: AppInstance, call: Call, studentId: string): Promise<Answer | null> {
    const cookie = this.students.find(({ id }) => id === studentId)?.cookie ?? '';
    const answer = await instance.send({ ...call, cookie });
    if (!answer) this.#count('no answer');
    if (answer?.status === 500) this.evidence.complaints.push(`${call.method} ${call.url} was answered 500`);
    return answer;
  }
}
