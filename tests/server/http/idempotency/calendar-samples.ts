import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readDaysOff } from '../../../../server/content/academy-calendar.repo.ts';
import { batches, courses } from '../../booking/academy-seed.ts';
import type { ApiDriver, ApiRequest } from '../api-driver.ts';
import type { KeyedSample } from './keyed-samples.ts';
import { sold } from './order-samples.ts';
import type { RepeatableSample } from './repeatable-samples.ts';

const withBody = (change: object) => (request: ApiRequest) => ({
  ...request,
  body: { ...Object(request.body), ...change },
});
const reason = 'as agreed';
const fireBatch = { course_id: courses.fire, start_date: '2027-06-07', capacity: 4 };

/** Inserts a fire fighting batch without students. Returns the batch's id. */
async function plantBatch(api: ApiDriver): Promise<number> {
  const batch = { course_id: courses.fire, start_date: '2027-05-03', end_date: '2027-05-05', status: 'open' as const };
  const { id } = await api.app.db
    .insertInto('batches')
    .values({ ...batch, capacity: 10 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function aboutBatch(api: ApiDriver, what: string, body: object): Promise<ApiRequest> {
  const { headers = {} } = await api.hire();
  return { url: `/api/staff/batches/${await plantBatch(api)}${what}`, body, headers };
}

/**
 * Sells a course at the office and inserts a move of its batch that lets the student choose what to do. Returns the
 * token of the link that this student would get by email.
 */
async function plantChoice(api: ApiDriver): Promise<string> {
  const { db } = api.app;
  const { orderId: order_id } = await sold(api);
  const [{ id: staff_id }, batch_id] = [await api.hire(), batches.fireOpen];
  const buyer = db.selectFrom('orders').select('student_id').where('id', '=', order_id);
  const { student_id } = await buyer.executeTakeFirstOrThrow();
  const { id: run_id } = await db
    .insertInto('batch_runs')
    .values({
      ...{ batch_id, kind: 'move', asks_choice: true, reason, staff_id, actor: 'The administrator' },
      ...{ before_start: '2027-05-01', before_end: '2027-05-03', after_start: '2027-05-03', after_end: '2027-05-05' },
      choose_until: new Date(api.app.clock.now() + 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const token = randomBytes(32).toString('base64url');
  const token_hash = createHash('sha256').update(token).digest();
  const item = { run_id, order_id, student_id, state: 'waiting' as const, has_email: true, token_hash };
  await db.insertInto('batch_run_items').values(item).execute();
  return token;
}

/**
 * Prepares a request that changes the academy's days off. Stores the calendar file beforehand, so that the request
 * updates a row of `content_files` and adds none: tests compare how many rows requests add.
 */
async function aboutDaysOff(api: ApiDriver): Promise<ApiRequest> {
  const file = { path: 'calendar.json', body: '{}' };
  await api.app.db
    .insertInto('content_files')
    .values(file)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const holidays = [{ date: '2027-01-26', name: randomUUID() }];
  const { headers = {} } = await api.hire();
  const seen = await readDaysOff(api.app.db);
  return { url: '/api/staff/days-off', body: { weekly_off: [], holidays, breaks: [], seen, reason }, headers };
}

const move = { start_date: '2027-05-10', affected: [], notice: 'choice', reason };

/**
 * Sample requests, by endpoint name: one for every staff call about batches or days off that takes an idempotency key.
 */
export const calendarKeyedSamples: Record<string, KeyedSample> = {
  createStaffBatches: {
    make: async (api) => ({
      url: '/api/staff/batches',
      body: { batches: [fireBatch], reason },
      headers: (await api.hire()).headers ?? {},
    }),
    other: withBody({ batches: [{ ...fireBatch, capacity: 5 }] }),
  },
  changeDaysOff: {
    make: aboutDaysOff,
    other: withBody({ weekly_off: ['sunday'] }),
  },
  changeStaffBatch: {
    make: (api) => aboutBatch(api, '', { capacity: 12, reason }),
    other: withBody({ capacity: 14 }),
  },
  moveStaffBatch: {
    make: (api) => aboutBatch(api, '/move', move),
    other: withBody({ start_date: '2027-05-17' }),
  },
  cancelStaffBatch: {
    make: (api) => aboutBatch(api, '/cancel', { affected: [], reason }),
    other: withBody({ reason: 'another reason' }),
  },
};

/**
 * Sample requests, by endpoint name, for all staff calls about batches that are not GET and take no idempotency key.
 * These calls only check something, so repeating them does no harm.
 */
export const calendarRepeatableSamples: Record<string, RepeatableSample> = {
  checkNewBatches: {
    make: async (api) => ({
      url: '/api/staff/batches/check',
      body: { batches: [fireBatch] },
      headers: (await api.hire()).headers ?? {},
    }),
  },
  checkBatchChange: { make: (api) => aboutBatch(api, '/check', { venue_id: null }) },
  checkBatchMove: { make: (api) => aboutBatch(api, '/move/check', { start_date: '2027-05-10' }) },
};

/**
 * A sample of the call with which a student chooses, by an emailed link, what to do about a moved batch. It needs no
 * sign-in session.
 */
export const choiceSample: KeyedSample = {
  make: async (api) => ({ url: '/api/batch-choice', body: { token: await plantChoice(api), choice: 'accept' } }),
  other: withBody({ choice: 'refund' }),
};
export const readChoiceSample: RepeatableSample = {
  make: async (api) => ({ url: '/api/batch-choice/read', body: { token: await plantChoice(api) } }),
};
