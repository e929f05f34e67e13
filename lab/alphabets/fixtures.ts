import type { ProfileDraft } from '../../machines/checkout.context.ts';
import type { PathValue } from '../path-file.ts';
import {
  cart,
  cartFailure,
  closedBatch,
  codeOut,
  fullBatch,
  lookupUser,
  openBatch,
  otherBatch,
  quote,
  registration,
  soldOutCart,
  swap,
  userId,
} from './samples.ts';

const coursesWithoutSeats = [
  { id: 1, batches: [openBatch] },
  { id: 2, batches: [fullBatch] },
];
const draft: ProfileDraft = { city: 'Chennai' };

/**
 * The values of all fixtures. In place of typed texts, ids, times and other data, path files contain only the names of
 * fixtures. Replays without a browser use these values; replays in a browser use the demo content.
 */
const fixtures = {
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
  'package.lackingCourses': coursesWithoutSeats,
  'package.movedCourses': [
    { id: 1, batches: [openBatch] },
    { id: 2, batches: [{ ...openBatch, id: 75 }] },
  ],
  'package.chosen': { 1: openBatch.id, 2: otherBatch.id },
  'key.fresh': 'key-1',
  'key.queued': 'key-0',
  'failure.batchFull': cartFailure,
  'order.attempt': 'LF-2026-000123-1',
  'order.otherAttempt': 'LF-2026-000124-1',
  'cart.quote': quote,
  'cart.swap': swap,
  'cart.unchanged': cart,
  'cart.soldOut': soldOutCart,
  'terms.version': '2026-01',
};
type FixtureName = keyof typeof fixtures;

type NameOf<T> = { [Name in FixtureName]: (typeof fixtures)[Name] extends T ? Name : never }[FixtureName];

/**
 * The type `T` as written in path files (paths through a state machine). A reference to a fixture (a named sample
 * value) may replace any value, and must replace every number.
 */
type Serialized<T> = { fixture: NameOf<T> } | SerializedValue<T>;
type SerializedValue<T> = T extends number
  ? never
  : T extends string | boolean | null | undefined
    ? T
    : T extends readonly unknown[]
      ? Serialized<T[number]>[]
      : { [Field in keyof T]: Serialized<T[Field]> };

/** An event of type `T` in the notation of path files. */
export type SerializedEvent<T extends { type: string }> = T extends T
  ? { [Field in keyof T]: Field extends 'type' ? T[Field] : Serialized<T[Field]> }
  : never;
/** The input of a machine in the notation of path files. */
export type SerializedInput<T> = { [Field in keyof T]: Serialized<T[Field]> };

const isFixture = (value: object): value is { fixture: string } =>
  'fixture' in value && typeof value.fixture === 'string';

/**
 * Replaces every reference to a fixture (a named sample value) by the fixture's value. @throws Error for an unknown
 * fixture
 */
export function resolveFixtures(value: PathValue | undefined): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(resolveFixtures);
  if (!isFixture(value))
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolveFixtures(one)]));
  if (!Object.hasOwn(fixtures, value.fixture)) throw new Error(`there is no fixture ${value.fixture}`);
  return fixtures[value.fixture as FixtureName];
}

/** The names of all fixtures to which a value refers, sorted and without duplicates. */
export function fixturesIn(value: PathValue | undefined): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (!Array.isArray(value) && isFixture(value)) return [value.fixture];
  return [...new Set(Object.values(value).flatMap(fixturesIn))].sort();
}
