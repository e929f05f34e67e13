import '../ui/controls.css';
import { Button } from '@mantine/core';
import type { BookingTab } from '../../contract/booking-tabs.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import classes from './offer.module.css';

const cards = [0, 1, 2, 3];

/** Cards in their size while the offers load. */
export function OfferLoading() {
  return (
    <SkeletonGroup label="What can be booked is loading" className={classes.list}>
      {cards.map((card) => (
        <div key={card} className={classes.card} data-loading>
          <div className={classes.picture}>
            <Skeleton shape="picture" />
          </div>
          <div className={classes.words}>
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

const texts: Record<BookingTab, { none: string; nothing: string; reset: string }> = {
  packages: {
    none: 'No packages found matching your search',
    nothing: 'No packages are offered at present',
    reset: 'Show all packages',
  },
  individual: {
    none: 'No courses found matching your search',
    nothing: 'No courses are offered at present',
    reset: 'Show all courses',
  },
};

type NoOffersProps = {
  tab: BookingTab /** A search found nothing; otherwise there is nothing at all. */;
  isSought: boolean;
  onReset: () => void;
};

/** The empty states of document 1, section 2 "Book Online", with a way back. */
export function NoOffers({ tab, isSought, onReset }: NoOffersProps) {
  const { none, nothing, reset } = texts[tab];
  if (!isSought) return <EmptyState title={nothing}>Look into the other tab, or call admissions.</EmptyState>;
  return (
    <EmptyState
      title={none}
      action={
        <Button variant="outline" onClick={onReset}>
          {reset}
        </Button>
      }
    />
  );
}
