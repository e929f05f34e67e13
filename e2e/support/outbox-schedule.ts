import fc from 'fast-check';
import { type Break, breaks } from './cut-proxy.ts';

/** Courses with seats for all. */
export const tappedCourses = [
  'Personal Survival Techniques (PST)',
  'Fire Prevention and Fire Fighting (FPFF)',
  'Elementary First Aid (EFA)',
  'Medical First Aid (MFA)',
] as const;

/** What happens to two or three tabs of one browser; `tab` counts on among those that are open. */
export type Happening =
  | { do: 'add'; tab: number; course: number }
  | { do: 'enquire' }
  | { do: 'line'; is: 'open' | 'cut' | 'portal' }
  | { do: 'calls break'; how: Break[] }
  | { do: 'reload' | 'close' | 'open'; tab: number };

/** `endsSession`: before the line is well again the student's session ends at the server. */
export type BrowserSchedule = { happenings: Happening[]; endsSession: boolean };

const is = <const Name extends string>(name: Name) => fc.constant(name);
const tab = fc.nat(2);
const line: fc.Arbitrary<Happening> = fc.record({
  do: is('line'),
  is: fc.constantFrom('open' as const, 'cut' as const, 'cut' as const, 'portal' as const),
});
const calls: fc.Arbitrary<Happening> = fc.record({
  do: is('calls break'),
  how: fc.array(fc.constantFrom(...breaks), { minLength: 1, maxLength: 3 }),
});
const tabs: fc.Arbitrary<Happening> = fc.record({
  do: fc.constantFrom('reload' as const, 'close' as const, 'open' as const),
  tab,
});
const trouble = fc.oneof(line, calls, tabs);
const taps = fc.tuple(fc.shuffledSubarray([0, 1, 2, 3], { minLength: 1, maxLength: 3 }), fc.nat(3), tab);

/** Each schedule taps a course at most once and writes at most one enquiry, with trouble before and after each. */
export const browserSchedules: fc.Arbitrary<BrowserSchedule> = fc
  .tuple(taps, fc.array(trouble, { minLength: 5, maxLength: 5 }), fc.nat(4))
  .map(([[courses, enquiryAt, first], troubles, ending]) => {
    const wanted: Happening[] = courses.map((course, at) => ({ do: 'add', tab: first + at, course }));
    if (enquiryAt < 2) wanted.splice(enquiryAt, 0, { do: 'enquire' });
    const happenings = troubles.flatMap((one, at) => [one, ...wanted.slice(at, at + 1)]);
    return { happenings, endsSession: ending === 0 };
  });
