import { queryOptions } from '@tanstack/react-query';
import { type BookingGroup, bookingGroupSchema, getBookingSettings, listBookingPage } from '../../contract/booking.ts';
import type { BookingTab } from '../../contract/booking-tabs.ts';
import { cacheTimes } from '../../contract/limits.ts';
import { apiOf } from '../lib/api.ts';
import { callSaved } from '../offline/saved/saved-call.ts';

/** The booking settings and the offers of Book Online. @throws ApiError */
export const bookingQueries = {
  all: () => ['booking'] as const,
  settings: () =>
    queryOptions({
      queryKey: [...bookingQueries.all(), 'settings'],
      queryFn: async (context) => (await callSaved(context, getBookingSettings, { query: {} })).data,
      staleTime: cacheTimes.settings.fresh,
      gcTime: cacheTimes.settings.inMemory,
      meta: { persist: 'public' },
    }),
  /** Query key of all offers shown to this student (null: a visitor). The offers differ between students. */
  offers: (studentId: string | null) => [...bookingQueries.all(), 'offers', studentId ?? 'visitor'] as const,
  /** Groups of one tab. Only the list without a search term is saved on the device; offline searches filter it. */
  groups: (studentId: string | null, tab: BookingTab, term: string) =>
    queryOptions({
      queryKey: [...bookingQueries.offers(studentId), tab, term],
      queryFn: async ({ client, signal }): Promise<BookingGroup[]> => {
        const query = { courseType: tab, ...(term ? { searchTerm: term } : {}) };
        const { data } = await apiOf(client).call(listBookingPage, { query }, { signal });
        // The response has every column, because the call names none.
        return bookingGroupSchema.array().parse(data);
      },
      staleTime: cacheTimes.course.fresh,
      gcTime: cacheTimes.course.inMemory,
      ...(term ? {} : { meta: { persist: studentId ? 'student' : 'public' } }),
    }),
};
