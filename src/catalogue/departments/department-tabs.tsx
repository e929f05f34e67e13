import type { ReactElement } from 'react';
import type { Department } from '../../../contract/departments.ts';
import { EmptyState } from '../../ui/messages/empty-state.tsx';
import { TabStrip } from '../../ui/tabs/tab-strip.tsx';
import { CourseLinks } from './course-links.tsx';
import { type DepartmentTab, shownTabs } from './department-tab.ts';
import { FacilityCards } from './facility-cards.tsx';
import { FacultyList } from './faculty-list.tsx';

type Panel = { title: string; list: ReactElement | null };

const panels: Record<DepartmentTab, (department: Department) => Panel> = {
  faculty: ({ faculty }) => ({
    title: faculty?.title ?? '',
    list: faculty?.faculty_list?.length ? <FacultyList faculty={faculty.faculty_list} /> : null,
  }),
  facilities: ({ facility }) => ({
    title: facility?.title ?? '',
    list: facility?.facility_list?.length ? <FacilityCards facilities={facility.facility_list} /> : null,
  }),
  courses: ({ courses }) => ({
    title: courses?.title ?? '',
    list: courses?.course_list?.length ? (
      <CourseLinks courses={courses.course_list} total={courses.course_total} />
    ) : null,
  }),
};

/** The tabs that the department shows. If `tab` is not one of them, the first one is open. */
export function DepartmentTabs({ department, tab }: { department: Department; tab: DepartmentTab | undefined }) {
  const tabs = shownTabs(department);
  const open = tabs.find(({ key }) => key === tab) ?? tabs[0];
  if (!open) return null;
  const { title, list } = panels[open.key](department);
  return (
    <TabStrip label="About this department" tabs={tabs} open={open.key} look="even">
      <div className="stack single gap-5">
        <h2 className={title === open.label || title === '' ? 'visually-hidden' : ''}>{title || open.label}</h2>
        {list ?? <EmptyState title={`${open.label} of this department will be shown here.`} />}
      </div>
    </TabStrip>
  );
}
