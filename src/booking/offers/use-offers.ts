import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { BookingGroup } from '../../../contract/booking.ts';
import type { BookingTab } from '../../../contract/booking-tabs.ts';
import { bookingQueries } from '../booking.queries.ts';
import { type BookingAddress, bookingPath } from '../booking-address.ts';
import { filterGroups, offeredCategories } from './offer-groups.ts';

type OfferSearch = {
  studentId: string | null;
  /** Whether it is known who is signed in. Until then, only the offers that came with the HTML are shown. */
  isIdentified: boolean;
  address: BookingAddress;
  tab: BookingTab;
  term: string;
  isOnline: boolean;
};

/**
 * `isSearching`: a search is running, and the previous offers are still shown. `seenAt`: if the groups may be outdated,
 * when they were loaded (ms since the epoch), so that the page can say so; otherwise null. `firstCount`: the number of
 * all offers if `groups` has only the first of them, otherwise null.
 */
export type Offers = {
  groups: readonly BookingGroup[] | undefined;
  firstCount: number | null;
  /** Ids of the categories of the courses in the selected tab of Book Online. */
  categoryIds: readonly number[];
  error: Error | null;
  isFetching: boolean;
  isSearching: boolean;
  seenAt: number | null;
  retry: () => void;
};

/**
 * The courses or packages in a tab of the Book Online page that match the search term. Offline or after a failed
 * request, the last list loaded is searched. Until a list is loaded, the first offers, which came with the HTML, are
 * used instead.
 */
export function useOffers({ studentId, isIdentified, address, tab, term, isOnline }: OfferSearch): Offers {
  const whole = useQuery({ ...bookingQueries.groups(studentId, tab, ''), enabled: isIdentified });
  const { data: served, dataUpdatedAt: servedAt } = useQuery(bookingQueries.first(tab));
  const first = !whole.data && served?.path === bookingPath(address) ? served : undefined;
  const loaded = whole.data ?? first?.groups;
  const isServerSearch = term !== '' && isOnline && isIdentified;
  const found = useQuery({
    ...bookingQueries.groups(studentId, tab, term),
    enabled: isServerSearch,
    placeholderData: (before) => before ?? loaded,
  });
  const hasServerResult = isServerSearch && !found.isError;
  const filtered = useMemo(() => (loaded && term ? filterGroups(loaded, term) : loaded), [loaded, term]);
  const groups = hasServerResult ? found.data : filtered;
  const seenAt = whole.data ? whole.dataUpdatedAt : servedAt;
  const isOutdated = !isOnline || whole.isError;
  return {
    groups,
    categoryIds: first ? first.categoryIds : offeredCategories(whole.data ?? []),
    firstCount: first && !term ? first.count : null,
    error: whole.error,
    isFetching: whole.isFetching,
    isSearching: hasServerResult && found.isPlaceholderData,
    seenAt: isOutdated && loaded ? seenAt : null,
    retry: () => void whole.refetch(),
  };
}
