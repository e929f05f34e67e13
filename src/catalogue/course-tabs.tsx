import { type ReactElement, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Course } from '../../contract/course.ts';
import { useBrand } from '../content/use-brand.ts';
import { Notice } from '../ui/notice.tsx';
import { TabStrip } from '../ui/tab-strip.tsx';
import { type CourseTab, courseTabs } from './course-tab.ts';
import classes from './course-tabs.module.css';
import { hasTabContent } from './tab-content.ts';
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

function EmptyTab({ label }: { label: string }) {
  const phone = useBrand()?.admissions_phones[0];
  return (
    <Notice>
      {label} of this course is given by admissions{phone ? `: ${phone}` : ''}.
    </Notice>
  );
}

function TabPanel({ course, tab, label }: { course: Course; tab: CourseTab; label: string }) {
  const Panel = panels[tab];
  return hasTabContent(course, tab) ? <Panel course={course} /> : <EmptyTab label={label} />;
}

/** True while the page is put on paper, from before the browser takes its picture. */
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

/** The seven tabs of a course; on paper, one after the other, those that have something to say. */
export function CourseTabs({ course, tab }: { course: Course; tab: CourseTab }) {
  const isPrinting = useIsPrinting();
  if (isPrinting) {
    return courseTabs
      .filter(({ key }) => hasTabContent(course, key))
      .map(({ key, label }) => (
        <section key={key} className={classes.panel}>
          <h2>{label}</h2>
          <TabPanel course={course} tab={key} label={label} />
        </section>
      ));
  }
  const label = courseTabs.find((one) => one.key === tab)?.label ?? '';
  return (
    <TabStrip label="About this course" tabs={courseTabs} open={tab} look="scrolling">
      <div className={classes.panel}>
        <h2 className="visually-hidden">{label}</h2>
        <TabPanel course={course} tab={tab} label={label} />
      </div>
    </TabStrip>
  );
}
