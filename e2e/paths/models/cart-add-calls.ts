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

/**
 * Decides how the page's attempts to add an item to the cart end: the server responds, the item waits in the outbox, or
 * the attempt fails at once.
 */
export class CartAddCalls {
  readonly #page: Page;
  readonly #bookingPage: BookingPage;
  readonly #gate: Gate;
  readonly #network: NetworkSwitch;
  /** Whether the next attempt to add to the cart fails at once, because the outbox cannot store it. */
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

  /**
   * Makes the page put the item into the outbox, where it waits to be added to the cart, then reloads the page. Only
   * the call that adds to the cart gets a network error; the rest of the site works.
   */
  async queue(card: Locator, add: () => Promise<void>): Promise<void> {
    this.#gate.lose();
    await add();
    await card.getByText('Waiting for connection').waitFor();
    await this.#page.reload();
  }

  /**
   * Prepares the page for the next event of the test path. If adding the item is to fail at once, or the call is to get
   * no usable response, makes the page's outbox fail. Otherwise the outbox would store the item and send it later.
   */
  async prepareFor(next: PathEvent | undefined): Promise<void> {
    this.#isBroken = next?.type === 'addToCart failed';
    if (this.#isBroken) await breakTabs(this.#page);
    if (next?.outcome === 'unanswered') await breakStore(this.#page);
  }

  /**
   * Whether the state machine stays in `state` until the next event. If adding the item fails at once, the machine
   * leaves the state `adding` before a test can see its screen.
   */
  isStable(state: string): boolean {
    return state !== 'adding' || !this.#isBroken;
  }

  /**
   * Causes an event that follows an attempt to add the item: the attempt ends, the item leaves the outbox, or the
   * screen stops showing that the item was added.
   */
  async bringAbout(event: PathEvent): Promise<void> {
    const { type } = event;
    if (type === 'addToCart done' || type === 'addToCart failed') return this.#end(event);
    if (type === 'after addedReset') return fireHeldTimers(this.#page);
    return this.#endQueued(event);
  }

  /**
   * Ends the attempt to add the item with the outcome that the event names. If the outbox has failed, the page has made
   * no call that could be ended.
   */
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

  /**
   * Ends the wait of the item in the outbox: the student discards it, or it is sent and the server refuses or accepts
   * it.
   */
  async #endQueued({ type }: PathEvent): Promise<void> {
    if (type === 'outbox.discarded') return this.#discard();
    this.#gate.holdAgain();
    await this.#network.restore();
    await this.#retry();
    return type === 'outbox.refused' ? this.#gate.settle(refusal(409, 'BATCH_FULL', batchFull)) : this.#add();
  }

  /**
   * Lets the server add the item to the cart. The page gets a cart without the item, so that later test paths can add
   * it again.
   */
  async #add(): Promise<void> {
    await this.#bookingPage.removeItem();
    const change = (body: Record<string, unknown>) => ({
      ...body,
      data: this.#bookingPage.withoutItem(body.data as Cart),
    });
    return this.#gate.settle({ kind: 'changed', change });
  }

  /**
   * Presses “Try now” if it is shown. By itself, the site sends the outbox only when a cut connection returns. In some
   * test paths the call fails although the connection is not cut.
   */
  async #retry(): Promise<void> {
    const button = this.#page.getByRole('button', { name: 'Try now' });
    if (await button.isVisible()) await button.click().catch(() => {});
  }

  /**
   * Waits until the page shows that adding the item has failed. Call this before `repairBrowser`: a repaired outbox
   * could still store the item.
   */
  async #seesFailure(text: string): Promise<void> {
    await this.#page.getByText(text).filter({ visible: true }).first().waitFor();
  }

  /** Waits until adding the item has failed, then repairs the outbox and deletes the item from it. */
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
