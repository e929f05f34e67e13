import { type ReactElement, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Course } from '../../../contract/course.ts';
import { useBrand } from '../../content/use-brand.ts';
import { Notice } from '../../ui/messages/notice.tsx';
import { TabStrip } from '../../ui/tabs/tab-strip.tsx';
import { type CourseTab, courseTabs } from './course-tab.ts';
import { AdmissionTab } from './tabs/admission-tab.tsx';
import { CareerTab } from './tabs/career-tab.tsx';
import { DetailsTab } from './tabs/details-tab.tsx';
import { EligibilityTab } from './tabs/eligibility-tab.tsx';
import { FeesTab } from './tabs/fees-tab.tsx';
import { StructureTab } from './tabs/structure-tab.tsx';
import { WithdrawalTab } from './tabs/withdrawal-tab.tsx';

const panels: Record<CourseTab, (props: { course: Course }) => ReactElement> = {
  details: DetailsTab,
  eligibility: EligibilityTab,
  fees: FeesTab,
  admission: AdmissionTab,
  withdrawal: WithdrawalTab,
  structure: StructureTab,
  career: CareerTab,
};

/** The fields of a course that each tab shows. If a course has none of a tab's fields, the tab is empty. */
const fieldsOf: Record<CourseTab, ReadonlyArray<keyof Course>> = {
  details: ['course_code'],
  eligibility: [
    'eligibility_criteria',
    'prerequisites',
    'academic_qualification',
    'min_marks',
    'eligibility_notes',
    'min_age',
    'max_age',
    'reference_date',
    'eye_sight',
    'eye_health',
    'physical_fitness',
    'approved_doctor_link',
    'entrance_exam_title',
    'entrance_exam_desc',
  ],
  fees: ['total_fee'],
  admission: ['admission_process', 'requiredDocuments', 'events'],
  withdrawal: ['withdrawl_policy', 'withdrawl_notes'],
  structure: ['program_structure_overview', 'semesters', 'modules', 'e_learning', 'exit_exam'],
  career: ['career_path', 'shore_intro', 'shore_sectors', 'placement_records'],
};

/** Whether the course has content for a tab. */
function hasTabContent(course: Course, tab: CourseTab): boolean {
  return fieldsOf[tab].some((field) => {
    const value = course[field];
    return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== '';
  });
}

function EmptyTab({ label }: { label: string }) {
  const phone = useBrand()?.admissions_phones[0];
  return (
    <Notice>
      There is nothing here yet about {label.toLowerCase()}. Please ask admissions{phone ? `: ${phone}` : ''}.
    </Notice>
  );
}

function TabPanel({ course, tab, label }: { course: Course; tab: CourseTab; label: string }) {
  const Panel = panels[tab];
  return hasTabContent(course, tab) ? <Panel course={course} /> : <EmptyTab label={label} />;
}

/** Whether the page is being printed. `flushSync` renders the printed version before the browser captures the page. */
function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const show = ({ type }: Event) => flushSync(() => setIsPrinting(type === 'beforeprint'));
    window.addEventListener('beforeprint', show);
    window.addEventListener('afterprint', show);
    return () => {
      window.removeEventListener('beforeprint', show);
      window.removeEventListener('afterprint', show);
    };
  }, []);
  return isPrinting;
}

/** The tabs of a course. When the page is printed, shows the content of all tabs that have any. */
export function CourseTabs({ course, tab }: { course: Course; tab: CourseTab }) {
  const isPrinting = useIsPrinting();
  if (isPrinting) {
    return courseTabs
      .filter(({ key }) => hasTabContent(course, key))
      .map(({ key, label }) => (
        <section key={key} className="stack shrink gap-8">
          <h2>{label}</h2>
          <TabPanel course={course} tab={key} label={label} />
        </section>
      ));
  }
  const label = courseTabs.find((one) => one.key === tab)?.label ?? '';
  return (
    <TabStrip label="About this course" tabs={courseTabs} open={tab} look="scrolling">
      <div className="stack shrink gap-8">
        <h2 className="visually-hidden">{label}</h2>
        <TabPanel course={course} tab={tab} label={label} />
      </div>
    </TabStrip>
  );
}
