import { Suspense } from 'react';
import { headerNameLength } from '../../../contract/limits.ts';
import { paths } from '../../../contract/pages.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useLowData } from '../../lib/low-data.ts';
import { Icon } from '../../ui/icons.tsx';
import { PageLink } from '../../ui/links/page-link.tsx';
import type { FrameStudent } from '../frame-slots.ts';
import classes from '../site-frame.module.css';

export type SignedInStudent = Extract<FrameStudent, { status: 'signedIn' }>;

/** Cuts a name longer than 12 characters and adds an ellipsis. */
export function shortName(name: string): string {
  const characters = [...name];
  return characters.length > headerNameLength ? `${characters.slice(0, headerNameLength).join('')}…` : name;
}

/** The student's image, or an icon if there is no image or low-data mode is on. */
function StudentImage({ image, size }: { image: string | null; size: number }) {
  const isLowDataMode = useLowData() !== null;
  return image && !isLowDataMode ? (
    <img src={image} alt="" width={size} height={size} className={classes.face} />
  ) : (
    <Icon name="user" size={size} />
  );
}

/** The student's picture and name, with the chevron of the user menu. */
export function StudentName({ student }: { student: SignedInStudent }) {
  return (
    <>
      <StudentImage image={student.image} size={28} />
      <span className={classes.name}>{shortName(student.name)}</span>
      <Icon name="chevronDown" size={16} className={classes.chevron} />
    </>
  );
}

/** Shown in place of the user menu until the script of the menu has loaded. */
function ProfileLink({ student }: { student: SignedInStudent }) {
  return (
    <PageLink href={paths.profile} className={classes.tool} title={student.name}>
      <StudentName student={student} />
    </PageLink>
  );
}

// The script of the user menu is loaded separately, because visitors never need it.
const UserMenu = lazyPart(() => import('./user-menu.tsx').then((module) => ({ default: module.UserMenu })));

/**
 * For a student, the user menu; for a visitor, a link to the login page. While it is unknown who is signed in, an empty
 * box as wide as a student's name and the cart link.
 */
export function StudentLink({ student }: { student: FrameStudent }) {
  if (student.status === 'unknown') return <span className={classes.unknown} />;
  if (student.status === 'signedIn') {
    return (
      <Suspense fallback={<ProfileLink student={student} />}>
        <UserMenu student={student} />
      </Suspense>
    );
  }
  return (
    <PageLink href={paths.login} className={classes.tool}>
      Login
    </PageLink>
  );
}
