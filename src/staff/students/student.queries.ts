import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { CallInput } from '../../../contract/endpoint.ts';
import {
  addStudentNote,
  changeStudent,
  createStudent,
  creditStudentWallet,
  getStudentRecord,
  listStudents,
  setStudentBooking,
} from '../../../contract/staff/students.ts';
import { apiOf } from '../../lib/api.ts';

const root = ['staff-students'] as const;

export const studentQueries = {
  list: (q: string) =>
    infiniteQueryOptions({
      queryKey: [...root, 'list', q],
      initialPageParam: undefined as string | undefined,
      queryFn: ({ client, signal, pageParam }) => {
        const query = { ...(q ? { q } : {}), ...(pageParam ? { after: pageParam } : {}) };
        return apiOf(client).call(listStudents, { query }, { signal });
      },
      getNextPageParam: ({ next }) => next ?? undefined,
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: [...root, 'one', id],
      queryFn: async ({ client, signal }) =>
        (await apiOf(client).call(getStudentRecord, { params: { id } }, { signal })).data,
    }),
};

/** Mutations that create a student or change a student's data. `key` is the idempotency key of the request. */
export const studentMutations = {
  create: (client: QueryClient, key: string) =>
    mutationOptions({
      mutationFn: (body: CallInput<typeof createStudent>['body']) =>
        apiOf(client).call(createStudent, { body }, { key }),
      meta: { invalidates: [root], successToast: 'Student created' },
    }),
  change: (client: QueryClient, id: string, key: string) =>
    mutationOptions({
      mutationFn: (body: CallInput<typeof changeStudent>['body']) =>
        apiOf(client).call(changeStudent, { params: { id }, body }, { key }),
      meta: { awaits: [root], successToast: 'Profile saved' },
    }),
  setBooking: (client: QueryClient, id: string, key: string) =>
    mutationOptions({
      mutationFn: (body: CallInput<typeof setStudentBooking>['body']) =>
        apiOf(client).call(setStudentBooking, { params: { id }, body }, { key }),
      meta: { awaits: [root], successToast: 'Permission to book changed' },
    }),
  credit: (client: QueryClient, id: string, key: string) =>
    mutationOptions({
      mutationFn: (body: CallInput<typeof creditStudentWallet>['body']) =>
        apiOf(client).call(creditStudentWallet, { params: { id }, body }, { key }),
      meta: { awaits: [root], successToast: 'Money added to the wallet' },
    }),
  note: (client: QueryClient, id: string, key: string) =>
    mutationOptions({
      mutationFn: (text: string) => apiOf(client).call(addStudentNote, { params: { id }, body: { text } }, { key }),
      meta: { awaits: [[...root, 'one', id]], successToast: 'Note added' },
    }),
};
