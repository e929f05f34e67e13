import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { BookingGroup } from '../../../contract/booking.ts';
import type { BookingTab } from '../../../contract/booking-tabs.ts';
import { bookingQueries } from '../booking.queries.ts';
import { countOffers, filterGroups } from './offer-groups.ts';

type OfferSearch = {
  studentId: string | null;
  /** Whether it is known who is signed in. Until then, only the offers that came with the HTML are shown. */
  isIdentified: boolean;
  tab: BookingTab;
  term: string;
  isOnline: boolean;
};

/**
 * `seenAt` (ms) is set if the groups were loaded earlier and may be outdated. `isSearching`: a search runs, and the
 * previous offers are still shown. `count`: number of all offers, of which `groups` may have only the first.
 */
export type Offers = {
  groups: readonly BookingGroup[] | undefined;
  count: number;
  error: Error | null;
  isFetching: boolean;
  isSearching: boolean;
  seenAt: number | null;
  retry: () => void;
};

/**
 * The offers of a tab that match the search term. Offline or after a failed request, it searches the last list loaded.
 * Until the list is loaded, it shows the first offers, which came with the HTML.
 */
export function useOffers({ studentId, isIdentified, tab, term, isOnline }: OfferSearch): Offers {
  const whole = useQuery({ ...bookingQueries.groups(studentId, tab, ''), enabled: isIdentified });
  const first = useQuery(bookingQueries.first(tab));
  const loaded = whole.data ?? first.data?.groups;
  const isServerSearch = term !== '' && isOnline && isIdentified;
  const found = useQuery({
    ...bookingQueries.groups(studentId, tab, term),
    enabled: isServerSearch,
    placeholderData: (before) => before ?? loaded,
  });
  const hasServerResult = isServerSearch && !found.isError;
  const filtered = useMemo(() => (loaded && term ? filterGroups(loaded, term) : loaded), [loaded, term]);
  const groups = hasServerResult ? found.data : filtered;
  const seenAt = whole.data ? whole.dataUpdatedAt : first.dataUpdatedAt;
  const isOutdated = !isOnline || whole.isError;
  return {
    groups,
    count: !whole.data && first.data && !term ? first.data.count : countOffers(groups ?? []),
    error: whole.error,
    isFetching: whole.isFetching,
    isSearching: hasServerResult && found.isPlaceholderData,
    seenAt: isOutdated && loaded ? seenAt : null,
    retry: () => void whole.refetch(),
  };
}
