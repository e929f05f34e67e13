import type { Course } from '../../../../contract/course.ts';
import { departmentPath, paths } from '../../../../contract/pages.ts';
import { RichText } from '../../../content/rich-text.tsx';
import { FileSize } from '../../../ui/file-size.tsx';
import { PageLink } from '../../../ui/links/page-link.tsx';
import { CoursePicture } from '../../../ui/pictures/course-picture.tsx';
import { PriceTag } from '../../../ui/price-tag.tsx';
import { certificateValidity, layoutOf } from '../../course-layout.ts';
import { approvalFacts } from '../approval-facts.ts';
import classes from '../course-page.module.css';
import { picturesOf } from '../course-pictures.ts';
import { DetailSection, FactList, PointList, TextSection } from '../detail-sections.tsx';

/**
 * Name of the course's department. It is a link if the department has an id; without one, the department has no public
 * page.
 */
function Department({ course: { department, department_id: id } }: { course: Course }) {
  if (!department || id === undefined) return department?.name;
  return <PageLink href={departmentPath({ id, slug: department.slug })}>{department.name}</PageLink>;
}

function Tags({ tags }: { tags: string | undefined }) {
  const names = (tags ?? '').split(',').map((tag) => tag.trim());
  const filled = names.filter((tag) => tag !== '');
  return filled.length > 0 ? (
    <ul className={`row wrap gap-2 ${classes.tags}`} aria-label="Tags">
      {filled.map((tag) => (
        <li key={tag}>{tag}</li>
      ))}
    </ul>
  ) : null;
}

function Campus({ settings }: Pick<Course, 'settings'>) {
  if (!settings) return null;
  const { venue, logistics, accommodation, location_map_link } = settings;
  return (
    <DetailSection title="Getting here and staying">
      <FactList
        facts={[
          ['Place', venue],
          ['Getting here', logistics],
          ['Accommodation', accommodation],
          [
            'Location',
            location_map_link ? (
              <a key="map" href={location_map_link}>
                Open the map
              </a>
            ) : undefined,
          ],
        ]}
      />
    </DetailSection>
  );
}

function Gallery({ course }: { course: Course }) {
  const { gallery } = picturesOf(course);
  if (gallery.length === 0) return null;
  return (
    <DetailSection title="Pictures">
      {gallery.map(({ url, alt }) => (
        <div key={url} className={`frame ${classes.picture}`}>
          <CoursePicture
            url={url}
            alt={alt || `${course.course_name} at the academy`}
            sizes="(min-width: 40em) 30rem, 100vw"
          />
        </div>
      ))}
    </DetailSection>
  );
}

function Packages({ packages }: { packages: Course['coursePackages'] }) {
  if (!packages || packages.length === 0) return null;
  return (
    <DetailSection title="In these packages">
      <ul className={`stack gap-3 ${classes.packages}`}>
        {packages.map(({ id, package_name, description, price }) => (
          <li key={id}>
            <PageLink href={`${paths.bookOnline}?package=${id}`}>{package_name}</PageLink>
            {price ? <PriceTag price={price} /> : null}
            <p>{description}</p>
          </li>
        ))}
      </ul>
    </DetailSection>
  );
}

export function DetailsTab({ course }: { course: Course }) {
  return (
    <>
      <TextSection title="Overview" text={course.course_overview} />
      {course.full_description ? <RichText html={course.full_description} /> : null}
      <PointList title="What sets it apart" points={course.key_features} />
      <PointList title="What you will be able to do" points={course.learning_outcomes} />
      <DetailSection title="Facts">
        <FactList
          facts={[
            ['Course code', course.course_code],
            ['Department', course.department ? <Department key="department" course={course} /> : undefined],
            ['DGS course ID', course.dgs_course_id],
            ...(layoutOf(course.course_template) === 'short' ? approvalFacts(course) : []),
            ['Certificate valid for', certificateValidity(course)],
            ['Reporting time', course.reporting_time],
            ['Dress code', course.dress_code],
            ['Bring', course.what_to_bring?.join('; ')],
            ['Batch strength', course.batch_strength_policy],
          ]}
        />
      </DetailSection>
      <Gallery course={course} />
      <Packages packages={course.coursePackages} />
      <Campus settings={course.settings} />
      {course.course_brochure_url ? (
        <a href={course.course_brochure_url}>
          Download the brochure
          <FileSize url={course.course_brochure_url} />
        </a>
      ) : null}
      <Tags tags={course.tags} />
    </>
  );
}
