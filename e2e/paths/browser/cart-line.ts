import type { Locator, Page } from '@playwright/test';
import { addToCart } from '../../../contract/cart.ts';
import type { PathEvent } from '../../../contract/path-file.ts';
import { breakStore, breakTabs, emptyOutbox, mend } from './broken-browser.ts';
import { Gate, refusal } from './gate.ts';
import { passTimers } from './held-timers.ts';
import { NetworkSwitch } from './network-switch.ts';

export const batchFull = 'This batch is full.';

/** Where adds to the cart go: to the server, into the outbox, or nowhere. */
export class CartLine {
  readonly #page: Page;
  readonly #gate: Gate;
  readonly #network: NetworkSwitch;
  #isPassing = false;
  /** Makes room in the cart, so that the same thing can be added again. */
  readonly #makeRoom: () => Promise<void>;

  constructor(page: Page, makeRoom: () => Promise<void>) {
    this.#page = page;
    this.#gate = new Gate(page, addToCart);
    this.#network = new NetworkSwitch(page);
    this.#makeRoom = makeRoom;
  }

  async hold(): Promise<void> {
    await this.#network.install();
    await this.#gate.hold();
  }

  /** An add waits in the outbox, and the page is opened anew: every add is lost while the rest of the site is there. */
  async queue(card: Locator, add: () => Promise<void>): Promise<void> {
    this.#gate.lose();
    await add();
    await card.getByText('Waiting for connection').waitFor();
    await this.#page.reload();
  }

  /** What has to stand ready before the add: storage or tabs that fail. */
  async foresee(next: PathEvent | undefined): Promise<void> {
    this.#isPassing = next?.type === 'addToCart failed';
    if (this.#isPassing) await breakTabs(this.#page);
    if (next?.outcome === 'unanswered') await breakStore(this.#page);
  }

  /** Whether the state stays until the next event: an add that fails at once ends before anybody sees it on its way. */
  isLasting(state: string): boolean {
    return state !== 'adding' || !this.#isPassing;
  }

  /** Makes what comes of an add happen. */
  async follow(event: PathEvent): Promise<void> {
    const { type } = event;
    if (type === 'addToCart done' || type === 'addToCart failed') return this.#end(event);
    if (type === 'after addedReset') return passTimers(this.#page);
    return this.#settle(event);
  }

  /** Ends the add that is on its way. */
  async #end({ type, outcome }: PathEvent): Promise<void> {
    if (type === 'addToCart failed') return this.#forget();
    if (outcome === 'refused') return this.#gate.answer(refusal(409, 'BATCH_FULL', batchFull));
    if (outcome === 'unanswered') {
      await this.#gate.answer(refusal(503, 'INTERNAL_ERROR'));
      return mend(this.#page);
    }
    if (outcome === 'queued') {
      await this.#network.cut();
      await this.#gate.answer({ kind: 'lost' });
      return this.#gate.lose();
    }
    await this.#makeRoom();
    return this.#gate.answer({ kind: 'real' });
  }

  /** What becomes of an add that waits in the outbox. */
  async #settle({ type }: PathEvent): Promise<void> {
    if (type === 'outbox.discarded') return this.#discard();
    await this.#makeRoom();
    this.#gate.holdOn();
    await this.#network.restore();
    await this.#wake();
    return this.#gate.answer(type === 'outbox.refused' ? refusal(409, 'BATCH_FULL', batchFull) : { kind: 'real' });
  }

  /** The site tries by itself when the network is back; where it was there all along, a person asks it to. */
  async #wake(): Promise<void> {
    const button = this.#page.getByRole('button', { name: 'Try now' });
    if (await button.isVisible()) await button.click().catch(() => {});
  }

  /** The add that broke off lies in the outbox, where nobody waits for it. */
  async #forget(): Promise<void> {
    await mend(this.#page);
    await emptyOutbox(this.#page);
  }

  async #discard(): Promise<void> {
    const changes = this.#page.getByRole('region', { name: /changes? waiting$/ });
    await changes.getByRole('button', { name: 'Discard' }).click();
    await this.#page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    this.#gate.holdOn();
    await this.#network.restore();
  }
}
