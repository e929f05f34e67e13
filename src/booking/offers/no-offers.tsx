import type { BookingTab } from '../../../contract/booking-tabs.ts';
import { EmptyState } from '../../ui/messages/empty-state.tsx';
import { focusContent } from '../../ui/page/use-focus-after-removal.ts';
import classes from '../booking-page.module.css';

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
  /** True if a search or a filter found nothing; false if the tab has no offers at all. */
  isSearch: boolean;
  onReset: () => void;
};

/**
 * Shown instead of an empty list of offers. After a search or with a filter, it has a button that shows all offers
 * again.
 */
export function NoOffers({ tab, isSearch, onReset }: NoOffersProps) {
  const { noMatch, noOffers, reset } = texts[tab];
  if (!isSearch) return <EmptyState title={noOffers}>Try the other tab, or call admissions.</EmptyState>;
  return (
    <EmptyState
      title={noMatch}
      action={
        <button
          type="button"
          className={`outline-button sea small ${classes.reset}`}
          onClick={() => {
            focusContent();
            onReset();
          }}
        >
          {reset}
        </button>
      }
    />
  );
}
