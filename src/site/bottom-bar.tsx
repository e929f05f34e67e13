import { paths } from '../../contract/pages.ts';
import { Icon, type IconName } from '../ui/icons.tsx';
import { PageLink } from '../ui/page-link.tsx';
import classes from './bottom-bar.module.css';
import { CallButton } from './call-button.tsx';
import { CartBadge } from './cart-link.tsx';
import type { FrameSlots } from './frame-slots.ts';

function BarLink({ href, icon, label, count }: { href: string; icon: IconName; label: string; count?: number | null }) {
  return (
    <li>
      <PageLink href={href} isExact className={classes.link}>
        <Icon name={icon} size={22} />
        <span>{label}</span>
        {count === undefined ? null : <CartBadge count={count} />}
      </PageLink>
    </li>
  );
}

type BottomBarProps = Pick<FrameSlots, 'student' | 'cartCount'> & { phone: string | null };

/** On phones, within reach of the thumb: the five places a student goes to, and above them a call to admissions. */
export function BottomBar({ student, cartCount, phone }: BottomBarProps) {
  return (
    <nav className={classes.bar} aria-label="Quick">
      {phone ? <CallButton phone={phone} /> : null}
      <ul className={classes.links}>
        <BarLink href={paths.home} icon="home" label="Home" />
        <BarLink href={paths.coursesList} icon="book" label="Courses" />
        <BarLink href={paths.bookOnline} icon="calendarCheck" label="Book" />
        <BarLink href={paths.cart} icon="cart" label="Cart" count={cartCount} />
        <BarLink href={student.status === 'signedOut' ? paths.login : paths.profile} icon="user" label="Me" />
      </ul>
    </nav>
  );
}
