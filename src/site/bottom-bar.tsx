import type { ReactNode } from 'react';
import { paths } from '../../contract/pages.ts';
import { Icon, type IconName } from '../ui/icons.tsx';
import { PageLink } from '../ui/links/page-link.tsx';
import { isAccountPage, isCoursesPage } from './frame-kind.ts';
import type { FrameSlots } from './frame-slots.ts';
import { CartBadge } from './header/cart-link.tsx';
import classes from './site-frame.module.css';

type BarLinkProps = {
  href: string;
  icon: IconName;
  label: string;
  count?: number | null;
  /** Whether the current page is in the section that this link opens, such as a course page for “Courses”. */
  isSection?: boolean;
};

function BarLink({ href, icon, label, count, isSection }: BarLinkProps) {
  return (
    <li>
      <PageLink
        href={href}
        className={`stack relative plain tiny ${classes.link}`}
        aria-current={isSection || undefined}
      >
        <Icon name={icon} size={22} />
        <span>{label}</span>
        {count === undefined ? null : <CartBadge count={count} />}
      </PageLink>
    </li>
  );
}

/** `children`: a button above the bar, inside the same navigation landmark. */
type BottomBarProps = Pick<FrameSlots, 'student' | 'cartCount'> & { pathname: string; children?: ReactNode };

/** Bar at the bottom of the screen on phones, with links to the five most used pages. */
export function BottomBar({ student, cartCount, pathname, children }: BottomBarProps) {
  return (
    <nav className={`screen-only ${classes.bar}`} aria-label="Quick">
      {children}
      <ul className={classes.barLinks}>
        <BarLink href={paths.home} icon="home" label="Home" />
        <BarLink href={paths.coursesList} icon="book" label="Courses" isSection={isCoursesPage(pathname)} />
        <BarLink href={paths.bookOnline} icon="calendarCheck" label="Book" />
        <BarLink href={paths.cart} icon="cart" label="Cart" count={cartCount} />
        <BarLink
          href={student.status === 'signedOut' ? paths.login : paths.profile}
          icon="user"
          label="Me"
          isSection={isAccountPage(pathname)}
        />
      </ul>
    </nav>
  );
}
