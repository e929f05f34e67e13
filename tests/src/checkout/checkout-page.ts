import { expect } from 'vitest';
import { type Actor, createActor, type StateValue } from 'xstate';
import type { CheckoutEvent, CheckoutStage } from '../../../machines/checkout.types.ts';
import { createQueryClient } from '../../../src/app/query-client.ts';
import { cartQueries } from '../../../src/cart/cart.queries.ts';
import { createCheckoutFlow } from '../../../src/checkout/checkout-flow.ts';
import { screenOf } from '../../../src/checkout/checkout-screen.ts';
import { checkoutSnapshotQuery, keepCheckout, restoredCheckout } from '../../../src/checkout/checkout-snapshot.ts';
import { quoteOf } from '../../../src/checkout/quote.ts';
import type { FakeAcademy } from './fake-academy.ts';
import { attemptId, cart, studentId } from './orders.ts';

type Flow = ReturnType<typeof createCheckoutFlow>;
export type Leave = 'leaves' | 'stays';

/** One page of the checkout: what a student has before a crash, and again after it. */
export class CheckoutPage {
  readonly academy: FakeAcademy;
  readonly actor: Actor<Flow>;

  constructor(academy: FakeAcademy, at: CheckoutStage, { isOnline = true, leave = 'leaves' as Leave, kept = {} } = {}) {
    this.academy = academy;
    const client = createQueryClient(academy.api);
    client.setQueryData(cartQueries.current(studentId).queryKey, cart());
    const flow = createCheckoutFlow({
      client,
      studentId,
      now: Date.now,
      origin: 'https://landfall.example',
      leaveFor: () => (leave === 'leaves' ? new Promise(() => {}) : Promise.reject(new Error('Back'))),
      onSignedOut: () => {},
      onSaveFailure: () => {},
    });
    const snapshot = restoredCheckout(kept, at);
    const input = { at, isOnline, attemptId: at === 'returning' ? attemptId : undefined, quote: quoteOf(cart()) };
    this.actor = createActor(flow, snapshot ? { input, snapshot } : { input });
    this.actor.start();
    this.send({ type: 'connection.change', isOnline });
  }

  get state() {
    return this.actor.getSnapshot();
  }

  send(...events: CheckoutEvent[]): void {
    for (const event of events) this.actor.send(event);
  }

  async comesTo(state: string): Promise<this> {
    await expect.poll(() => nameOf(this.state.value)).toBe(state);
    return this;
  }

  /** The app is killed and opened again where it was: at the address, with what the device kept of it. */
  reopened({ isOnline = true } = {}): CheckoutPage {
    const client = createQueryClient(this.academy.api);
    const stage = screenOf(this.state)?.stage ?? 'information';
    const state = JSON.parse(JSON.stringify(this.actor.getPersistedSnapshot()));
    keepCheckout(client, studentId, stage === 'returning' ? null : { stage, state, seen: null, keptAt: 1 });
    this.actor.stop();
    const kept = client.getQueryData(checkoutSnapshotQuery(studentId).queryKey) ?? {};
    this.academy.mishaps.clear();
    return new CheckoutPage(this.academy, stage, { isOnline, kept });
  }

  cut(): void {
    this.send({ type: 'connection.change', isOnline: false });
    this.academy.cut();
  }

  reconnect(): void {
    this.academy.isUp = true;
    this.academy.mishaps.clear();
    this.send({ type: 'connection.change', isOnline: true });
  }
}

function nameOf(value: StateValue): string {
  if (typeof value === 'string') return value;
  return Object.entries(value)
    .map(([name, part]) => (part ? `${name}.${nameOf(part)}` : name))
    .join();
}
