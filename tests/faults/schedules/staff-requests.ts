import { today } from '../../../server/http/clock.ts';
import { batches, courses } from '../../server/booking/academy-seed.ts';
import { day } from '../../support/clock.ts';
import type { Call } from './app-instance.ts';
import type { FaultTestBed, SignedInStudent } from './fault-test-bed.ts';
import { soldBatches } from './offers.ts';
import type { StaffAction } from './schedule.ts';

const mostSeats = 2;
/** In how many days a moved batch may begin. These numbers fall into different steps of the refund policy. */
const daysAhead = [3, 8, 20, 40, 75, 90];
const openStates = ['awaiting_payment', 'declined', 'expired'] as const;

/** Everything that staff do, except sending an earlier call again. */
export type StaffDeed = Exclude<StaffAction['do'], 'repeat staff call'>;

/**
 * A prepared call of the staff console. Of several calls with the same `target`, at most one may succeed. `received`,
 * `refunded`: the money that staff have received or paid back by hand if the call succeeds.
 */
export type StaffRequest = Pick<Call, 'method' | 'url' | 'body'> & {
  target?: string | number;
  received?: number;
  refunded?: { id: string; amountPaise: number };
};

/** What is needed to prepare a call. `ask` reads from the staff API: by POST if it gets a body, otherwise by GET. */
export type Console = Pick<StaffAction, 'nth' | 'more'> & {
  testBed: FaultTestBed;
  students: readonly SignedInStudent[];
  reason: string;
  ask: <T>(path: string, body?: object) => Promise<T | undefined>;
};

type Prepare = (console: Console) => Promise<StaffRequest | undefined>;

const courseOf = new Map<number, number>([
  [batches.fireOpen, courses.fire],
  [batches.fireSeven, courses.fire],
  [batches.radarOpen, courses.radar],
  [batches.radarSeven, courses.radar],
  [batches.firstAidOpen, courses.firstAid],
]);
const paidBatches = soldBatches.filter((batch) => courseOf.has(batch));

const toPaise = (rupees: number) => Math.round(rupees * 100);
const chosen = <T>(all: readonly T[], index: number): T | undefined => all[index % all.length];
const batchOf = ({ nth }: Console) => chosen(paidBatches, nth) ?? batches.fireOpen;
/** The batches that staff move and cancel. Those with the most students are listed repeatedly, to be chosen often. */
const changedBatches = [
  ...[batches.fireOpen, batches.radarOpen, batches.firstAidOpen, batches.fireOpen, batches.radarOpen],
  ...[batches.fireSeven, batches.fireOpen, batches.radarSeven],
];
const changedBatchOf = ({ nth }: Console) => chosen(changedBatches, nth) ?? batches.fireOpen;

type BookedLine = {
  item_id: number;
  refund: number;
  courses: Array<{ course_id: number; batch_id: number }>;
};

/** Chooses a line of a completed order, with its refund by the policy. */
async function chooseLine({
  testBed,
  nth,
  more,
  ask,
}: Console): Promise<(BookedLine & { orderId: string }) | undefined> {
  const completed = testBed.db.selectFrom('orders').select('id').where('state', '=', 'completed').orderBy('id');
  const order = chosen(await completed.execute(), nth);
  const preview = order && (await ask<{ lines: BookedLine[] }>(`/orders/${order.id}/cancellation`));
  const line = preview && chosen(preview.lines, more);
  return order && line && { ...line, orderId: order.id };
}

type ListedRefund = { refund_id: string; state: string; amount: number; is_by_hand: boolean };

/**
 * Whether the provider has paid a refund or is paying it. Staff look this up at the provider before they pay by hand.
 * When a refund is requested again, its id at the provider ends with `T` and a number.
 */
export const isPaidByProvider = ({ provider }: FaultTestBed, refundId: string): boolean =>
  provider.paidRefunds.some((one) => one.refundId.split('T')[0] === refundId);

const retry = (refundId: string, reason: string): StaffRequest => ({
  method: 'POST',
  url: `/refunds/${refundId}/retry`,
  body: { reason },
});

function settle({ refund_id: id, amount }: ListedRefund, reason: string): StaffRequest {
  const body = { reference: `UTR ${id}`, reason };
  const refunded = { id, amountPaise: toPaise(amount) };
  return { method: 'POST', url: `/refunds/${id}/settle`, body, target: id, refunded };
}

/** Prepares the call that records a refund as paid by hand, for a refund that the provider does not pay. */
export async function settleByHand({ testBed, ask, reason }: Console): Promise<StaffRequest | undefined> {
  const listed = (await ask<ListedRefund[]>('/refunds')) ?? [];
  const unpaid = listed.find((one) => one.is_by_hand && !isPaidByProvider(testBed, one.refund_id));
  return unpaid && settle(unpaid, reason);
}

/** Prepares the call that requests a failed refund again, for a refund that the provider has paid after all. */
export async function retryPaid({ testBed, ask, reason }: Console): Promise<StaffRequest | undefined> {
  const failed = (await ask<ListedRefund[]>('/refunds?state=failed')) ?? [];
  const paid = failed.find(({ refund_id }) => isPaidByProvider(testBed, refund_id));
  return paid && retry(paid.refund_id, reason);
}

type ListedEntry = { id: number; state: string };

/** Chooses a place in a waiting list that is in one of the given states, preferably in a list with free seats. */
async function chooseEntry({ nth, more, ask }: Console, states: readonly string[]): Promise<ListedEntry | undefined> {
  const lists = (await ask<Array<{ batch_id: number; free: number }>>('/waiting-lists')) ?? [];
  const withSeats = lists.filter(({ free }) => free > 0);
  const list = chosen(withSeats.length > 0 ? withSeats : lists, nth);
  const entries = list && (await ask<ListedEntry[]>(`/waiting-lists/${list.batch_id}`));
  return chosen(entries?.filter(({ state }) => states.includes(state)) ?? [], more);
}

const prepareBookings = {
  async cancel(console) {
    const line = await chooseLine(console);
    const { reason } = console;
    if (!line) return undefined;
    const body = { item_ids: [line.item_id], refund: line.refund, reason };
    return { method: 'POST', url: `/orders/${line.orderId}/cancel`, body };
  },

  async transfer(console) {
    const line = await chooseLine(console);
    const [from] = line?.courses ?? [];
    if (!line || !from) return undefined;
    const others = paidBatches.filter((batch) => batch !== from.batch_id);
    const wanted = { course_id: from.course_id, to_batch_id: chosen(others, console.more) ?? 0 };
    const query = new URLSearchParams(Object.entries(wanted).map(([name, value]) => [name, String(value)]));
    const url = `/orders/${line.orderId}/transfer`;
    const preview = await console.ask<{ refund: number; due: number }>(`${url}?${query}`);
    if (!preview) return undefined;
    const { refund, due } = preview;
    return { method: 'POST', url, body: { ...wanted, refund, due, reason: console.reason } };
  },

  async sell(console) {
    const { students, more, reason, ask } = console;
    const student_id = chosen(students, more)?.id ?? '';
    const batch_id = batchOf(console);
    type OpenBatch = { batch_id: number; course_id: number; price: number };
    const open = (await ask<OpenBatch[]>(`/open-batches?student_id=${student_id}`))?.find(
      (batch) => batch.batch_id === batch_id,
    );
    if (!open) return undefined;
    const { course_id, price } = open;
    const line = { type: 'course', id: course_id, batches: [{ course_id, batch_id }] };
    const payment = { method: 'upi', reference: `UPI ${more}` };
    const terms = { from_office_seats: false, terms_version: '2026-01' };
    const body = { student_id, line, price, ...terms, reason, payment };
    return { method: 'POST', url: '/sales', body, received: toPaise(price) };
  },

  async 'settle due'({ testBed, nth, reason }) {
    const changes = testBed.db.selectFrom('booking_changes').where('due_paise', '>', 0).orderBy('id', 'desc');
    const due = chosen(await changes.select(['id', 'order_id', 'due_paise']).execute(), nth);
    if (!due) return undefined;
    const body = { change_id: due.id, payment: { method: 'cash' }, reason };
    const url = `/orders/${due.order_id}/due`;
    return { method: 'POST', url, body, target: due.id, received: due.due_paise };
  },
} satisfies Partial<Record<StaffDeed, Prepare>>;

const prepareBatches = {
  /**
   * Half of the time, adds a seat to a batch with a waiting list, if there is one. Otherwise sets a small number of
   * seats, which is refused if more are taken.
   */
  async resize(console) {
    const { nth, more, reason, ask } = console;
    const listed = nth % 2 === 0 ? [] : ((await ask<Array<{ batch_id: number }>>('/waiting-lists')) ?? []);
    const id = chosen(listed, more)?.batch_id ?? batchOf(console);
    const batch = listed.length > 0 ? await ask<{ capacity: number }>(`/batches/${id}`) : undefined;
    const capacity = batch ? batch.capacity + 1 : 1 + (more % mostSeats);
    return { method: 'PUT', url: `/batches/${id}`, body: { capacity, reason } };
  },

  async 'cancel batch'(console) {
    const id = changedBatchOf(console);
    const preview = await console.ask<{ orders: string[] }>(`/batches/${id}/cancellation`);
    const body = { affected: preview?.orders, reason: console.reason };
    return preview && { method: 'POST', url: `/batches/${id}/cancel`, body, target: id };
  },

  /** Most moves let the students choose by a link; every eighth one only notifies them. */
  async 'move batch'(console) {
    const { testBed, more, reason, ask } = console;
    const url = `/batches/${changedBatchOf(console)}/move`;
    const first = Date.parse(today(testBed.clock)) + (chosen(daysAhead, more) ?? 0) * day;
    const start_date = new Date(first).toISOString().slice(0, 10);
    const preview = await ask<{ before: object; affected: { orders: string[] } }>(`${url}/check`, { start_date });
    if (!preview) return undefined;
    const { before, affected } = preview;
    const notice = more % 8 === 7 ? 'email' : 'choice';
    return { method: 'POST', url, body: { start_date, before, affected: affected.orders, notice, reason } };
  },
} satisfies Partial<Record<StaffDeed, Prepare>>;

const prepareMoney = {
  async 'recheck payment'({ testBed, nth }) {
    const unpaid = testBed.db.selectFrom('orders').select('id').where('state', 'in', openStates).orderBy('id', 'desc');
    const order = chosen(await unpaid.execute(), nth);
    return order && { method: 'POST', url: `/orders/${order.id}/recheck`, body: {} };
  },

  async 'retry refund'({ nth, reason, ask }) {
    const failed = chosen((await ask<ListedRefund[]>('/refunds?state=failed')) ?? [], nth);
    return failed && retry(failed.refund_id, reason);
  },

  /** Sometimes tries to settle a refund that is settled already, or that the provider is about to pay. */
  async 'settle refund'({ testBed, nth, more, reason, ask }) {
    const isLate = more % 4 === 3;
    const listed = (await ask<ListedRefund[]>(isLate ? '/refunds?state=settled' : '/refunds')) ?? [];
    const open = listed.filter(({ is_by_hand }) => is_by_hand || isLate || more % 4 === 2);
    const refund = chosen(
      open.filter(({ refund_id }) => !isPaidByProvider(testBed, refund_id)),
      nth,
    );
    return refund && settle(refund, reason);
  },
} satisfies Partial<Record<StaffDeed, Prepare>>;

const prepareWaitingLists = {
  async 'offer seat'(console) {
    const entry = await chooseEntry(console, ['waiting']);
    const body = { reason: console.reason };
    return entry && { method: 'POST', url: `/waiting-entries/${entry.id}/offer`, body };
  },

  async 'remove from list'(console) {
    const entry = await chooseEntry(console, ['waiting', 'offered']);
    const body = { reason: console.reason };
    return entry && { method: 'POST', url: `/waiting-entries/${entry.id}/remove`, body, target: entry.id };
  },
} satisfies Partial<Record<StaffDeed, Prepare>>;

/**
 * Prepares the call for each action of staff, without sending it. Reads the records that the action needs, as the
 * console does. Returns undefined if there is nothing to change.
 */
export const staffRequests: Record<StaffDeed, Prepare> = {
  ...prepareBookings,
  ...prepareBatches,
  ...prepareMoney,
  ...prepareWaitingLists,
};
