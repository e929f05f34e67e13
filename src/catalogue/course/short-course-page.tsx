import { categoryById } from '../../../contract/categories.ts';
import { paths } from '../../../contract/pages.ts';
import { plainText } from '../../content/rich-text.tsx';
import { PageLink } from '../../ui/links/page-link.tsx';
import { Page } from '../../ui/page/page.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { CoursePicture } from '../../ui/pictures/course-picture.tsx';
import { BatchList } from './batch-list.tsx';
import { BookingPanel, BookingStrip } from './booking-panel.tsx';
import type { CourseViewProps } from './course-page.tsx';
import { picturesOf } from './course-pictures.ts';
import layout from './course-skeleton.module.css';
import { CourseTabs } from './course-tabs.tsx';

/**
 * Page of a Post-Sea or Value-added course: taken between two contracts at sea, so dates and seats come before the
 * description.
 */
export function ShortCoursePage({ course, tab, today, phone }: CourseViewProps) {
  const category = categoryById(course.category_id);
  const { main: picture } = picturesOf(course);
  return (
    <Page>
      <PageTitle
        isInFirstScreen
        above={
          <PageLink href={category?.path ?? paths.coursesList} className="touch self-left tiny">
            {course.category.name} courses
          </PageLink>
        }
        lead={course.short_description ? plainText(course.short_description) : undefined}
      >
        {course.course_name}
      </PageTitle>
      <div className={`stack gap-6 ${layout.columns}`} data-layout="short">
        <BookingPanel
          course={course}
          today={today}
          picture={
            <CoursePicture
              url={picture?.url}
              alt={picture?.alt}
              name={picture?.alt || course.course_name}
              sizes="(min-width: 62em) 22rem, (min-width: 40em) 40vw, 100vw"
              isEager
            />
          }
        />
        <div className="stack packed shrink gap-8">
          <BatchList batches={course.batches ?? []} courseId={course.id} today={today} phone={phone} />
          <CourseTabs course={course} tab={tab} />
        </div>
      </div>
      <BookingStrip course={course} today={today} />
    </Page>
  );
}
