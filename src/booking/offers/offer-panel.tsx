import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useMemo, useState } from 'react';
import type { BookingTab } from '../../../contract/booking-tabs.ts';
import { searchDebounce } from '../../../contract/limits.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { LoadFailed } from '../../offline/load-failed.tsx';
import { AsOf } from '../../ui/as-of.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import classes from '../booking-page.module.css';
import { CategoryChips } from './category-chips.tsx';
import { FilterButton } from './filter-button.tsx';
import { filterLink, filterOffers } from './filter-offers.ts';
import { hasFilter, readOfferFilter } from './offer-filter.ts';
import { countOffers, leadingOffers } from './offer-groups.ts';
import { OfferList, type OfferListProps } from './offer-list.tsx';
import { OfferLoading } from './offer-states.tsx';
import { useOffers } from './use-offers.ts';

type OfferPanelProps = Omit<OfferListProps, 'groups' | 'total' | 'term'> & {
  studentId: string | null;
  /** Whether it is known who is signed in. */
  isIdentified: boolean;
  isOnline: boolean;
};

const NoOffers = lazyPart(async () => ({ default: (await import('./no-offers.tsx')).NoOffers }));

const noFilter = readOfferFilter({});

const searchLabels: Record<BookingTab, string> = { packages: 'Search packages', individual: 'Search courses' };

const nouns: Record<BookingTab, [one: string, many: string]> = {
  packages: ['package', 'packages'],
  individual: ['course', 'courses'],
};

/**
 * The content of one tab of Book Online, with its search box. Each tab has its own panel, so changing the tab clears
 * the search.
 */
export function OfferPanel({ studentId, isIdentified, isOnline, ...list }: OfferPanelProps) {
  const { tab, address, booking } = list;
  const { today } = booking;
  const [typed, setTyped] = useState('');
  const [debounced] = useDebouncedValue(typed.trim(), searchDebounce);
  // When the search box is cleared, show all offers at once, without waiting for the debounce delay.
  const term = typed.trim() === '' ? '' : debounced;
  const offers = useOffers({ studentId, isIdentified, address, tab, term, isOnline });
  const groups = useMemo(
    () => offers.groups && leadingOffers(filterOffers(offers.groups, address, today), address),
    [offers.groups, address, today],
  );
  const count = offers.firstCount ?? countOffers(groups ?? []);
  const navigate = useNavigate();
  const isFiltered = hasFilter(address);
  const showAll = () => {
    setTyped('');
    if (isFiltered) void navigate({ to: '.', search: filterLink(noFilter), replace: true, resetScroll: false });
  };
  const noun = nouns[tab][count === 1 ? 0 : 1];
  const isCourseMissing =
    tab === 'individual' &&
    address.course !== undefined &&
    term === '' &&
    !isFiltered &&
    groups?.every(({ courses }) => courses.every(({ id }) => id !== address.course));

  return (
    <div className="stack gap-4">
      <label className="stack gap-1 small medium">
        {searchLabels[tab]}
        <span className="relative">
          <Icon name="search" size={18} className={classes.searchIcon} />
          <input
            type="search"
            className={`fill surface ink ${classes.search}`}
            placeholder="Name or code"
            value={typed}
            maxLength={200}
            autoComplete="off"
            enterKeyHint="search"
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </span>
      </label>
      {tab === 'individual' ? (
        <div className="stack shrink gap-2">
          <CategoryChips categoryIds={offers.categoryIds} />
          <FilterButton filter={address} />
        </div>
      ) : null}
      <p role="status" className={`soft small ${classes.count}`}>
        {offers.isSearching || typed.trim() !== term ? 'Searching…' : groups ? `${count} ${noun}` : ''}
      </p>
      {offers.seenAt ? <AsOf what="Seats and prices" at={offers.seenAt} /> : null}
      {isCourseMissing ? (
        <Notice role="status">
          The course you came from cannot be booked online. {booking.phone ? `Call admissions: ${booking.phone}.` : ''}
        </Notice>
      ) : null}
      {!groups && offers.error ? (
        <LoadFailed
          message="The courses and packages could not be loaded."
          onRetry={offers.retry}
          isRetrying={offers.isFetching}
          phone={booking.phone}
        />
      ) : null}
      {!groups && !offers.error ? <OfferLoading /> : null}
      {groups && count === 0 ? (
        <Suspense>
          <NoOffers tab={tab} isSearch={term !== '' || isFiltered} onReset={showAll} />
        </Suspense>
      ) : null}
      {groups && count > 0 ? (
        <OfferList {...list} groups={groups} total={count} term={offers.isSearching ? null : term} />
      ) : null}
    </div>
  );
}
