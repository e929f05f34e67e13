import { queryOptions, skipToken } from '@tanstack/react-query';
import { type BookingGroup, bookingGroupSchema, getBookingSettings, listBookingPage } from '../../contract/booking.ts';
import type { BookingTab } from '../../contract/booking-tabs.ts';
import { cacheTimes } from '../../contract/limits.ts';
import { apiOf } from '../lib/api.ts';
import { callSaved } from '../offline/saved/saved-call.ts';

/**
 * The first offers of a tab of Book Online, chosen by the server. `path`: the URL path, with its parameters, for which
 * the server chose them. `count`: number of all offers that the page will list. `categoryIds`: ids of the categories of
 * all courses in the tab.
 */
export type FirstOffers = { path: string; groups: BookingGroup[]; count: number; categoryIds: number[] };

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
  /** Start of the query keys of all lists of the courses and packages on Book Online. */
  allOffers: () => [...bookingQueries.all(), 'offers'] as const,
  /**
   * Start of the query keys of the lists of offers for this student (null: a visitor). The offers differ between
   * students.
   */
  offers: (studentId: string | null) => [...bookingQueries.allOffers(), studentId ?? 'visitor'] as const,
  /**
   * The first offers of a tab, which come with the HTML of the page. They are shown until the browser has loaded the
   * student's own offers. Only the server fills this query (`load-offers.ts`).
   */
  first: (tab: BookingTab) =>
    queryOptions<FirstOffers>({
      queryKey: [...bookingQueries.all(), 'first', tab],
      queryFn: skipToken,
      staleTime: Number.POSITIVE_INFINITY,
    }),
  /**
   * The groups of offers of one tab of Book Online that match the search term. Only the list without a search term is
   * saved on the device; a search without a connection filters that list.
   */
  groups: (studentId: string | null, tab: BookingTab, term: string) =>
    queryOptions({
      queryKey: [...bookingQueries.offers(studentId), tab, term],
      queryFn: async ({ client, signal }): Promise<BookingGroup[]> => {
        const query = { courseType: tab, ...(term ? { searchTerm: term } : {}) };
        const { data } = await apiOf(client).call(listBookingPage, { query }, { signal });
        // `query` does not limit the response to some columns (see `bookingCoreColumns`), so the full schema can parse
        // it.
        return bookingGroupSchema.array().parse(data);
      },
      staleTime: cacheTimes.course.fresh,
      gcTime: cacheTimes.course.inMemory,
      ...(term ? {} : { meta: { persist: studentId ? 'student' : 'public' } }),
    }),
};
