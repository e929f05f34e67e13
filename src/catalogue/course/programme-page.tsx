import { categoryById } from '../../../contract/categories.ts';
import { paths } from '../../../contract/pages.ts';
import { plainText } from '../../content/rich-text.tsx';
import { Page } from '../../ui/page/page.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { CoursePicture } from '../../ui/pictures/course-picture.tsx';
import { Breadcrumb } from '../breadcrumb.tsx';
import { approvalFacts } from './approval-facts.ts';
import { BatchList } from './batch-list.tsx';
import { BookingPanel, BookingStrip } from './booking-panel.tsx';
import classes from './course-page.module.css';
import type { CourseViewProps } from './course-page.tsx';
import { picturesOf } from './course-pictures.ts';
import layout from './course-skeleton.module.css';
import { CourseTabs } from './course-tabs.tsx';
import { FactList } from './detail-sections.tsx';

/** Page of a Pre-Sea or Management course: a long programme, so the description comes before the batches. */
export function ProgrammePage({ course, tab, today, phone }: CourseViewProps) {
  const category = categoryById(course.category_id);
  const trail = [
    { label: 'Home', url: paths.home },
    { label: 'Courses', url: paths.coursesList },
    { label: course.category.name, url: category?.path ?? paths.coursesList },
  ];
  const { main: picture } = picturesOf(course);
  return (
    <Page>
      <PageTitle
        isInFirstScreen
        above={<Breadcrumb trail={trail} here={course.course_name} />}
        lead={course.short_description ? plainText(course.short_description) : undefined}
      >
        {course.course_name}
      </PageTitle>
      <div className={`stack gap-6 ${layout.columns}`}>
        <div className="stack packed shrink gap-8">
          <div className={classes.onPhone}>
            <BookingPanel course={course} today={today} />
          </div>
          <div className={`stack gap-6 top ${classes.opening}`}>
            <div className="frame">
              <CoursePicture
                url={picture?.url}
                alt={picture?.alt}
                name={picture?.alt || course.course_name}
                sizes="(min-width: 40em) 20rem, 100vw"
                isEager
              />
            </div>
            <FactList facts={approvalFacts(course)} />
          </div>
          <CourseTabs course={course} tab={tab} />
          <BatchList batches={course.batches ?? []} courseId={course.id} today={today} phone={phone} />
        </div>
        <div className={classes.onWide}>
          <BookingPanel course={course} today={today} />
        </div>
      </div>
      <BookingStrip course={course} today={today} />
    </Page>
  );
}
