import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { BookingGroup } from '../../contract/booking.ts';
import type { BookingTab } from '../../contract/booking-tabs.ts';
import { bookingQueries } from './booking.queries.ts';
import { filterGroups } from './offer-groups.ts';

type Sought = { studentId: string | null; tab: BookingTab; term: string; isOnline: boolean };

/** `seenAt` (ms) is set where the groups come from the device. `isSearching`: an older list still shows. */
export type Offers = {
  groups: readonly BookingGroup[] | undefined;
  error: Error | null;
  isFetching: boolean;
  isSearching: boolean;
  seenAt: number | null;
  retry: () => void;
};

/** The offers of a tab that match a term; without an answer, those of the last list seen. */
export function useOffers({ studentId, tab, term, isOnline }: Sought): Offers {
  const whole = useQuery(bookingQueries.groups(studentId, tab, ''));
  const isAsked = term !== '' && isOnline;
  const found = useQuery({
    ...bookingQueries.groups(studentId, tab, term),
    enabled: isAsked,
    placeholderData: (before) => before ?? whole.data,
  });
  const isAnswered = isAsked && !found.isError;
  const kept = useMemo(() => (whole.data && term ? filterGroups(whole.data, term) : whole.data), [whole.data, term]);
  const isKept = !isOnline || whole.isError;
  return {
    groups: isAnswered ? found.data : kept,
    error: whole.error,
    isFetching: whole.isFetching,
    isSearching: isAnswered && found.isPlaceholderData,
    seenAt: isKept && whole.data ? whole.dataUpdatedAt : null,
    retry: () => void whole.refetch(),
  };
}
