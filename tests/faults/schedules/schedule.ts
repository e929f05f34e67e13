import fc from 'fast-check';
import type { RefundFailure } from '../providers/fake-provider.ts';
import { type ProviderFault, providerFaults } from '../providers/provider-connection.ts';
import { type Forgery, forgeries } from '../providers/webhook-bodies.ts';
import { type Job, jobs } from './app-instance.ts';
import { offers } from './offers.ts';

/**
 * A fault during one step. `reply`: the response to the student is lost. Any other fault disturbs the connection of the
 * server instance to PostgreSQL, the payment provider or the mail server.
 */
export type Fault =
  | { on: 'database'; at: number | 'commit'; side: 'before' | 'after'; dies: boolean; slow?: number }
  | { on: 'provider'; fault: ProviderFault }
  | { on: 'mail'; fault: 'refused' | 'cut' }
  | { on: 'reply' };

/**
 * What staff do in the console. `nth` chooses the record: an order, batch, amount due, refund or place in a waiting
 * list. `more` chooses the rest, such as the order line, the new batch or its dates, the student, or the number of
 * seats. `settle due` records that a student has paid an amount due at the office. `settle refund` records that a
 * refund was paid by hand. `repeat staff call` sends an earlier call again under its idempotency key.
 */
export type StaffAction = {
  do:
    | 'cancel'
    | 'transfer'
    | 'sell'
    | 'resize'
    | 'cancel batch'
    | 'move batch'
    | 'settle due'
    | 'recheck payment'
    | 'retry refund'
    | 'settle refund'
    | 'offer seat'
    | 'remove from list'
    | 'repeat staff call';
  staff: number;
  nth: number;
  more: number;
};

export type PlainAction =
  | { do: 'add' | 'remove'; who: number; what: number }
  | { do: 'submit'; who: number }
  | { do: 'join list'; who: number; nth: number }
  | { do: 'accept offer' | 'leave list'; nth: number }
  | { do: 'choose'; choice: 'accept' | 'transfer' | 'refund'; nth: number; more: number }
  | { do: 'fail refund'; how: RefundFailure }
  | { do: 'retry'; who: number; nth: number }
  | { do: 'pay'; nth: number; as: 'approved' | 'declined' | 'pending'; isDouble: boolean }
  | { do: 'decide'; nth: number; as: 'approved' | 'declined' }
  | { do: 'deliver'; nth: number; times: number; hoursLate: number }
  | { do: 'forge'; nth: number; how: Forgery }
  | { do: 'recheck'; who: number; nth: number | null }
  | { do: 'run'; job: Job }
  | { do: 'age'; minutes: number }
  | { do: 'sign in again'; who: number }
  | { do: 'crash' | 'lose connections' }
  | { do: 'restart database' }
  | { do: 'reprice' | 'close batch'; nth: number }
  | StaffAction;

/**
 * One step of a random sequence. `on`: the index of the server instance that serves the step. `isBehind`: the next step
 * does not wait for the end of this one.
 */
export type Action = PlainAction & { on: 0 | 1; isBehind: boolean; fault: Fault | null };
export type Schedule = {
  capacities: number[];
  carts: number[][];
  actions: Action[];
  /** What the bank decides about all payments that are still pending at the end of the sequence. */
  ending: 'approved' | 'declined';
};

type Weighted<T> = { weight: number; arbitrary: fc.Arbitrary<T> };
const weighted = <T>(weight: number, arbitrary: fc.Arbitrary<T>): Weighted<T> => ({ weight, arbitrary });
const is = <const Name extends string>(name: Name) => fc.constant(name);

const who = fc.nat(3);
/**
 * Chooses an item by its index in `offers`, mostly one of the first three, so that students compete for the same seats.
 */
export const what = fc.oneof(weighted(1, fc.nat(offers.length - 1)), weighted(1, fc.nat(2)));
const nth = fc.nat(3);
const minutes = fc.constantFrom(1, 6, 21, 26, 61, 300);
const decided = fc.constantFrom('approved' as const, 'approved' as const, 'declined' as const);
const paidAs = fc.constantFrom('approved' as const, 'approved' as const, 'declined' as const, 'pending' as const);

const at = fc.oneof(weighted(3, fc.integer({ min: 1, max: 14 })), weighted(2, is('commit')));
const side = fc.constantFrom('before' as const, 'after' as const);
const slow = fc.constantFrom(5, 20);
const fault = fc.oneof(
  weighted<Fault>(5, fc.record({ on: is('database'), at, side, dies: fc.boolean() })),
  weighted<Fault>(1, fc.record({ on: is('database'), at, side: is('before'), dies: fc.constant(false), slow })),
  weighted<Fault>(4, fc.record({ on: is('provider'), fault: fc.constantFrom(...providerFaults) })),
  weighted<Fault>(1, fc.record({ on: is('mail'), fault: fc.constantFrom('refused' as const, 'cut' as const) })),
  weighted<Fault>(2, fc.record({ on: is('reply') })),
);

const add: fc.Arbitrary<PlainAction> = fc.record({ do: is('add'), who, what });
const submit: fc.Arbitrary<PlainAction> = fc.record({ do: is('submit'), who });
const retry: fc.Arbitrary<PlainAction> = fc.record({ do: is('retry'), who, nth: fc.nat(2) });
const pay: fc.Arbitrary<PlainAction> = fc.record({ do: is('pay'), nth, as: paidAs, isDouble: fc.boolean() });
const decide: fc.Arbitrary<PlainAction> = fc.record({ do: is('decide'), nth, as: decided });
const hoursLate = fc.constantFrom(0, 0, 1, 23);
const times = fc.integer({ min: 1, max: 3 });
const deliver: fc.Arbitrary<PlainAction> = fc.record({ do: is('deliver'), nth: fc.nat(5), times, hoursLate });
const recheck: fc.Arbitrary<PlainAction> = fc.record({
  do: is('recheck'),
  who,
  nth: fc.option(fc.nat(2), { nil: null }),
});
const run: fc.Arbitrary<PlainAction> = fc.record({ do: is('run'), job: fc.constantFrom('payments' as const, ...jobs) });
const age: fc.Arbitrary<PlainAction> = fc.record({ do: is('age'), minutes });
const joinList: fc.Arbitrary<PlainAction> = fc.record({ do: is('join list'), who, nth: fc.nat(5) });
export const acceptOffer: fc.Arbitrary<PlainAction> = fc.record({ do: is('accept offer'), nth: fc.nat(1) });
export const leaveList: fc.Arbitrary<PlainAction> = fc.record({ do: is('leave list'), nth });
const makeOffers: fc.Arbitrary<PlainAction> = fc.constant({ do: 'run', job: 'offers' });

export const plainAction = fc.oneof(
  weighted(4, add),
  weighted<PlainAction>(1, fc.record({ do: is('remove'), who, what })),
  weighted(7, submit),
  weighted(4, retry),
  weighted(5, pay),
  weighted(2, decide),
  weighted(4, deliver),
  weighted<PlainAction>(1, fc.record({ do: is('forge'), nth, how: fc.constantFrom(...forgeries) })),
  weighted(3, recheck),
  weighted(4, run),
  weighted(2, age),
  weighted(2, joinList),
  weighted(2, acceptOffer),
  weighted(1, leaveList),
  weighted<PlainAction>(1, fc.record({ do: is('sign in again'), who })),
  weighted<PlainAction>(2, fc.record({ do: fc.constantFrom('crash', 'lose connections') })),
  weighted<PlainAction>(1, fc.record({ do: is('restart database') })),
  weighted<PlainAction>(1, fc.record({ do: fc.constantFrom('reprice', 'close batch'), nth })),
);

/**
 * A student places an order, and then a second order with a changed cart while the first can still be paid, as happens
 * with two tabs.
 */
const ordersAgain = who.chain((one) => {
  const change = fc.record({ do: fc.constantFrom('add', 'add', 'add', 'remove'), who: fc.constant(one), what });
  const order = fc.record({ do: is('submit'), who: fc.constant(one) });
  const meanwhile = fc.oneof(run, deliver, fc.record({ do: is('age'), minutes: fc.constantFrom(1, 6) }));
  return fc.tuple(change, order, meanwhile, change, order, pay, fc.oneof(pay, run), decide, run);
}) as fc.Arbitrary<PlainAction[]>;

/** A student waits for a seat that another order holds. The order expires, and the student accepts the seat. */
const freedSeat = fc.tuple(
  ...[submit, joinList, fc.record({ do: is('age'), minutes: fc.constantFrom(26, 61) })],
  ...[makeOffers, acceptOffer, pay, deliver],
) as fc.Arbitrary<PlainAction[]>;

/** Typical sequences of events that would rarely arise from independent random events. */
const stories = fc.oneof(
  weighted<PlainAction[]>(6, fc.tuple(plainAction)),
  weighted<PlainAction[]>(2, fc.tuple(submit, pay, deliver)),
  weighted<PlainAction[]>(2, fc.tuple(add, submit, retry, pay, run)),
  weighted<PlainAction[]>(3, fc.tuple(submit, pay, age, submit, pay, decide, run)),
  weighted<PlainAction[]>(1, fc.tuple(add, add, submit, submit, submit)),
  weighted<PlainAction[]>(1, fc.tuple(pay, deliver, recheck, run)),
  weighted<PlainAction[]>(2, ordersAgain),
  weighted<PlainAction[]>(1, freedSeat),
);

const on = fc.constantFrom(0 as const, 1 as const);
export const circumstances = fc.record({
  on,
  isBehind: fc.boolean(),
  fault: fc.oneof(weighted<Fault | null>(3, fc.constant(null)), weighted<Fault | null>(2, fault)),
});

/** Like `circumstances`, but with fewer faults, so that most steps of a long sequence of events succeed. */
export const calmCircumstances = fc.record({
  on,
  isBehind: fc.oneof(weighted(5, fc.constant(false)), weighted(1, fc.constant(true))),
  fault: fc.oneof(weighted<Fault | null>(5, fc.constant(null)), weighted<Fault | null>(1, fault)),
});

const story = stories.chain((plainActions) =>
  fc
    .tuple(...plainActions.map(() => circumstances))
    .map((around) => plainActions.map((one, step) => ({ ...one, ...around[step] }))),
) as fc.Arbitrary<Action[]>;

/**
 * Generates random sequences of actions and faults of students, providers and processes, with few seats and several
 * students.
 */
export const schedules: fc.Arbitrary<Schedule> = fc.record({
  capacities: fc.array(fc.constantFrom(1, 1, 2, 3, 4), { minLength: 6, maxLength: 6 }),
  carts: fc.array(fc.uniqueArray(what, { minLength: 1, maxLength: 2 }), { minLength: 2, maxLength: 4 }),
  actions: fc.array(story, { minLength: 3, maxLength: 14, size: 'max' }).map((all) => all.flat()),
  ending: fc.constantFrom('approved', 'declined'),
});
