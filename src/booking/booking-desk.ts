import type { CartAddFlow } from '../cart/cart-add-flow.ts';
import type { OutboxRow } from '../offline/outbox-row.ts';

/** What every card of Book Online needs; the same object as long as the page stands, so that one card's change redraws one card. */
export type BookingDesk = {
  flow: CartAddFlow;
  /** Keys of the adds that this page made. */
  ownKeys: Set<string>;
  /** Academy day. */
  today: string;
  phone: string | null;
  /** Login page that leads back here. */
  loginHref: string;
};

/** A key for an add of this page. */
export function newKey({ ownKeys }: BookingDesk): string {
  const key = crypto.randomUUID();
  ownKeys.add(key);
  return key;
}

export type WaitingAdd = Extract<OutboxRow, { kind: 'cart.add' }>;

/** The add of a course or package that is on its way; one that was refused is not. */
export function waitingAdd(
  rows: readonly OutboxRow[],
  thing: { type: 'course' | 'package'; id: number },
): WaitingAdd | undefined {
  return rows.find((row): row is WaitingAdd => {
    if (row.kind !== 'cart.add' || row.state === 'needsAttention' || row.payload.type !== thing.type) return false;
    return (row.payload.type === 'course' ? row.payload.course_id : row.payload.package_id) === thing.id;
  });
}
