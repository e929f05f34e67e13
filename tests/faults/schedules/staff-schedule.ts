import fc from 'fast-check';
import { refundFailures } from '../providers/fake-provider.ts';
import {
  type Action,
  acceptOffer,
  calmCircumstances,
  circumstances,
  leaveList,
  type PlainAction,
  plainAction,
  type StaffAction,
  what,
} from './schedule.ts';

export type StaffSchedule = { capacities: number[]; carts: number[][]; actions: Action[] };

/** A step of a typical sequence of events. With `isBehind`, the next step always starts before this one has ended. */
type Step = PlainAction & { isBehind?: true };
type Story = fc.Arbitrary<Step[]>;
const weighted = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });
const is = (action: PlainAction): fc.Arbitrary<PlainAction> => fc.constant(action);
const meanwhile = (action: fc.Arbitrary<PlainAction>): fc.Arbitrary<Step> =>
  action.map((one) => ({ ...one, isBehind: true }));

/** How many students of a sequence have an empty cart at its beginning. */
export const idleStudents = 2;
const staffMembers = 3;
const choice = { staff: fc.nat(staffMembers - 1), nth: fc.nat(9), more: fc.nat(9) };
const staff = (...deeds: StaffAction['do'][]): fc.Arbitrary<PlainAction> =>
  fc.record({ do: fc.constantFrom(...deeds), ...choice });

const run = (job: 'batch runs' | 'mail' | 'refunds' | 'offers' | 'payments') => is({ do: 'run', job });
const pay = is({ do: 'pay', nth: 0, as: 'approved', isDouble: false });
const who = fc.nat(3 + idleStudents);
/** A student of a moved or cancelled batch chooses by an emailed link. `links`: how many of the newest links to use. */
const choose = (links: number): fc.Arbitrary<PlainAction> =>
  fc.record({
    do: fc.constant('choose'),
    choice: fc.constantFrom('accept', 'accept', 'transfer', 'refund'),
    nth: fc.nat(links - 1),
    more: fc.nat(3),
  });
const failRefund: fc.Arbitrary<PlainAction> = fc.record({
  do: fc.constant('fail refund'),
  how: fc.constantFrom(...refundFailures),
});

const single: Story = fc
  .oneof(
    weighted(
      5,
      staff('cancel', 'cancel', 'transfer', 'sell', 'sell', 'resize', 'resize', 'cancel batch', 'settle due'),
    ),
    weighted(2, staff('repeat staff call', 'recheck payment', 'move batch', 'remove from list')),
    weighted(1, choose(3)),
    weighted(4, plainAction),
  )
  .map((action) => [action]);

/** A student places an order and does not pay it yet. */
const unpaidOrder: Story = who.chain((one) =>
  fc.tuple(fc.record({ do: fc.constant('add' as const), who: fc.constant(one), what }), is({ do: 'submit', who: one })),
);

/**
 * A batch is moved or cancelled while a colleague changes bookings and perhaps a student is paying. The students of the
 * batch get emails and choose by the links, one of them in two tabs at once.
 */
const changedBatch: Story = fc
  .tuple(
    fc.oneof(weighted(2, fc.constant<Step[]>([])), weighted(1, unpaidOrder)),
    fc.tuple(
      meanwhile(staff('cancel', 'transfer', 'sell')),
      staff('move batch', 'move batch', 'cancel batch'),
      run('batch runs'),
      run('mail'),
      meanwhile(choose(1)),
      choose(1),
      choose(4),
    ),
  )
  .map((parts) => parts.flat());

/**
 * The provider does not pay the refund of a cancelled booking. The accounts office requests it again or pays it by
 * hand.
 */
const failedRefund: Story = fc.tuple(
  failRefund,
  staff('cancel'),
  run('refunds'),
  is({ do: 'age', minutes: 6 }),
  run('refunds'),
  fc.oneof(staff('retry refund', 'settle refund'), meanwhile(staff('retry refund', 'settle refund'))),
  fc.oneof(run('refunds'), staff('settle refund', 'retry refund')),
);

/** A student joins a waiting list. It may be one of the students who have booked nothing. */
const join: fc.Arbitrary<PlainAction> = fc.record({
  do: fc.constant('join list'),
  who,
  nth: fc.nat(5),
});
/** Staff add a seat to a batch with a waiting list, which `resize` does if `nth` is odd. */
const enlarge: fc.Arbitrary<PlainAction> = fc.record({ ...choice, do: fc.constant('resize'), nth: fc.constant(1) });
/** Chooses the first of the batches on sale more often than others, because it has the most students. */
const closeBatch: fc.Arbitrary<PlainAction> = fc.record({
  do: fc.constant('close batch'),
  nth: fc.constantFrom(0, 0, 1, 2, 4),
});

/** Students wait for full batches. A seat becomes free and is offered to one of them, who takes it. */
const freedSeat: Story = fc.tuple(
  join,
  join,
  fc.oneof(weighted(1, staff('cancel')), weighted(4, enlarge), weighted(1, closeBatch)),
  fc.oneof(run('offers'), meanwhile(run('offers')), staff('offer seat'), staff('offer seat')),
  acceptOffer,
  pay,
  fc.oneof(weighted(3, staff('recheck payment', 'sell', 'remove from list')), weighted(1, leaveList)),
);

/** A student pays, no webhook arrives, and staff ask the provider about the payment. */
const unreportedPayment: Story = fc.tuple(unpaidOrder, pay, staff('recheck payment')).map((parts) => parts.flat());

/** A booking moves to another course. If the new course is dearer, the student pays the difference at the office. */
const otherCourse: Story = fc.tuple(staff('transfer'), staff('settle due'), staff('settle due', 'transfer', 'cancel'));

const play = (story: Story, around: typeof circumstances) =>
  story.chain((plainActions) =>
    fc
      .tuple(...plainActions.map(() => around))
      .map((all) => plainActions.map((one, step) => ({ ...all[step], ...one }))),
  ) as fc.Arbitrary<Action[]>;

const actions = fc.oneof(
  weighted(10, play(single, circumstances)),
  weighted(2, play(changedBatch, calmCircumstances)),
  weighted(2, play(failedRefund, calmCircumstances)),
  weighted(2, play(freedSeat, calmCircumstances)),
  weighted(1, play(unreportedPayment, calmCircumstances)),
  weighted(3, play(otherCourse, calmCircumstances)),
);

/**
 * Generates random sequences of actions of staff and students, and of faults. Before each sequence, every student with
 * a cart orders and pays without any fault.
 */
export const staffSchedules: fc.Arbitrary<StaffSchedule> = fc.record({
  capacities: fc.array(fc.constantFrom(1, 1, 2, 2, 3), { minLength: 6, maxLength: 6 }),
  carts: fc.array(fc.uniqueArray(what, { minLength: 1, maxLength: 2 }), { minLength: 3, maxLength: 5 }),
  actions: fc.array(actions, { minLength: 4, maxLength: 12, size: 'max' }).map((all) => all.flat()),
});
