import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { addDays } from '../../../contract/days.ts';
import type { CallInput } from '../../../contract/endpoint.ts';
import {
  type BatchRun,
  cancelStaffBatch,
  checkBatchMove,
  getBatchRun,
  listMovedStudents,
  listRunStudents,
  moveStaffBatch,
  previewBatchCancellation,
} from '../../../contract/staff/batch-changes.ts';
import {
  checkBatchChange,
  checkNewBatches,
  createStaffBatches,
  getCalendarOptions,
  getStaffBatch,
  listStaffBatches,
  longestRange,
  type NewStaffBatch,
} from '../../../contract/staff/batches.ts';
import { apiOf, pauseAfter } from '../../lib/api.ts';
import type { CalendarSearch } from './calendar-feature.ts';

export const calendarKey = ['staff-calendar'] as const;
const progressEveryMs = 2000;

export const calendarQueries = {
  range: (range: { from: string; to: string }, { course, venue, instructor }: CalendarSearch) =>
    queryOptions({
      queryKey: [...calendarKey, 'range', range, course, venue, instructor],
      queryFn: async ({ client, signal }) => {
        const query = { ...range, course_id: course, venue_id: venue, instructor_id: instructor };
        return (await apiOf(client).call(listStaffBatches, { query }, { signal })).data;
      },
    }),
  options: () =>
    queryOptions({
      queryKey: [...calendarKey, 'options'],
      queryFn: async ({ client, signal }) => (await apiOf(client).call(getCalendarOptions, {}, { signal })).data,
    }),
  /**
   * The latest batch of a course that is not cancelled. Looks among the batches of the coming hundred days first, then
   * among those of the last hundred days. Null if neither period has one.
   */
  latestBatch: (course_id: number, today: string) =>
    queryOptions({
      queryKey: [...calendarKey, 'latest', course_id, today],
      queryFn: async ({ client, signal }) => {
        for (const from of [today, addDays(today, -longestRange)]) {
          const query = { from, to: addDays(from, longestRange), course_id };
          const { data } = await apiOf(client).call(listStaffBatches, { query }, { signal });
          const latest = data.findLast(({ state }) => state !== 'cancelled');
          if (latest) return latest;
        }
        return null;
      },
    }),
  /**
   * Checks new batches for clashes, and finds the existing batches of their courses in the same period. The result is
   * not cached, because others may create batches that clash.
   */
  check: (batches: readonly NewStaffBatch[]) =>
    queryOptions({
      queryKey: ['staff-batch-check', batches],
      queryFn: ({ client, signal }) =>
        apiOf(client).call(checkNewBatches, { body: { batches: [...batches] } }, { signal }),
      staleTime: 0,
      gcTime: 0,
      placeholderData: keepPreviousData,
    }),
  /** Checks for clashes of an existing batch that would get another venue, instructor or times. Not cached. */
  changeCheck: (id: number, body: CallInput<typeof checkBatchChange>['body']) =>
    queryOptions({
      queryKey: ['staff-batch-change-check', id, body],
      queryFn: async ({ client, signal }) =>
        (await apiOf(client).call(checkBatchChange, { params: { id }, body }, { signal })).data,
      ...{ staleTime: 0, gcTime: 0 },
    }),
  /** Checks what would happen if an existing batch moved to other dates: affected students and clashes. Not cached. */
  moveCheck: (id: number, body: CallInput<typeof checkBatchMove>['body']) =>
    queryOptions({
      queryKey: ['staff-batch-move-check', id, body],
      queryFn: async ({ client, signal }) =>
        (await apiOf(client).call(checkBatchMove, { params: { id }, body }, { signal })).data,
      ...{ staleTime: 0, gcTime: 0 },
    }),
  batch: (id: number) =>
    queryOptions({
      queryKey: [...calendarKey, 'batch', id],
      queryFn: async ({ client, signal }) =>
        (await apiOf(client).call(getStaffBatch, { params: { id } }, { signal })).data,
    }),
  /**
   * The students whom a cancellation of the batch affects. Used only in the open dialog for cancelling, because each
   * request is recorded in the audit log.
   */
  cancellation: (id: number) =>
    queryOptions({
      queryKey: ['staff-batch-cancellation', id],
      queryFn: async ({ client, signal }) =>
        (await apiOf(client).call(previewBatchCancellation, { params: { id } }, { signal })).data,
      staleTime: 0,
    }),
  /**
   * The students whom a move of the batch affects. Used only in the open dialog for moving, because each request is
   * recorded in the audit log.
   */
  movedStudents: (id: number) =>
    queryOptions({
      queryKey: ['staff-moved-students', id],
      queryFn: async ({ client, signal }) =>
        (await apiOf(client).call(listMovedStudents, { params: { id } }, { signal })).data,
      ...{ staleTime: 0, gcTime: 0 },
    }),
  /**
   * The students of a moved or cancelled batch with their choices. Requested only while their list is shown, because
   * each request is recorded in the audit log. `progress` is part of the query key, so that the list is requested again
   * when emails are written or students choose.
   */
  runStudents: (id: number, progress: BatchRun['by_state']) =>
    queryOptions({
      queryKey: ['staff-run-students', id, progress],
      placeholderData: keepPreviousData,
      queryFn: async ({ client, signal }) =>
        (await apiOf(client).call(listRunStudents, { params: { id } }, { signal })).data,
    }),
  /**
   * The progress of the emails and choices after a batch was moved or cancelled. Polled every two seconds until all
   * emails are written. After a failed request, polling pauses longer if the response asks for it (`Retry-After`).
   */
  run: (id: number) =>
    queryOptions({
      queryKey: [...calendarKey, 'run', id],
      queryFn: async ({ client, signal }) =>
        (await apiOf(client).call(getBatchRun, { params: { id } }, { signal })).data,
      refetchInterval: ({ state: { data, error } }) =>
        (data?.by_state.queued ?? 1) > 0 ? Math.max(progressEveryMs, pauseAfter(error)) : false,
    }),
};

type BatchMove = CallInput<typeof moveStaffBatch>['body'] & { end_date: string; ignores_length: boolean };

/** The mutations that create, move and cancel batches. `key` is the idempotency key of the request. */
export const calendarMutations = {
  create: (key: string) =>
    mutationOptions({
      mutationFn: async (body: { batches: NewStaffBatch[]; reason: string }, { client }) =>
        (await apiOf(client).call(createStaffBatches, { body }, { key })).data,
      meta: { invalidates: [calendarKey] },
    }),
  move: (id: number, key: string) =>
    mutationOptions({
      mutationFn: (body: BatchMove, { client }) =>
        apiOf(client).call(moveStaffBatch, { params: { id }, body }, { key }),
      meta: { awaits: [calendarKey], successToast: 'Batch moved' },
    }),
  cancel: (id: number, key: string) =>
    mutationOptions({
      mutationFn: (body: CallInput<typeof cancelStaffBatch>['body'], { client }) =>
        apiOf(client).call(cancelStaffBatch, { params: { id }, body }, { key }),
      meta: { awaits: [calendarKey], successToast: 'Batch cancelled' },
    }),
};
