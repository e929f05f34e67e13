import { getCart, swapBatch } from '../../../contract/cart.ts';
import { createOrder, updateOrder } from '../../../contract/orders.ts';
import type { PathEvent, PathValue } from '../../../contract/path-file.ts';
import { getStudent, updateStudent } from '../../../contract/student.ts';
import { breakOnce } from './broken-browser.ts';
import { CheckoutDesk } from './checkout-desk.ts';
import { checkoutSight } from './checkout-sight.ts';
import { type Answer, Gate, refusal } from './gate.ts';
import { holdTimers, passTimers } from './held-timers.ts';
import { HostedPayment } from './hosted-payment.ts';
import { NetworkSwitch } from './network-switch.ts';
import type { DrivenMachine, PageModel, Stage, StateSight } from './page-model.ts';

const down = refusal(503, 'INTERNAL_ERROR');
const paths = {
  information: '/course-booking/checkout/information',
  review: '/course-booking/checkout/review',
} as const;

type Body = Record<string, unknown>;
type Update = { data: { state: string; final_payment_status: string; order: Body } };

function told(state: string, status: string, isPending = false): Answer {
  return {
    kind: 'changed',
    change: (body) => {
      const { data } = body as Update;
      const order = { ...data.order, state, final_payment_status: status, is_payment_pending: isPending };
      return { ...body, data: { ...data, state, final_payment_status: status, order } };
    },
  };
}

class CheckoutModel implements PageModel {
  readonly #stage: Stage;
  readonly #desk: CheckoutDesk;
  readonly #network: NetworkSwitch;
  readonly #payment: HostedPayment;
  readonly #gates: Record<string, Gate>;
  #next: PathEvent | undefined;

  constructor(stage: Stage) {
    const { page } = stage;
    this.#stage = stage;
    this.#network = new NetworkSwitch(page);
    this.#desk = new CheckoutDesk(stage, this.#network);
    this.#payment = new HostedPayment(page);
    this.#gates = {
      loadProfile: new Gate(page, getStudent),
      saveProfile: new Gate(page, { ...updateStudent, url: /^\/api\/users\/student\/[\w-]{36}$/ }),
      compareCart: new Gate(page, getCart),
      changeLine: new Gate(page, swapBatch),
      createOrder: new Gate(page, createOrder),
      checkPayment: new Gate(page, updateOrder),
    };
  }

  async begin(input: PathValue): Promise<void> {
    const { page } = this.#stage;
    const { at, isOnline } = input as { at: keyof typeof paths | 'returning'; isOnline: boolean };
    await holdTimers(page, 1000);
    await this.#desk.prepare();
    await this.#network.install();
    await this.#payment.install();
    for (const gate of Object.values(this.#gates)) await gate.hold();
    this.#gates.compareCart?.open();
    const path = at === 'returning' ? await this.#pathOfReturn() : paths[at];
    if (isOnline) await page.goto(`${path}?record=quiet`);
    else await this.#desk.arriveOffline(path);
  }

  /** Where the payment page would send who has ordered. */
  async #pathOfReturn(): Promise<string> {
    const placed = await this.#desk.placeOrder();
    this.#payment.opened(placed, false);
    return `/course-booking/checkout/confirmation/${placed.attempt_id}`;
  }

  async foresee(next: PathEvent | undefined): Promise<void> {
    this.#next = next;
    if (next?.type === 'changes.show') await this.#desk.sellOut();
    if (next?.type === 'clock failed') await breakOnce(this.#stage.page, 'clock.timer');
  }

  async act(event: PathEvent): Promise<void> {
    const [, actor] = /^(\w+) (done|failed)$/.exec(event.type) ?? [];
    if (actor) return this.#end(actor, event);
    if (event.type === 'connection.change') return this.#change(event.isOnline === true);
    if (event.type === 'clock.tick') return this.#tick(JSON.stringify(event.now).includes('pollDue'));
    return this.#desk.act(event, await this.#stage.watch.current());
  }

  sight(state: string, event: PathEvent | null): StateSight {
    return checkoutSight(state, event);
  }

  isLasting(): boolean {
    return this.#next?.type !== 'clock failed' && this.#next?.type !== 'changes.show';
  }

  async #change(isOnline: boolean): Promise<void> {
    const now = await this.#stage.watch.current();
    // A page tells its machine at once that it is online.
    if (isOnline && now?.value !== 'waitingForConnection') return;
    if (!isOnline) return this.#network.cut();
    this.#gates.compareCart?.holdOn();
    return this.#network.restore();
  }

  async #tick(isDue: boolean): Promise<void> {
    const waiting = await this.#stage.watch.waiting();
    if (!isDue && waiting.some(({ event }) => event === 'clock.tick')) return;
    await passTimers(this.#stage.page, isDue ? 6000 : 0);
  }

  async #end(actor: string, event: PathEvent): Promise<void> {
    if (actor === 'openPayment') return this.#payment.end(event.type.endsWith('done'));
    const gate = this.#gates[actor];
    // The clock's end was prepared when it was foreseen.
    if (!gate) return;
    const answer = await this.#answer(actor, event);
    await gate.answer(answer);
    if (actor === 'compareCart') gate.open();
  }

  async #answer(actor: string, { type, outcome = '' }: PathEvent): Promise<Answer> {
    // A server that can be reached answers, and so says that the connection is back. Its word on a swap is an answer.
    const isLost = this.#network.isCut || actor === 'changeLine';
    if (type.endsWith('failed')) return isLost ? { kind: 'lost' } : down;
    if (actor === 'checkPayment') return this.#standing(outcome);
    if (actor === 'createOrder') return this.#order(outcome);
    const answers: Record<string, Answer> = {
      'loadProfile complete': { kind: 'real' },
      'loadProfile lacking': { kind: 'changed', change: (body) => this.#desk.withoutBirth(body) },
      'saveProfile saved': { kind: 'real' },
      'saveProfile conflict': refusal(409, 'USER_EXISTS'),
      'compareCart same': { kind: 'real' },
      'compareCart dearer': { kind: 'changed', change: (body) => this.#desk.dearer(body) },
      'changeLine changed': { kind: 'real' },
      'changeLine refused': refusal(409, 'BATCH_FULL', 'No seats are available for this batch.'),
    };
    return answers[`${actor} ${outcome}`] ?? down;
  }

  /** How a payment stands: settled at the payment page where the server can know it, else told in its answer. */
  async #standing(outcome: string): Promise<Answer> {
    if (outcome === 'approved') await this.#payment.decide('pay');
    if (outcome === 'declined') await this.#payment.decide('decline');
    const answers: Record<string, Answer> = {
      refundDue: told('refund_due', 'APPROVED'),
      pending: told('awaiting_payment', 'PROCESSING', true),
      unknown: refusal(404, 'NOT_FOUND'),
    };
    return answers[outcome] ?? { kind: 'real' };
  }

  #order(outcome: string): Answer {
    const oldTerms = (body: Body) => ({ ...body, terms_version: 'of another day' });
    if (outcome === 'changed') return { kind: 'real', body: oldTerms };
    if (outcome === 'refused')
      return this.#next?.type === 'information.open'
        ? refusal(409, 'PROFILE_INCOMPLETE')
        : refusal(503, 'PROVIDER_UNAVAILABLE');
    // The letter's call: what a path showed as changed is not what the server has.
    const body = ({ terms_version }: Body) => ({ terms_version });
    return { kind: 'changed', body, change: (placed) => this.#payment.opened(placed, outcome === 'completed') };
  }
}

const cutFrom = ['loadingProfile', 'comparingCart', 'askingToContinue', 'reviewing'];

/** What has to be on the screen before, where the chart alone does not say it. */
function canMake(from: string, { type, isOnline, outcome }: PathEvent, before: PathEvent | null): boolean {
  const last = before?.type ?? '';
  if (type === 'connection.change' && isOnline) return from === 'waitingForConnection' || before === null;
  if (type === 'connection.change') return cutFrom.includes(from) && before?.isOnline !== false;
  if (type === 'terms.withdraw') return last === 'terms.accept';
  if (type === 'changes.show') return last === 'information.proceed';
  if (type === 'line.change') return ['changes.show', 'changeLine failed', 'changeLine done'].includes(last);
  if (type === 'checkout.leave') return ['askingToContinue', 'cartChanged'].includes(from);
  if (type === 'clock failed') return last === 'checkPayment done';
  if (type === 'clock.tick' || type === 'payment.again') return last !== 'clock failed';
  return outcome !== 'lacking';
}

export const checkoutPages: DrivenMachine = {
  machine: 'checkout',
  hasForeignScript: true,
  createModel: (stage) => new CheckoutModel(stage),
  canMake,
};
