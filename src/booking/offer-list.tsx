import { memo, useId } from 'react';
import type { BookingGroup } from '../../contract/booking.ts';
import type { BookingTab } from '../../contract/booking-tabs.ts';
import type { CartContents } from '../cart/cart-contents.ts';
import type { OutboxRow } from '../offline/outbox-row.ts';
import type { BookingAddress } from './booking-address.ts';
import { type BookingDesk, waitingAdd } from './booking-desk.ts';
import { CourseOffer } from './course-offer.tsx';
import classes from './offer.module.css';
import { countOffers, takeOffers } from './offer-groups.ts';
import { PackageOffer } from './package-offer.tsx';
import { useGrowing } from './use-growing.ts';

export type OfferListProps = {
  tab: BookingTab;
  address: BookingAddress;
  groups: readonly BookingGroup[];
  /** What was searched for; null while an older answer still shows. */
  term: string | null;
  contents: CartContents;
  /** The student's rows in the outbox. */
  waiting: readonly OutboxRow[];
  desk: BookingDesk;
};

function OfferGroup({
  group,
  address,
  contents,
  waiting,
  desk,
}: Omit<OfferListProps, 'groups' | 'term'> & { group: BookingGroup }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={classes.group}>
      <h2 id={titleId}>{group.title}</h2>
      <p className={classes.about}>{group.description}</p>
      <ul className={classes.list}>
        {group.packages.map((offer) => (
          <PackageOffer
            key={offer.id}
            offer={offer}
            isInCart={contents.packages.has(offer.id)}
            coursesInCart={contents.courses}
            waiting={waitingAdd(waiting, { type: 'package', id: offer.id })}
            desk={desk}
          />
        ))}
        {group.courses.map((course) => (
          <CourseOffer
            key={course.id}
            course={course}
            isSought={course.id === address.course}
            preferredBatch={course.id === address.course ? address.batch : undefined}
            isInCart={contents.courses.has(course.id)}
            waiting={waitingAdd(waiting, { type: 'course', id: course.id })}
            desk={desk}
          />
        ))}
      </ul>
    </section>
  );
}

/** The groups of a tab, each with its title, description and cards. */
export const OfferList = memo(function OfferList(props: OfferListProps) {
  const total = countOffers(props.groups);
  const { count, end } = useGrowing(total, props.term);
  return (
    <>
      {takeOffers(props.groups, count).map((group) => (
        <OfferGroup key={group.id} {...props} group={group} />
      ))}
      {/* Holds the page's length while cards are still to come, so that the way back finds its place. */}
      <div ref={end} style={{ height: `${(total - count) * 15}rem` }} />
    </>
  );
});
