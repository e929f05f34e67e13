import { Link } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import type { Course } from '../../../contract/course.ts';
import { coursePath, paths } from '../../../contract/pages.ts';
import { CoursePicture } from '../../ui/course-picture.tsx';
import { PageLink, toPage } from '../../ui/page-link.tsx';
import { compareRows } from './compare-rows.tsx';
import classes from './compare-table.module.css';
import { comparePath } from './compared.ts';

type CompareTableProps = {
  courses: readonly Course[];
  ids: readonly number[];
  /** One more that was asked for and found no room: it takes the place of the next that is removed. */
  waiting: number | null;
  today: string;
};

function CourseHead({ course, ids, waiting }: { course: Course } & Pick<CompareTableProps, 'ids' | 'waiting'>) {
  const others = ids.filter((id) => id !== course.id);
  const left = waiting === null ? others : [...others, waiting];
  return (
    <th scope="col" className={classes.course}>
      <CoursePicture url={course.featured_image_url} name={course.course_name} sizes="(min-width: 62em) 20rem, 33vw" />
      <PageLink href={coursePath(course)}>{course.course_name}</PageLink>
      <Link {...toPage(comparePath(left))} resetScroll={false} className={classes.remove}>
        Remove <span className="visually-hidden">{course.course_name}</span>
      </Link>
    </th>
  );
}

/** Courses side by side. On phones a row's name stands above its cells, so that three columns fit. */
export function CompareTable({ courses, ids, waiting, today }: CompareTableProps) {
  const rows = compareRows
    .map(({ label, read }) => ({ label, cells: courses.map((course) => read(course, today)) }))
    .filter(({ cells }) => cells.some((cell) => cell !== undefined && cell !== ''));
  return (
    <table
      className={classes.table}
      style={{ '--columns': courses.length } as CSSProperties}
      aria-label="Courses side by side"
    >
      <thead>
        <tr>
          <th scope="col" className={classes.corner}>
            <span className="visually-hidden">About</span>
          </th>
          {courses.map((course) => (
            <CourseHead key={course.id} course={course} ids={ids} waiting={waiting} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, cells }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {cells.map((cell, place) => (
              <td key={courses[place]?.id}>{cell ?? '–'}</td>
            ))}
          </tr>
        ))}
        <tr>
          <th scope="row">Booking</th>
          {courses.map((course) => (
            <td key={course.id}>
              <PageLink href={`${paths.bookOnline}?course=${course.id}`} className={classes.book}>
                Book <span className="visually-hidden">{course.course_name}</span>
              </PageLink>
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}
