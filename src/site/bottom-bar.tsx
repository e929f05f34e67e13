import { paths } from '../../contract/pages.ts';
import { telHref } from '../content/tel-href.ts';
import { Icon, type IconName } from '../ui/icons.tsx';
import { PageLink } from '../ui/links/page-link.tsx';
import type { FrameSlots } from './frame-slots.ts';
import { CartBadge } from './header/cart-link.tsx';
import classes from './site-frame.module.css';

function BarLink({ href, icon, label, count }: { href: string; icon: IconName; label: string; count?: number | null }) {
  return (
    <li>
      <PageLink href={href} isExact className={`stack relative plain tiny ${classes.link}`}>
        <Icon name={icon} size={22} />
        <span>{label}</span>
        {count === undefined ? null : <CartBadge count={count} />}
      </PageLink>
    </li>
  );
}

function CallButton({ phone }: { phone: string }) {
  return (
    <a href={telHref(phone)} className={`screen-only ${classes.call}`}>
      <Icon name="phone" size={22} />
      <span className="visually-hidden">Call admissions</span>
    </a>
  );
}

type BottomBarProps = Pick<FrameSlots, 'student' | 'cartCount'> & { phone: string | null };

/** Fixed bar on phones with the five most used pages, and a button above it that calls admissions. */
export function BottomBar({ student, cartCount, phone }: BottomBarProps) {
  return (
    <nav className={`screen-only ${classes.bar}`} aria-label="Quick">
      {phone ? <CallButton phone={phone} /> : null}
      <ul className={classes.barLinks}>
        <BarLink href={paths.home} icon="home" label="Home" />
        <BarLink href={paths.coursesList} icon="book" label="Courses" />
        <BarLink href={paths.bookOnline} icon="calendarCheck" label="Book" />
        <BarLink href={paths.cart} icon="cart" label="Cart" count={cartCount} />
        <BarLink href={student.status === 'signedOut' ? paths.login : paths.profile} icon="user" label="Me" />
      </ul>
    </nav>
  );
}
