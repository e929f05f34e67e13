import type { Locator, Page } from '@playwright/test';
import { addToCart, type Cart } from '../../../contract/cart.ts';
import type { PathEvent } from '../../../lab/path-file.ts';
import { breakStore, breakTabs, emptyOutbox, repairBrowser } from '../broken-browser.ts';
import { Gate, refusal } from '../gate.ts';
import { fireHeldTimers } from '../held-timers.ts';
import { NetworkSwitch } from '../network-switch.ts';
import type { BookingPage } from './booking-page.ts';

export const batchFull = 'This batch is full.';
export const unansweredText = 'Something went wrong.';
export const failedText = 'Failed to add to cart. Please try again.';

/** Decides what happens when the page adds to the cart: the server responds, the add waits in the outbox, or it fails. */
export class CartAddCalls {
  readonly #page: Page;
  readonly #bookingPage: BookingPage;
  readonly #gate: Gate;
  readonly #network: NetworkSwitch;
  /** Whether the next add to the cart fails at once. */
  #isBroken = false;

  constructor(bookingPage: BookingPage) {
    const { page } = bookingPage;
    this.#page = page;
    this.#bookingPage = bookingPage;
    this.#gate = new Gate(page, addToCart);
    this.#network = new NetworkSwitch(page);
  }

  async hold(): Promise<void> {
    await this.#network.install();
    await this.#gate.hold();
  }

  /** Puts an add into the outbox and reloads the page. Only adds fail with a network error; the rest of the site works. */
  async queue(card: Locator, add: () => Promise<void>): Promise<void> {
    this.#gate.lose();
    await add();
    await card.getByText('Waiting for connection').waitFor();
    await this.#page.reload();
  }

  /** Breaks the outbox before an add that must fail. */
  async prepareFor(next: PathEvent | undefined): Promise<void> {
    this.#isBroken = next?.type === 'addToCart failed';
    if (this.#isBroken) await breakTabs(this.#page);
    if (next?.outcome === 'unanswered') await breakStore(this.#page);
  }

  /**
   * Whether the screen shows the state until the next event. The state of an add that fails at once is too short to be seen.
   */
  isStable(state: string): boolean {
    return state !== 'adding' || !this.#isBroken;
  }

  /** Causes an event about an add to the cart: the result of the call, or the later result of a queued add. */
  async bringAbout(event: PathEvent): Promise<void> {
    const { type } = event;
    if (type === 'addToCart done' || type === 'addToCart failed') return this.#end(event);
    if (type === 'after addedReset') return fireHeldTimers(this.#page);
    return this.#endQueued(event);
  }

  /** Ends the held call that adds to the cart with the outcome that the event names. */
  async #end({ type, outcome }: PathEvent): Promise<void> {
    if (type === 'addToCart failed') return this.#deleteFailed();
    if (outcome === 'refused') return this.#gate.settle(refusal(409, 'BATCH_FULL', batchFull));
    if (outcome === 'unanswered') {
      await this.#gate.settle(refusal(503, 'INTERNAL_ERROR'));
      await this.#seesFailure(unansweredText);
      return repairBrowser(this.#page);
    }
    if (outcome === 'queued') {
      await this.#network.cut();
      await this.#gate.settle({ kind: 'lost' });
      return this.#gate.lose();
    }
    return this.#add();
  }

  /** Ends the wait of an add in the outbox: it is discarded, refused or delivered. */
  async #endQueued({ type }: PathEvent): Promise<void> {
    if (type === 'outbox.discarded') return this.#discard();
    this.#gate.holdAgain();
    await this.#network.restore();
    await this.#retry();
    return type === 'outbox.refused' ? this.#gate.settle(refusal(409, 'BATCH_FULL', batchFull)) : this.#add();
  }

  /** Lets the server add the item. The page gets a cart without it, so that it can be added again. */
  async #add(): Promise<void> {
    await this.#bookingPage.removeItem();
    const change = (body: Record<string, unknown>) => ({
      ...body,
      data: this.#bookingPage.withoutItem(body.data as Cart),
    });
    return this.#gate.settle({ kind: 'changed', change });
  }

  /** The site retries automatically when the connection returns. If the connection was never cut, press “Try now”. */
  async #retry(): Promise<void> {
    const button = this.#page.getByRole('button', { name: 'Try now' });
    if (await button.isVisible()) await button.click().catch(() => {});
  }

  /** Waits until the add has failed, because an outbox that is repaired earlier would store the add. */
  async #seesFailure(text: string): Promise<void> {
    await this.#page.getByText(text).filter({ visible: true }).first().waitFor();
  }

  /** Deletes the failed add, which is still in the outbox. */
  async #deleteFailed(): Promise<void> {
    await this.#seesFailure(failedText);
    await repairBrowser(this.#page);
    await emptyOutbox(this.#page);
  }

  async #discard(): Promise<void> {
    const changes = this.#page.getByRole('region', { name: /changes? waiting$/ });
    await changes.getByRole('button', { name: 'Discard' }).click();
    await this.#page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    this.#gate.holdAgain();
    await this.#network.restore();
  }
}
