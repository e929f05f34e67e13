import type { BookingTab } from '../../../contract/booking-tabs.ts';
import { EmptyState } from '../../ui/messages/empty-state.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/messages/skeleton.tsx';
import classes from '../booking-page.module.css';

const cards = [0, 1, 2, 3];

/** Placeholders in the size of offer cards. */
export function OfferLoading() {
  return (
    <SkeletonGroup label="Courses and packages are loading" className="stack gap-3 mt-2">
      {cards.map((card) => (
        <div key={card} className={classes.card} data-loading>
          <div className={classes.picture}>
            <Skeleton shape="picture" />
          </div>
          <div className="stack packed shrink gap-1">
            <Skeleton width="80%" height="1.25rem" />
            <Skeleton width="45%" />
            <Skeleton width="35%" />
          </div>
          <Skeleton height="6.5rem" />
        </div>
      ))}
    </SkeletonGroup>
  );
}

const texts: Record<BookingTab, { noMatch: string; noOffers: string; reset: string }> = {
  packages: {
    noMatch: 'No packages found matching your search',
    noOffers: 'There are no packages at the moment',
    reset: 'Show all packages',
  },
  individual: {
    noMatch: 'No courses found matching your search',
    noOffers: 'There are no courses at the moment',
    reset: 'Show all courses',
  },
};

type NoOffersProps = {
  tab: BookingTab;
  /** True if a search found nothing; false if the tab has no offers at all. */
  isSearch: boolean;
  onReset: () => void;
};

/** Shown instead of an empty list, with a button to clear the search. */
export function NoOffers({ tab, isSearch, onReset }: NoOffersProps) {
  const { noMatch, noOffers, reset } = texts[tab];
  if (!isSearch) return <EmptyState title={noOffers}>Try the other tab, or call admissions.</EmptyState>;
  return (
    <EmptyState
      title={noMatch}
      action={
        <button type="button" className={`outline-button sea small ${classes.reset}`} onClick={onReset}>
          {reset}
        </button>
      }
    />
  );
}
