import { type JoiningCourse, missingDocuments } from '../../../contract/joining.ts';
import { PageLink } from '../../ui/links/page-link.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { studentTabPath } from '../student-area-address.ts';
import classes from './joining-facts.module.css';

/** Lists the documents that booked courses require and that are missing or expire too early. */
export function MissingDocumentsNotice({ courses }: { courses: readonly JoiningCourse[] }) {
  const missing = missingDocuments(courses);
  if (missing.length === 0) return null;
  return (
    <div className="screen-only">
      <Notice
        tone="waiting"
        title="Documents still missing"
        action={
          <PageLink href={studentTabPath('documents')} className="touch">
            Upload to My Documents
          </PageLink>
        }
      >
        <p>Not found in My Documents, judged by their names:</p>
        <ul className={classes.missing}>
          {missing.map(({ text, courses: names }) => (
            <li key={text}>
              {text}
              {names.length > 0 ? ` (${names.join(', ')})` : ''}
            </li>
          ))}
        </ul>
        <p>Upload copies now, and bring the originals on the first day.</p>
      </Notice>
    </div>
  );
}
