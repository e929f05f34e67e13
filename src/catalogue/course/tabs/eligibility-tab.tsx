import type { Course } from '../../../../contract/course.ts';
import { RichText } from '../../../content/rich-text.tsx';
import { DetailSection, DetailTable, FactList, PointList } from '../detail-sections.tsx';

type AgeLimits = NonNullable<Course['min_age']>;

const ageHeads = ['For', 'General', 'OBC', 'SC/ST'];

function ageRows(ages: AgeLimits) {
  return [
    ['Men', ages.male.general, ages.male.obc, ages.male.scst],
    ['Women', ages.female.general, ages.female.obc, ages.female.scst],
  ];
}

function Ages({ title, ages }: { title: string; ages: AgeLimits | undefined }) {
  return ages ? (
    <DetailSection title={title}>
      <DetailTable caption={title} heads={ageHeads} rows={ageRows(ages)} />
    </DetailSection>
  ) : null;
}

export function EligibilityTab({ course }: { course: Course }) {
  const { approved_doctor_link: doctors } = course;
  return (
    <>
      <FactList
        facts={[
          ['Eligibility', course.eligibility_criteria],
          ['Courses to complete first', course.prerequisites?.map(({ course_name }) => course_name).join(', ')],
          ['Academic qualification', course.academic_qualification],
          ['Minimum marks', course.min_marks],
          ['Age counted on', course.reference_date],
        ]}
      />
      <Ages title="Minimum age in years" ages={course.min_age} />
      <Ages title="Maximum age in years" ages={course.max_age} />
      <FactList
        facts={[
          ['Eyesight', course.eye_sight],
          ['Eye health', course.eye_health],
          ['Physical fitness', course.physical_fitness],
          [
            'Medical certificate',
            doctors ? (
              <a key="doctors" href={doctors}>
                Find an approved doctor
              </a>
            ) : undefined,
          ],
        ]}
      />
      {course.entrance_exam_title || course.entrance_exam_desc ? (
        <DetailSection title={course.entrance_exam_title ?? 'Entrance examination'}>
          {course.entrance_exam_desc ? <RichText html={course.entrance_exam_desc} /> : null}
        </DetailSection>
      ) : null}
      <PointList title="Please note" points={course.eligibility_notes} />
    </>
  );
}
