import { useSyncExternalStore } from 'react';
import { groupDiscountSeats } from '../../contract/limits.ts';
import { telHref } from '../content/tel-href.ts';
import { Icon } from '../ui/icons.tsx';
import classes from './booking-page.module.css';

const neverChanges = () => () => {};
const isWide = () => !window.matchMedia('(max-width: 47.99em)').matches;

/** Collapsible announcements for students who book. */
export function Announcements({ phones }: { phones: readonly string[] }) {
  // Collapse the announcements on phones, so that the offers are visible first. Do it in the browser, because the
  // server does not know the width of the screen.
  const isOpen = useSyncExternalStore(neverChanges, isWide, () => false);
  return (
    <details className={`tint small no-marker ${classes.block}`} open={isOpen}>
      <summary>
        <h2 className="small">Latest Announcements</h2>
        <Icon name="chevronDown" className={classes.mark} />
      </summary>
      <p>
        Group bookings of {groupDiscountSeats} or more seats get discounts, arranged by phone
        {phones.length > 0 ? ':' : '.'}
      </p>
      <ul className="row wrap gap-x-5">
        {phones.map((phone) => (
          <li key={phone}>
            <a className="touch gap-1-5 nowrap" href={telHref(phone)}>
              <Icon name="phone" size={16} />
              {phone}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
