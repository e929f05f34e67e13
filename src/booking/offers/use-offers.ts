import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { BookingGroup } from '../../../contract/booking.ts';
import type { BookingTab } from '../../../contract/booking-tabs.ts';
import { bookingQueries } from '../booking.queries.ts';
import { filterGroups } from './offer-groups.ts';

type OfferSearch = { studentId: string | null; tab: BookingTab; term: string; isOnline: boolean };

/**
 * `seenAt` (ms) is set if the groups were loaded earlier and may be outdated. `isSearching`: a search runs, and the
 * previous offers are still shown.
 */
export type Offers = {
  groups: readonly BookingGroup[] | undefined;
  error: Error | null;
  isFetching: boolean;
  isSearching: boolean;
  seenAt: number | null;
  retry: () => void;
};

/** The offers of a tab that match the search term. Offline or after a failed request, it searches the last list loaded. */
export function useOffers({ studentId, tab, term, isOnline }: OfferSearch): Offers {
  const whole = useQuery(bookingQueries.groups(studentId, tab, ''));
  const isServerSearch = term !== '' && isOnline;
  const found = useQuery({
    ...bookingQueries.groups(studentId, tab, term),
    enabled: isServerSearch,
    placeholderData: (before) => before ?? whole.data,
  });
  const hasServerResult = isServerSearch && !found.isError;
  const filtered = useMemo(
    () => (whole.data && term ? filterGroups(whole.data, term) : whole.data),
    [whole.data, term],
  );
  const isOutdated = !isOnline || whole.isError;
  return {
    groups: hasServerResult ? found.data : filtered,
    error: whole.error,
    isFetching: whole.isFetching,
    isSearching: hasServerResult && found.isPlaceholderData,
    seenAt: isOutdated && whole.data ? whole.dataUpdatedAt : null,
    retry: () => void whole.refetch(),
  };
}
