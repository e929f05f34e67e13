import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import type { BookingTab } from '../../contract/booking-tabs.ts';
import { searchDebounce } from '../../contract/limits.ts';
import { AsOf } from '../ui/as-of.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Notice } from '../ui/notice.tsx';
import { countOffers, leadWith, leadWithPackage } from './offer-groups.ts';
import { OfferList, type OfferListProps } from './offer-list.tsx';
import classes from './offer-panel.module.css';
import { OfferSearch } from './offer-search.tsx';
import { NoOffers, OfferLoading } from './offer-states.tsx';
import { useOffers } from './use-offers.ts';

type OfferPanelProps = Omit<OfferListProps, 'groups' | 'term'> & { studentId: string | null; isOnline: boolean };

const nouns: Record<BookingTab, [one: string, many: string]> = {
  packages: ['package', 'packages'],
  individual: ['course', 'courses'],
};

/** One tab with its own search box. A new tab is a new panel, which is what clears the search. */
export function OfferPanel({ studentId, isOnline, ...list }: OfferPanelProps) {
  const { tab, address, desk } = list;
  const [typed, setTyped] = useState('');
  const [settled] = useDebouncedValue(typed.trim(), searchDebounce);
  // An emptied box shows everything at once.
  const term = typed.trim() === '' ? '' : settled;
  const offers = useOffers({ studentId, tab, term, isOnline });
  const groups = useMemo(
    () => offers.groups && leadWithPackage(leadWith(offers.groups, address.course), address.package),
    [offers.groups, address.course, address.package],
  );
  const count = groups ? countOffers(groups) : 0;
  const noun = nouns[tab][count === 1 ? 0 : 1];
  const isCourseGone =
    tab === 'individual' &&
    address.course !== undefined &&
    term === '' &&
    groups?.every(({ courses }) => courses.every(({ id }) => id !== address.course));

  return (
    <div className={classes.panel}>
      <OfferSearch tab={tab} typed={typed} onType={setTyped} />
      <p role="status" className={classes.count}>
        {offers.isSearching || typed.trim() !== term ? 'Searching…' : groups ? `${count} ${noun}` : ''}
      </p>
      {offers.seenAt ? <AsOf what="Seats and prices" at={offers.seenAt} /> : null}
      {isCourseGone ? (
        <Notice role="status">
          The course you came from is not booked online. {desk.phone ? `Call admissions: ${desk.phone}.` : ''}
        </Notice>
      ) : null}
      {!groups && offers.error ? (
        <ErrorState
          message="What can be booked could not be loaded."
          onRetry={offers.retry}
          isRetrying={offers.isFetching}
          phone={desk.phone}
        />
      ) : null}
      {!groups && !offers.error ? <OfferLoading /> : null}
      {groups && count === 0 ? <NoOffers tab={tab} isSought={term !== ''} onReset={() => setTyped('')} /> : null}
      {groups && count > 0 ? <OfferList {...list} groups={groups} term={offers.isSearching ? null : term} /> : null}
    </div>
  );
}
