import type { Ref } from 'react';
import type { Course } from '../../../contract/course.ts';
import { coursePath, paths } from '../../../contract/pages.ts';
import { plainText } from '../../content/rich-text.tsx';
import { formatDuration } from '../../lib/format/format.ts';
import { Icon } from '../../ui/icons.tsx';
import { PageLink } from '../../ui/links/page-link.tsx';
import { CoursePicture } from '../../ui/pictures/course-picture.tsx';
import { PriceTag } from '../../ui/price-tag.tsx';
import { NextBatch } from '../next-batch.tsx';
import classes from './course-card.module.css';

type CourseCardProps = {
  course: Course;
  today: string;
  isEager?: boolean;
  /** Ref of the link to the course. */
  linkRef?: Ref<HTMLAnchorElement> | undefined;
};

export function CourseCard({ course, today, isEager = false, linkRef }: CourseCardProps) {
  const href = coursePath(course);
  return (
    <li className={classes.card}>
      <div className={`frame ${classes.picture}`}>
        <CoursePicture
          url={course.featured_image_url}
          name={course.course_name}
          sizes="(min-width: 62em) 23rem, (min-width: 40em) 46vw, 7.5rem"
          isEager={isEager}
        />
      </div>
      <div className={classes.name}>
        <p className="soft tiny">{course.category.name}</p>
        <h3>{course.course_name}</h3>
      </div>
      {course.short_description ? (
        <p className={`clip soft small ${classes.line}`}>{plainText(course.short_description)}</p>
      ) : null}
      <dl className={`stack packed line-above small ${classes.facts}`}>
        <div>
          <dt>Duration</dt>
          <dd className="ink">{formatDuration(course.duration, course.duration_unit)}</dd>
        </div>
        <div>
          <dt>Fee</dt>
          <dd className="ink">
            <PriceTag price={course.price ?? { main: course.total_fee }} />
          </dd>
        </div>
        <div className="full-row">
          <dt>Next batch</dt>
          <dd className="ink">
            <NextBatch batches={course.batches ?? []} today={today} />
          </dd>
        </div>
      </dl>
      <PageLink ref={linkRef} href={href} className={`touch gap-2 small strong stretched ${classes.view}`}>
        View Course
        <span className="visually-hidden">: {course.course_name}</span>
        <Icon name="arrowRight" size={18} />
      </PageLink>
      <PageLink
        href={`${paths.coursesCompare}?add=${course.id}`}
        rel="nofollow"
        className={`touch small ${classes.compare}`}
      >
        Compare <span className="visually-hidden">{course.course_name}</span>
      </PageLink>
    </li>
  );
}
