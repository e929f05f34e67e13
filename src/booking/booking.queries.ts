import { queryOptions } from '@tanstack/react-query';
import { type BookingGroup, getBookingSettings, listBookingPage } from '../../contract/booking.ts';
import type { BookingTab } from '../../contract/booking-tabs.ts';
import { cacheTimes } from '../../contract/limits.ts';
import { apiOf } from '../lib/api.ts';

/** What Book Online offers and whether it is open. @throws ApiError */
export const bookingQueries = {
  all: () => ['booking'] as const,
  settings: () =>
    queryOptions({
      queryKey: [...bookingQueries.all(), 'settings'],
      queryFn: async ({ client, signal }) =>
        (await apiOf(client).call(getBookingSettings, { query: {} }, { signal })).data,
      staleTime: cacheTimes.settings.fresh,
      gcTime: cacheTimes.settings.kept,
      meta: { persist: 'public' },
    }),
  /** All offers; seats depend on who asks (`studentId`, null for a visitor). */
  offers: (studentId: string | null) => [...bookingQueries.all(), 'offers', studentId ?? 'visitor'] as const,
  /** Groups of one tab. Only the whole list is stored on the device; searches are read from it while offline. */
  groups: (studentId: string | null, tab: BookingTab, term: string) =>
    queryOptions({
      queryKey: [...bookingQueries.offers(studentId), tab, term],
      queryFn: async ({ client, signal }): Promise<BookingGroup[]> => {
        const query = { courseType: tab, ...(term ? { searchTerm: term } : {}) };
        return (await apiOf(client).call(listBookingPage, { query }, { signal })).data;
      },
      staleTime: cacheTimes.course.fresh,
      gcTime: cacheTimes.course.kept,
      ...(term ? {} : { meta: { persist: studentId ? 'student' : 'public' } }),
    }),
};
