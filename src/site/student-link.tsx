import { paths } from '../../contract/pages.ts';
import { useLowData } from '../lib/low-data.ts';
import { Icon } from '../ui/icons.tsx';
import { PageLink } from '../ui/page-link.tsx';
import type { FrameStudent } from './frame-slots.ts';
import { shortName } from './menu-tree.ts';
import classes from './site-header.module.css';

/** The student's image; a figure where there is none, or where data is spared. */
export function StudentImage({ image, size }: { image: string | null; size: number }) {
  const isSparing = useLowData() !== null;
  return image && !isSparing ? (
    <img src={image} alt="" width={size} height={size} className={classes.face} />
  ) : (
    <Icon name="user" size={size} />
  );
}

/** Profile link with image and name, or Login; a place kept free while login status is unknown. */
export function StudentLink({ student }: { student: FrameStudent }) {
  if (student.status === 'unknown') return <span className={classes.unknown} />;
  if (student.status === 'signedOut') {
    return (
      <PageLink href={paths.login} className={classes.tool}>
        Login
      </PageLink>
    );
  }
  return (
    <PageLink href={paths.profile} className={classes.tool} title={student.name}>
      <StudentImage image={student.image} size={28} />
      <span className={classes.name}>{shortName(student.name)}</span>
    </PageLink>
  );
}
