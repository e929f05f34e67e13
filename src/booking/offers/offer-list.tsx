import { memo, useId } from 'react';
import type { BookingGroup } from '../../../contract/booking.ts';
import type { BookingTab } from '../../../contract/booking-tabs.ts';
import type { CartContents } from '../../../machines/cart-lines.ts';
import type { OutboxRow } from '../../offline/outbox/row.ts';
import type { BookingAddress } from '../booking-address.ts';
import { type BookingContext, findWaitingAdd } from '../booking-context.ts';
import classes from '../booking-page.module.css';
import { CourseOffer } from './course-offer.tsx';
import { countOffers, takeOffers } from './offer-groups.ts';
import { PackageOffer } from './package-offer.tsx';
import { useIncrementalRender } from './use-incremental-render.ts';

export type OfferListProps = {
  tab: BookingTab;
  address: BookingAddress;
  groups: readonly BookingGroup[];
  /** Number of all offers in the list. Until all are loaded, `groups` contains only the first of them. */
  total: number;
  /**
   * The search term of the listed offers; null while a new search runs and the list still shows the previous offers.
   */
  term: string | null;
  contents: CartContents;
  /** The student's rows in the outbox. */
  waiting: readonly OutboxRow[];
  booking: BookingContext;
};

function OfferGroup({
  group,
  address,
  contents,
  waiting,
  booking,
}: Omit<OfferListProps, 'groups' | 'total' | 'term'> & { group: BookingGroup }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={`stack gap-2 ${classes.group}`}>
      <h2 id={titleId}>{group.title}</h2>
      {group.description ? <p className="soft small">{group.description}</p> : null}
      <ul className="stack gap-2">
        {group.packages.map((offer) => (
          <PackageOffer
            key={offer.id}
            offer={offer}
            isInCart={contents.packages.has(offer.id)}
            coursesInCart={contents.courses}
            waiting={findWaitingAdd(waiting, { type: 'package', id: offer.id })}
            booking={booking}
          />
        ))}
        {group.courses.map((course) => (
          <CourseOffer
            key={course.id}
            course={course}
            isHighlighted={course.id === address.course}
            preferredBatch={course.id === address.course ? address.batch : undefined}
            isInCart={contents.courses.has(course.id)}
            waiting={findWaitingAdd(waiting, { type: 'course', id: course.id })}
            booking={booking}
          />
        ))}
      </ul>
    </section>
  );
}

/** The booking groups of a tab of Book Online, each with its title, description and cards. */
export const OfferList = memo(function OfferList(props: OfferListProps) {
  const { groups, total } = props;
  const { count, end } = useIncrementalRender(countOffers(groups), props.term);
  return (
    <>
      {takeOffers(groups, count).map((group) => (
        <OfferGroup key={group.id} {...props} group={group} />
      ))}
      {/* Reserves the height of the cards that are not rendered yet, so that scroll restoration works. */}
      <div ref={end} style={{ height: `${(total - count) * (props.tab === 'packages' ? 12 : 9)}rem` }} />
    </>
  );
});
