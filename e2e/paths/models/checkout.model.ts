import type { Response } from '@playwright/test';
import type { StateValue } from 'xstate';
import { getCart, swapBatch } from '../../../contract/cart.ts';
import { createOrder, updateOrder } from '../../../contract/orders.ts';
import { getStudent, updateStudent } from '../../../contract/student.ts';
import { isSoldOut, isWaiting } from '../../../lab/alphabets/checkout.alphabet.ts';
import { stateName } from '../../../lab/chart/chart.ts';
import type { PathEvent, PathValue } from '../../../lab/path-file.ts';
import { breakOnce } from '../broken-browser.ts';
import { type CallResult, Gate, refusal } from '../gate.ts';
import { fireHeldTimers, holdTimers } from '../held-timers.ts';
import { NetworkSwitch } from '../network-switch.ts';
import { CheckoutActions } from './checkout-actions.ts';
import { expectedCheckoutScreen } from './checkout-screens.ts';
import { HostedPayment } from './hosted-payment.ts';
import type { DrivenMachine, ExpectedScreen, PageModel, Stage } from './page-model.ts';

const down = refusal(503, 'INTERNAL_ERROR');
const paths = {
  start: '/course-booking/checkout',
  information: '/course-booking/checkout/information',
  review: '/course-booking/checkout/review',
} as const;

type Body = Record<string, unknown>;
type Update = { data: { state: string; final_payment_status: string; order: Body } };

/** The server's response to a payment check, changed to another order state and payment status. */
function withStatus(state: string, status: string, isPending = false): CallResult {
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
  readonly #actions: CheckoutActions;
  readonly #network: NetworkSwitch;
  readonly #payment: HostedPayment;
  readonly #gates: Record<string, Gate>;
  #next: PathEvent | undefined;

  constructor(stage: Stage) {
    const { page } = stage;
    this.#stage = stage;
    this.#network = new NetworkSwitch(page);
    this.#actions = new CheckoutActions(stage, this.#network);
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
    const { screen, isOnline } = input as { screen: keyof typeof paths | 'returning'; isOnline: boolean };
    await holdTimers(page, 1000);
    await this.#actions.prepare();
    await this.#network.install();
    await this.#payment.install();
    for (const gate of Object.values(this.#gates)) await gate.hold();
    this.#gates.compareCart?.open();
    const path = await this.#pathOf(screen);
    if (!isOnline) return this.#actions.arriveOffline(path);
    // Wait until the header has loaded the cart. If a later event cuts the connection and restores it, the page loads
    // the cart again and compares it with this one.
    const isCart = (response: Response) => new URL(response.url()).pathname === getCart.url;
    await Promise.all([page.waitForResponse(isCart), page.goto(`${path}?record=quiet`)]);
  }

  #pathOf(screen: keyof typeof paths | 'returning'): Promise<string> | string {
    return screen === 'returning' ? this.#returnPath() : paths[screen];
  }

  /** Places an order. @returns the path to which the payment page sends the student back */
  async #returnPath(): Promise<string> {
    const placed = await this.#actions.placeOrder();
    this.#payment.opened(placed);
    return `/course-booking/checkout/confirmation/${placed.attempt_id}`;
  }

  async prepareFor(next: PathEvent | undefined): Promise<void> {
    this.#next = next;
    if (isSoldOut(next)) await this.#actions.sellOut();
    if (next?.type === 'clock failed') await breakOnce(this.#stage.page, 'clock.timer');
  }

  async act(event: PathEvent): Promise<void> {
    this.#gates.loadProfile?.holdAgain();
    const [, actor] = /^(\w+) (done|failed)$/.exec(event.type) ?? [];
    if (actor) return this.#settle(actor, event);
    if (event.type === 'connection.change') return this.#setOnline(event.isOnline === true);
    if (event.type === 'clock.tick') return this.#tick(JSON.stringify(event.now).includes('pollDue'));
    if (event.type === 'screen.requested')
      return this.#actions.goTo(await this.#pathOf(event.screen as keyof typeof paths | 'returning'));
    return this.#actions.act(event);
  }

  expectedScreen(state: string, event: PathEvent | null): ExpectedScreen {
    return expectedCheckoutScreen(state, event);
  }

  isStable(): boolean {
    return this.#next?.type !== 'clock failed' && !isSoldOut(this.#next);
  }

  async #setOnline(isOnline: boolean): Promise<void> {
    const machine = await this.#stage.watch.current();
    // If checkout is not waiting for the connection, this event is the first of a path that starts online. The page
    // then sends `connection.change` by itself.
    if (isOnline && !isWaiting(stateName((machine?.value ?? '') as StateValue))) return;
    if (!isOnline) return this.#network.cut();
    this.#gates.compareCart?.holdAgain();
    return this.#network.restore();
  }

  async #tick(isDue: boolean): Promise<void> {
    const unread = await this.#stage.watch.unread();
    if (!isDue && unread.some(({ event }) => event === 'clock.tick')) return;
    await fireHeldTimers(this.#stage.page, isDue ? 6000 : 0);
  }

  async #settle(actor: string, event: PathEvent): Promise<void> {
    if (actor === 'openPayment') return this.#payment.end(event.type.endsWith('done'));
    const gate = this.#gates[actor];
    // The actor `clock` makes no calls, so it has no `Gate`. Its event `clock failed` needs nothing more here, because
    // `prepareFor` has already made the timer fail.
    if (!gate) return;
    const result = await this.#resultOf(actor, event);
    await gate.settle(result);
    if (actor === 'compareCart') gate.open();
    // The screen that verifies a contact shows the contacts of the profile, which no event of the path delivers.
    if (event.outcome === 'contactNeeded') await this.#gates.loadProfile?.release();
  }

  async #resultOf(actor: string, { type, outcome = '' }: PathEvent): Promise<CallResult> {
    // Use a network error instead of an error response in two cases:
    // - While the connection is cut, any response would tell the page that it is online again.
    // - For a change of a cart line, an error response would count as refused, not failed.
    const isLost = this.#network.isCut || actor === 'changeLine';
    if (type.endsWith('failed')) return isLost ? { kind: 'lost' } : down;
    if (actor === 'checkPayment') return this.#paymentResult(outcome);
    if (actor === 'createOrder') return this.#orderResult(outcome);
    const results: Record<string, CallResult> = {
      'loadProfile complete': { kind: 'real' },
      'loadProfile lacking': { kind: 'changed', change: (body) => this.#actions.withoutBirthDate(body) },
      'saveProfile saved': { kind: 'real' },
      'saveProfile conflict': refusal(409, 'USER_EXISTS'),
      'compareCart same': { kind: 'real' },
      'compareCart dearer': { kind: 'changed', change: (body) => this.#actions.withHigherTotal(body) },
      'changeLine changed': { kind: 'real' },
      'changeLine refused': refusal(409, 'BATCH_FULL', 'No seats are available for this batch.'),
    };
    return results[`${actor} ${outcome}`] ?? down;
  }

  /**
   * Causes an outcome of a payment check. For `approved` and `declined`, decides the payment on the sandbox's payment
   * page. For the other outcomes, changes or replaces the server's response.
   */
  async #paymentResult(outcome: string): Promise<CallResult> {
    if (outcome === 'approved') await this.#payment.decide('pay');
    if (outcome === 'declined') await this.#payment.decide('decline');
    const results: Record<string, CallResult> = {
      refundDue: withStatus('refund_due', 'APPROVED'),
      pending: withStatus('awaiting_payment', 'PROCESSING', true),
      unknown: refusal(404, 'NOT_FOUND'),
    };
    return results[outcome] ?? { kind: 'real' };
  }

  #orderResult(outcome: string): CallResult {
    const oldTerms = (body: Body) => ({ ...body, terms_version: 'of another day' });
    if (outcome === 'changed') return { kind: 'real', body: oldTerms };
    if (outcome === 'clashing') return refusal(409, 'DATES_CLASH', 'Some of your dates clash.', { clashes: [] });
    if (outcome === 'contactNeeded') return refusal(403, 'CONTACT_NOT_VERIFIED');
    if (outcome === 'refused')
      return this.#next?.type === 'information.open'
        ? refusal(409, 'PROFILE_INCOMPLETE')
        : refusal(503, 'PROVIDER_UNAVAILABLE');
    // Remove the prices from the page's request and keep only the version of the terms. The test path may have changed
    // the prices that the page sees, and the server refuses prices that differ from its own.
    const body = ({ terms_version }: Body) => ({ terms_version });
    return { kind: 'changed', body, change: (placed) => this.#payment.opened(placed, outcome) };
  }
}

export const checkoutPages: DrivenMachine = {
  machine: 'checkout',
  bypassCsp: true,
  createModel: (stage) => new CheckoutModel(stage),
};
