import { expect, onTestFinished } from 'vitest';
import { type Actor, createActor, type SnapshotFrom, type StateValue, waitFor } from 'xstate';
import type { CheckoutEvent, CheckoutStage } from '../../../machines/checkout.context.ts';
import { quoteOf } from '../../../machines/order-quote.ts';
import { createQueryClient } from '../../../src/app/query-client.ts';
import { cartQueries } from '../../../src/cart/cart.queries.ts';
import { screenOf } from '../../../src/checkout/checkout-screen.ts';
import { createCheckoutFlow } from '../../../src/checkout/flow/checkout-flow.ts';
import { checkoutRecord, restoreCheckout } from '../../../src/checkout/resume/saved-checkout.ts';
import type { FakeServer } from './fake-server.ts';
import { attemptId, cart, studentId } from './orders.ts';

type Flow = ReturnType<typeof createCheckoutFlow>;
export type Leave = 'leaves' | 'stays';

/**
 * A checkout page under test. `crash` closes the page and opens a new one that restores what the first page saved on
 * the device.
 */
export class CheckoutPage {
  readonly server: FakeServer;
  readonly actor: Actor<Flow>;

  constructor(server: FakeServer, at: CheckoutStage, { isOnline = true, leave = 'leaves' as Leave, saved = {} } = {}) {
    this.server = server;
    const client = createQueryClient(server.api);
    client.setQueryData(cartQueries.current(studentId).queryKey, server.cart);
    const flow = createCheckoutFlow({
      client,
      studentId,
      now: Date.now,
      onShown: () => () => {},
      origin: 'https://landfall.example',
      leaveFor: () => (leave === 'leaves' ? new Promise(() => {}) : Promise.reject(new Error('Back'))),
      onSignedOut: () => {},
      onSaveFailure: () => {},
    });
    const snapshot = restoreCheckout(saved, at, 0);
    const input = {
      screen: at,
      isOnline,
      attemptId: at === 'returning' ? attemptId : undefined,
      quote: quoteOf(cart()),
    };
    this.actor = createActor(flow, snapshot ? { input, snapshot } : { input });
    this.actor.start();
    onTestFinished(() => void this.actor.stop());
    this.send({ type: 'connection.change', isOnline });
  }

  get state() {
    return this.actor.getSnapshot();
  }

  send(...events: CheckoutEvent[]): void {
    for (const event of events) this.actor.send(event);
  }

  async reaches(state: string): Promise<this> {
    // If the page does not reach the state in time, let an expectation fail, because its message shows the expected and
    // the actual state.
    await this.until(({ value }) => nameOf(value) === state).catch(() => expect(nameOf(this.state.value)).toBe(state));
    return this;
  }

  /** Waits until checkout needs input from the student or redirects to the payment page. */
  async becomesIdle(): Promise<this> {
    await this.until((state) => !state.hasTag('busy') || state.matches({ review: 'redirecting' }));
    return this;
  }

  until(predicate: (state: SnapshotFrom<Flow>) => boolean): Promise<SnapshotFrom<Flow>> {
    return waitFor(this.actor, predicate, { timeout: 10_000 });
  }

  /**
   * Simulates a crash of the browser: returns a new checkout page at the same address, which restores what the device
   * had saved.
   */
  crash({ isOnline = true } = {}): CheckoutPage {
    const stage = screenOf(this.state)?.stage ?? 'information';
    const state = JSON.parse(JSON.stringify(this.actor.getPersistedSnapshot()));
    const isSaved = stage === 'information' || stage === 'review';
    const saved = !isSaved ? {} : checkoutRecord({ stage, state, seen: null, savedAt: 1 });
    this.actor.stop();
    this.server.faults.clear();
    return new CheckoutPage(this.server, stage, { isOnline, saved });
  }

  disconnect(): void {
    this.send({ type: 'connection.change', isOnline: false });
    this.server.disconnect();
  }

  reconnect(): void {
    this.server.isUp = true;
    this.server.faults.clear();
    this.send({ type: 'connection.change', isOnline: true });
  }
}

function nameOf(value: StateValue): string {
  if (typeof value === 'string') return value;
  return Object.entries(value)
    .map(([name, part]) => (part ? `${name}.${nameOf(part)}` : name))
    .join();
}
