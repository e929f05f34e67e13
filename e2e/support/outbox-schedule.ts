import fc from 'fast-check';
import { type CallFailure, callFailures } from './browser/network-proxy.ts';

/** Courses with so many free seats that every run of the test can book one. */
export const addedCourses = [
  'Personal Survival Techniques (PST)',
  'Fire Prevention and Fire Fighting (FPFF)',
  'Elementary First Aid (EFA)',
  'Medical First Aid (MFA)',
] as const;

/** One event in a browser with two or three tabs. `tab`: index of the tab, modulo the number of open tabs. */
export type OutboxEvent =
  | { do: 'add'; tab: number; course: number }
  | { do: 'enquire' }
  | { do: 'network'; is: 'open' | 'cut' | 'portal' }
  | { do: 'fail calls'; failures: CallFailure[] }
  | { do: 'reload' | 'close' | 'open'; tab: number };

/**
 * A random sequence of events. `endsSession`: whether the server ends the student's sign-in session before the network
 * is restored.
 */
export type OutboxSchedule = { events: OutboxEvent[]; endsSession: boolean };

const named = <const Name extends string>(name: Name) => fc.constant(name);
const tab = fc.nat(2);
const network: fc.Arbitrary<OutboxEvent> = fc.record({
  do: named('network'),
  is: fc.constantFrom('open' as const, 'cut' as const, 'cut' as const, 'portal' as const),
});
const calls: fc.Arbitrary<OutboxEvent> = fc.record({
  do: named('fail calls'),
  failures: fc.array(fc.constantFrom(...callFailures), { minLength: 1, maxLength: 3 }),
});
const tabs: fc.Arbitrary<OutboxEvent> = fc.record({
  do: fc.constantFrom('reload' as const, 'close' as const, 'open' as const),
  tab,
});
const trouble = fc.oneof(network, calls, tabs);
const additions = fc.tuple(fc.shuffledSubarray([0, 1, 2, 3], { minLength: 1, maxLength: 3 }), fc.nat(3), tab);

/**
 * Generates random sequences of events that add each course at most once and send at most one enquiry. Before each
 * addition and before the enquiry comes a fault: of the network, of a call or of a tab.
 */
export const outboxSchedules: fc.Arbitrary<OutboxSchedule> = fc
  .tuple(additions, fc.array(trouble, { minLength: 5, maxLength: 5 }), fc.nat(4))
  .map(([[courses, enquiryAt, first], troubles, ending]) => {
    const wanted: OutboxEvent[] = courses.map((course, index) => ({ do: 'add', tab: first + index, course }));
    if (enquiryAt < 2) wanted.splice(enquiryAt, 0, { do: 'enquire' });
    const events = troubles.flatMap((one, index) => [one, ...wanted.slice(index, index + 1)]);
    return { events, endsSession: ending === 0 };
  });
