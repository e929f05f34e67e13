import type { PathValue } from '../../contract/path-file.ts';
import type { ProfileDraft, QuoteChange } from '../checkout.types.ts';
import {
  cartFailure,
  changes,
  closedBatch,
  codeOut,
  fullBatch,
  lookupUser,
  openBatch,
  otherBatch,
  quote,
  registration,
  swap,
  userId,
} from './samples.ts';

const lackingCourses = [
  { id: 1, batches: [openBatch] },
  { id: 2, batches: [fullBatch] },
];
const draft: ProfileDraft = { city: 'Chennai' };
const soldOut: QuoteChange[] = [changes.soldOut];

/** Sample for every fixture that a path may name, for a run without a browser. */
export const fixtures = {
  'student.id': userId,
  'student.email': 'asha.nair@example.com',
  'student.indos': '24EL0001',
  'student.password': 'Landfall#2026',
  'student.profile': draft,
  'student.registration': registration,
  'student.passwordChange': {
    email: 'asha.nair@example.com',
    newPassword: 'Anchor#2027',
    confirmPassword: 'Anchor#2027',
  },
  'login.underWay': { identifier: '24EL0001', user: lookupUser(), codeOut },
  'code.out': codeOut,
  'code.complete': '123456',
  'code.short': '12345',
  'clock.start': 0,
  'clock.pollDue': 5000,
  'clock.resendNotYet': 29_999,
  'clock.resendDue': 30_000,
  'course.id': 7,
  'course.batches': [openBatch, otherBatch, fullBatch, closedBatch],
  'course.fullBatches': [fullBatch],
  'batch.open': openBatch.id,
  'batch.other': otherBatch.id,
  'batch.full': fullBatch.id,
  'package.id': 5,
  'package.firstCourse': 1,
  'package.secondCourse': 2,
  'package.courses': [
    { id: 1, batches: [openBatch] },
    { id: 2, batches: [otherBatch, fullBatch] },
  ],
  'package.lackingCourses': lackingCourses,
  'package.movedCourses': [
    { id: 1, batches: [openBatch] },
    { id: 2, batches: [{ ...openBatch, id: 75 }] },
  ],
  'package.chosen': { 1: openBatch.id, 2: otherBatch.id },
  'key.fresh': 'key-1',
  'key.queued': 'key-0',
  'failure.batchFull': cartFailure,
  'order.attempt': 'LF-2026-000123-1',
  'cart.quote': quote,
  'cart.swap': swap,
  'cart.soldOut': soldOut,
  'terms.version': '2026-01',
};
export type FixtureName = keyof typeof fixtures;

type NameOf<T> = { [Name in FixtureName]: (typeof fixtures)[Name] extends T ? Name : never }[FixtureName];

/** `T` as a path file has it: every value in it may be a fixture, and every number is one. */
export type Written<T> = { fixture: NameOf<T> } | WrittenOut<T>;
type WrittenOut<T> = T extends number
  ? never
  : T extends string | boolean | null | undefined
    ? T
    : T extends readonly unknown[]
      ? Written<T[number]>[]
      : { [Field in keyof T]: Written<T[Field]> };

/** An event as a path file has it. */
export type WrittenEvent<T extends { type: string }> = T extends T
  ? { [Field in keyof T]: Field extends 'type' ? T[Field] : Written<T[Field]> }
  : never;
/** What a machine begins with, as a path file has it. */
export type WrittenInput<T> = { [Field in keyof T]: Written<T[Field]> };

const isFixture = (value: object): value is { fixture: string } =>
  'fixture' in value && typeof value.fixture === 'string';

/** The value that a file means; throws where it names a fixture that there is none of. */
export function resolveFixtures(value: PathValue | undefined): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(resolveFixtures);
  if (!isFixture(value))
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolveFixtures(one)]));
  if (!Object.hasOwn(fixtures, value.fixture)) throw new Error(`there is no fixture ${value.fixture}`);
  return fixtures[value.fixture as FixtureName];
}

/** Names of the fixtures in a value, each once, in order. */
export function fixturesIn(value: PathValue | undefined): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (!Array.isArray(value) && isFixture(value)) return [value.fixture];
  return [...new Set(Object.values(value).flatMap(fixturesIn))].sort();
}
