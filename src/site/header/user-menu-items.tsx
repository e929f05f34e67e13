import { paths } from '../../../contract/pages.ts';
import { SignOutButton } from '../../student/devices/sign-out-button.tsx';
import { useSignOut } from '../../student/devices/use-sign-out.ts';
import { studentTabPath } from '../../student/student-area-address.ts';
import { PageLink } from '../../ui/links/page-link.tsx';
import classes from './user-menu.module.css';

const links = [
  { label: 'Student Profile', href: paths.profile },
  { label: 'Book Online', href: paths.bookOnline },
  { label: 'My Orders', href: studentTabPath('bookings') },
];

/** The items of the user menu. */
export function UserMenuItems() {
  const signOut = useSignOut();
  return (
    <ul className={classes.items} aria-label="Your account">
      {links.map(({ label, href }) => (
        <li key={label}>
          <PageLink href={href} className="touch plain fill ink">
            {label}
          </PageLink>
        </li>
      ))}
      <li className="line-above">
        <SignOutButton {...signOut} look="subtle">
          Log out
        </SignOutButton>
      </li>
    </ul>
  );
}
