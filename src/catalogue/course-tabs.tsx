import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactElement, useEffect, useRef } from 'react';
import type { Course } from '../../contract/course.ts';
import { useBrand } from '../content/use-brand.ts';
import { Notice } from '../ui/notice.tsx';
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

/** Arrow keys, Home and End go along the tabs and open them; the space bar opens, as it does on buttons. */
function moveAlong(event: KeyboardEvent<HTMLElement>) {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const here = tabs.findIndex((tab) => tab.matches(':focus'));
  const last = tabs.length - 1;
  const target: Record<string, number> = {
    ArrowRight: here === last ? 0 : here + 1,
    ArrowLeft: here === 0 ? last : here - 1,
    Home: 0,
    End: last,
    ' ': here,
  };
  const tab = tabs[target[event.key] ?? -1];
  if (!tab) return;
  event.preventDefault();
  tab.focus();
  tab.click();
}

function EmptyTab({ label }: { label: string }) {
  const phone = useBrand()?.admissions_phones[0];
  return (
    <Notice>
      {label} of this course is given by admissions{phone ? `: ${phone}` : ''}.
    </Notice>
  );
}

/** The seven tabs of a course; the open one stands in the address. */
export function CourseTabs({ course, tab }: { course: Course; tab: CourseTab }) {
  const Panel = panels[tab];
  const list = useRef<HTMLDivElement>(null);
  const label = courseTabs.find((one) => one.key === tab)?.label ?? '';
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>(`#tab-${tab}`);
    // Only sideways: the page itself must not move.
    if (chosen && list.current) list.current.scrollLeft = chosen.offsetLeft - 48;
  }, [tab]);
  return (
    <div className={classes.tabs}>
      <div role="tablist" aria-label="About this course" className={classes.list} ref={list} onKeyDown={moveAlong}>
        {courseTabs.map(({ key, label: name }) => (
          <Link
            key={key}
            to="."
            search={key === 'details' ? {} : { tab: key }}
            replace
            resetScroll={false}
            id={`tab-${key}`}
            role="tab"
            className={classes.tab}
            aria-selected={key === tab}
            tabIndex={key === tab ? 0 : -1}
            {...(key === tab ? { 'aria-controls': 'tab-panel' } : {})}
          >
            {name}
          </Link>
        ))}
      </div>
      <div role="tabpanel" id="tab-panel" aria-labelledby={`tab-${tab}`} className={classes.panel}>
        <h2 className="visually-hidden">{label}</h2>
        {hasTabContent(course, tab) ? <Panel course={course} /> : <EmptyTab label={label} />}
      </div>
    </div>
  );
}
