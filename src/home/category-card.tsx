import { categoryById } from '../../contract/categories.ts';
import type { Home } from '../../contract/content.ts';
import { coursesOnHomeCard } from '../../contract/limits.ts';
import { coursePath, paths } from '../../contract/pages.ts';
import { formatDuration } from '../lib/format/format.ts';
import { Icon } from '../ui/icons.tsx';
import { PageLink } from '../ui/links/page-link.tsx';
import { CoursePicture } from '../ui/pictures/course-picture.tsx';
import { PriceTag } from '../ui/price-tag.tsx';
import classes from './home-page.module.css';

/** A category with its first courses. */
export function CategoryCard({ card }: { card: Home['cards'][number] }) {
  const courses = card.courses.slice(0, coursesOnHomeCard);
  const href = categoryById(card.category_id)?.path ?? paths.coursesList;
  return (
    <section className={`panel ruled stack gap-3 p-3 ${classes.card}`} aria-labelledby={`card-${card.category_id}`}>
      <div className={`frame ${classes.picture}`}>
        <CoursePicture
          url={courses[0]?.featured_image_url}
          name={card.title}
          sizes="(min-width: 62em) 23rem, (min-width: 40em) 50vw, 7.5rem"
        />
      </div>
      <div className={`stack packed gap-1 ${classes.name}`}>
        <h3 id={`card-${card.category_id}`}>{card.title}</h3>
        <p className="soft small">{card.text}</p>
      </div>
      <div className={`stack full-row ${classes.body}`}>
        {courses.length > 0 ? (
          <ul className={`line-above ${classes.categoryCourses}`}>
            {courses.map((course) => (
              <li key={course.id}>
                <PageLink href={coursePath(course)}>{course.course_name}</PageLink>
                <span className="row between gap-4 soft tiny">
                  <span className="nowrap">{formatDuration(course.duration, course.duration_unit)}</span>
                  <PriceTag price={course.price ?? { main: course.total_fee }} isBrief />
                </span>
              </li>
            ))}
          </ul>
        ) : (
          <p className="soft small">No courses found in this category</p>
        )}
        <PageLink href={href} className={`touch gap-2 small strong ${classes.more}`}>
          Explore More
          <span className="visually-hidden">: {card.title}</span>
          <Icon name="arrowRight" size={18} />
        </PageLink>
      </div>
    </section>
  );
}
