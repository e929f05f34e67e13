import { onTestFinished, vi } from 'vitest';
import { createActor, fromPromise, type SnapshotFrom } from 'xstate';
import type { OrderUpdate } from '../../contract/orders.ts';
import { orderUpdate, quote } from '../../lab/alphabets/samples.ts';
import type {
  ChangeLineInput,
  ChangeLineOutput,
  CheckoutInput,
  CompareInput,
  OrderOutcome,
  OrderRequest,
  ProfileOutput,
  SaveProfileInput,
  SaveProfileOutcome,
} from '../../machines/checkout.context.ts';
import { checkoutMachine } from '../../machines/checkout.machine.ts';
import { createClock } from '../../machines/clock.ts';
import type { QuoteChange } from '../../machines/order-quote.ts';

export const attemptId = 'LF-2026-000123-1';
const opened: OrderOutcome = { kind: 'opened', orderId: 'LF-2026-000123', attemptId };
const pending = orderUpdate('awaiting_payment', 'PROCESSING', true);
export const unpaid = orderUpdate('awaiting_payment', 'PROCESSING');
export const approved = orderUpdate('completed', 'APPROVED');

/**
 * Fakes of everything that the checkout state machine calls. A test can change what each fake returns while the actor
 * runs.
 */
export function world() {
  return {
    profile: vi.fn(async (): Promise<ProfileOutput> => ({ missing: [] })),
    save: vi.fn(async (_: SaveProfileInput): Promise<SaveProfileOutcome> => ({ kind: 'saved' })),
    changes: vi.fn(async (_: CompareInput): Promise<QuoteChange[]> => []),
    line: vi.fn(async (_: ChangeLineInput): Promise<ChangeLineOutput> => ({ changes: [dearer], failure: null })),
    order: vi.fn(async (_: OrderRequest): Promise<OrderOutcome> => opened),
    open: vi.fn(async (_: string): Promise<void> => new Promise(() => {})),
    payment: vi.fn(async (_: string | null): Promise<OrderUpdate | null> => pending),
  };
}

export function start(input: CheckoutInput, outside = world(), snapshot?: SnapshotFrom<typeof checkoutMachine>) {
  const machine = checkoutMachine.provide({
    actors: {
      loadProfile: fromPromise(() => outside.profile()),
      saveProfile: fromPromise(({ input: details }) => outside.save(details)),
      compareCart: fromPromise(async ({ input: shown }) => ({ changes: await outside.changes(shown) })),
      changeLine: fromPromise(({ input: change }) => outside.line(change)),
      createOrder: fromPromise(({ input: request }) => outside.order(request)),
      openPayment: fromPromise(({ input: { attemptId: id } }) => outside.open(id)),
      checkPayment: fromPromise(async ({ input: { attemptId: id } }) => ({ update: await outside.payment(id) })),
      tickClock: createClock(() => Date.now()),
    },
  });
  const actor = createActor(machine, snapshot ? { input, snapshot } : { input });
  actor.start();
  // Stop the actor. Otherwise its clock would tick on during the tests of other files.
  onTestFinished(() => void actor.stop());
  return { actor, outside, state: () => actor.getSnapshot() };
}

const line = { type: 'course', id: 7, name: 'Fire Fighting', courseId: 7, courseName: 'Fire Fighting' } as const;
const days = { start_date: '2026-12-01', end_date: '2026-12-03' };
export const soldOut: QuoteChange = { kind: 'unavailable', ...line, trouble: 'full', days };
export const dearer: QuoteChange = { kind: 'total', was: 12_500, now: 13_000 };

export const atReview: CheckoutInput = { screen: 'review', isOnline: true };
export const place = { type: 'order.place', key: 'key-1', quote } as const;
export const accept = { type: 'terms.accept', termsVersion: '2026-01' } as const;
export const noResponse = () => Promise.reject(new Error('no answer'));
