import fc from 'fast-check';
import { type CallFault, callFaults, type Line } from './honest-server.ts';

export const students = ['asha', 'dev'] as const;
export type Who = (typeof students)[number];

/**
 * What the person, the device or the network does. `tab` and `nth` choose a tab and an outbox row; each is taken modulo
 * the number of tabs or rows.
 */
export type ModelEvent =
  | { do: 'add'; tab: number; course: number; batch: number }
  | { do: 'remove'; tab: number; course: number }
  | { do: 'send form'; tab: number; form: 'enquiry' | 'grievance' | 'anonymous grievance' }
  | { do: 'discard' | 'retry'; tab: number; nth: number }
  | { do: 'reload' | 'open tab' | 'close tab' | 'look at tab'; tab: number }
  | { do: 'line'; is: Line }
  | { do: 'calls fail'; by: CallFault[] }
  | { do: 'session expires'; isNoticed: boolean }
  | { do: 'sign in'; tab: number; as: Who }
  | { do: 'sign out'; tab: number }
  | { do: 'time passes'; seconds: number }
  | { do: 'clock jumps'; hours: number }
  | { do: 'storage is full'; tab: number; times: number }
  | { do: 'storage closes' }
  | { do: 'older release leaves a row' | 'newer release leaves a row' };

/** One step of a random sequence of events. After the step, the test waits for `turns` turns of the event loop. */
export type Step = ModelEvent & { turns: number };

type Weighted = { weight: number; arbitrary: fc.Arbitrary<ModelEvent> };
const weighted = (weight: number, arbitrary: fc.Arbitrary<ModelEvent>): Weighted => ({ weight, arbitrary });
const is = <const Name extends string>(name: Name) => fc.constant(name);
const tab = fc.nat(2);
const nth = fc.nat(3);
const course = fc.integer({ min: 1, max: 4 });
const fault = fc.constantFrom(...callFaults.filter((one) => one !== 'none'), 'none' as const, 'after' as const);

const event = fc.oneof(
  weighted(8, fc.record({ do: is('add'), tab, course, batch: fc.constantFrom(1, 2) })),
  weighted(4, fc.record({ do: is('remove'), tab, course })),
  weighted(
    5,
    fc.record({
      do: is('send form'),
      tab,
      form: fc.constantFrom('enquiry' as const, 'grievance' as const, 'anonymous grievance' as const),
    }),
  ),
  weighted(2, fc.record({ do: fc.constantFrom('discard' as const, 'retry' as const), tab, nth })),
  weighted(
    5,
    fc.record({
      do: fc.constantFrom('reload' as const, 'open tab' as const, 'close tab' as const, 'look at tab' as const),
      tab,
    }),
  ),
  weighted(4, fc.record({ do: is('line'), is: fc.constantFrom('open' as const, 'cut' as const, 'portal' as const) })),
  weighted(5, fc.record({ do: is('calls fail'), by: fc.array(fault, { minLength: 1, maxLength: 4 }) })),
  weighted(2, fc.record({ do: is('session expires'), isNoticed: fc.boolean() })),
  weighted(
    3,
    fc.record({ do: is('sign in'), tab, as: fc.constantFrom('asha' as const, 'asha' as const, 'dev' as const) }),
  ),
  weighted(1, fc.record({ do: is('sign out'), tab })),
  weighted(4, fc.record({ do: is('time passes'), seconds: fc.constantFrom(3, 15, 90) })),
  weighted(1, fc.record({ do: is('clock jumps'), hours: fc.constantFrom(-48, 48) })),
  weighted(2, fc.record({ do: is('storage is full'), tab, times: fc.integer({ min: 1, max: 3 }) })),
  weighted(1, fc.record({ do: is('storage closes') })),
  weighted(
    1,
    fc.record({ do: fc.constantFrom('older release leaves a row' as const, 'newer release leaves a row' as const) }),
  ),
);

/** Generates random sequences of events for up to three tabs of a shared device. */
export const schedules: fc.Arbitrary<Step[]> = fc.array(
  fc.tuple(event, fc.constantFrom(0, 1, 2, 4, 30)).map(([one, turns]) => ({ ...one, turns })),
  { minLength: 6, maxLength: 30, size: 'max' },
);
