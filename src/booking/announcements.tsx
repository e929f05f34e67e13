import { useState } from 'react';
import { groupDiscountSeats } from '../../contract/limits.ts';
import { telephone } from '../content/telephone.ts';
import { Icon } from '../ui/icons.tsx';
import classes from './announcements.module.css';

/** Collapsible news for those who book (document 1, section 2 "Book Online"). */
export function Announcements({ phones }: { phones: readonly string[] }) {
  // On a phone the offers come first: the block stays folded until it is asked for.
  const [isOpen] = useState(() => !window.matchMedia('(max-width: 47.99em)').matches);
  return (
    <details className={classes.block} open={isOpen}>
      <summary>
        <h2>Latest Announcements</h2>
        <Icon name="chevronDown" className={classes.mark} />
      </summary>
      <p>
        Group bookings of {groupDiscountSeats} or more seats get discounts, arranged by phone
        {phones.length > 0 ? ':' : '.'}
      </p>
      <ul className={classes.phones}>
        {phones.map((phone) => (
          <li key={phone}>
            <a href={telephone(phone)}>
              <Icon name="phone" size={16} />
              {phone}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
