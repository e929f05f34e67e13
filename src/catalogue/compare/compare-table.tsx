import { Link } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import type { Course } from '../../../contract/course.ts';
import { coursePath, paths } from '../../../contract/pages.ts';
import { PageLink, toPage } from '../../ui/links/page-link.tsx';
import { CoursePicture } from '../../ui/pictures/course-picture.tsx';
import { compareRows } from './compare-rows.tsx';
import classes from './compare-table.module.css';
import { comparePath } from './compared-courses.ts';

type CompareTableProps = {
  courses: readonly Course[];
  ids: readonly number[];
  /**
   * Id of a course that was to be added while the comparison is full. It takes the place of the next course that is
   * removed.
   */
  replacement: number | null;
  today: string;
};

function CourseHead({ course, ids, replacement }: { course: Course } & Pick<CompareTableProps, 'ids' | 'replacement'>) {
  const others = ids.filter((id) => id !== course.id);
  const left = replacement === null ? others : [...others, replacement];
  return (
    <th scope="col" className={`stack packed gap-1 strong ${classes.course}`}>
      <CoursePicture url={course.featured_image_url} name={course.course_name} sizes="(min-width: 62em) 20rem, 33vw" />
      <PageLink href={coursePath(course)}>{course.course_name}</PageLink>
      <Link {...toPage(comparePath(left))} resetScroll={false} className={`touch medium screen-only ${classes.remove}`}>
        Remove <span className="visually-hidden">{course.course_name}</span>
      </Link>
    </th>
  );
}

/**
 * Table that compares courses side by side. A row that is empty for every course is left out. On phones the name of a
 * row is above its cells, so that three columns fit. With large text the table scrolls sideways.
 */
export function CompareTable({ courses, ids, replacement, today }: CompareTableProps) {
  const rows = compareRows
    .map(({ label, read }) => ({ label, cells: courses.map((course) => read(course, today)) }))
    .filter(({ cells }) => cells.some((cell) => cell !== undefined && cell !== ''));
  return (
    <div className={`relative ${classes.scroll}`}>
      <table
        className={`ruled fill tiny anywhere ${classes.table}`}
        style={{ '--columns': courses.length } as CSSProperties}
        aria-label="Courses side by side"
      >
        <thead>
          <tr>
            <th scope="col" className={classes.corner}>
              <span className="visually-hidden">About</span>
            </th>
            {courses.map((course) => (
              <CourseHead key={course.id} course={course} ids={ids} replacement={replacement} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, cells }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {cells.map((cell, index) => (
                <td key={courses[index]?.id}>{cell ?? '–'}</td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">Booking</th>
            {courses.map((course) => (
              <td key={course.id}>
                <PageLink
                  href={`${paths.bookOnline}?course=${course.id}`}
                  className={`touch strong screen-only ${classes.book}`}
                >
                  Book <span className="visually-hidden">{course.course_name}</span>
                </PageLink>
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  );
}
