import type { Department } from '../../../contract/departments.ts';
import { departmentPath } from '../../../contract/pages.ts';
import { Icon } from '../../ui/icons.tsx';
import { PageLink } from '../../ui/links/page-link.tsx';
import { CoursePicture } from '../../ui/pictures/course-picture.tsx';
import classes from './department-card.module.css';

/** A department with its numbers of faculty and courses. A count of 0 is hidden. */
export function DepartmentCard({ department, isEager }: { department: Department; isEager: boolean }) {
  const { department_name: name, description, banner_image_url: picture, facultyCount, courseCount } = department;
  return (
    <li className={`panel ruled stack relative ${classes.card}`}>
      <div className={`line-below clip ${classes.picture}`}>
        <CoursePicture
          url={picture}
          name={name}
          sizes="(min-width: 62em) 23rem, (min-width: 40em) 46vw, 92vw"
          isEager={isEager}
        />
      </div>
      <div className={`stack packed gap-1-5 ${classes.words}`}>
        <h3>{name}</h3>
        {description ? <p className="soft small">{description}</p> : null}
      </div>
      <dl className={`row wrap gap-x-6 line-above terms ${classes.counts}`}>
        <Count label="Faculty" count={facultyCount} />
        <Count label="Courses" count={courseCount} />
      </dl>
      <PageLink href={departmentPath(department)} className="touch gap-2 small strong stretched">
        View department
        <span className="visually-hidden">: {name}</span>
        <Icon name="arrowRight" size={18} />
      </PageLink>
    </li>
  );
}

function Count({ label, count }: { label: string; count: number | undefined }) {
  if (!count) return null;
  return (
    <div>
      <dt>{label}</dt>
      <dd>{count}</dd>
    </div>
  );
}
