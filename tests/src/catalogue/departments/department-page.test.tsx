import { useSearch } from '@tanstack/react-router';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Department } from '../../../../contract/departments.ts';
import { DepartmentPage } from '../../../../src/catalogue/departments/department-page.tsx';
import { readDepartmentTab } from '../../../../src/catalogue/departments/department-tab.ts';
import { answeringApi } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { department, departmentList } from './departments.ts';

function PageAtAddress() {
  const { tab } = useSearch({ strict: false }) as { tab?: unknown };
  return <DepartmentPage departmentId={1} tab={readDepartmentTab(tab)} />;
}

async function show(change: Partial<Department> = {}, search = '') {
  const { api } = answeringApi({ 'GET /api/departments': departmentList(department(change)) });
  const page = await renderInPage(<PageAtAddress />, { api, at: `/departments/details/1/nautical-science${search}` });
  await screen.findByRole('heading', { level: 1 });
  return page;
}

const tabNames = () => screen.queryAllByRole('tab').map((tab) => tab.textContent);
const hidden = { showOnSite: false, title: '' };

describe('a department', () => {
  it('the department page shows a breadcrumb and the title, description and banner of the department', async () => {
    await show();
    expect(screen.getByRole('heading', { level: 1, name: 'The deck department' })).toBeTruthy();
    const trail = within(screen.getByRole('navigation', { name: 'Breadcrumb' })).getAllByRole('listitem');
    expect(trail.map((step) => step.textContent)).toEqual(['Home', 'Departments', 'Nautical Science']);
    expect(screen.getByText('Navigation and cargo work.')).toBeTruthy();
    const banner = screen.getByRole('img', { name: 'A chart table with dividers' });
    expect(banner.getAttribute('src')).toBe('/media/campus/chart-room-640.webp');
  });

  it('the page of a department without a page title shows the department’s name as its title', async () => {
    await show({ page_title: undefined });
    expect(screen.getByRole('heading', { level: 1, name: 'Nautical Science' })).toBeTruthy();
  });

  it('the department page shows the head of the department and their message if showProfile is set', async () => {
    await show();
    const head = within(screen.getByRole('region', { name: 'Head of the department' }));
    for (const text of ['Harish Kurup', 'Master Mariner', 'Celestial navigation'])
      expect(head.getByText(text)).toBeTruthy();
    expect(head.getByText('A good watchkeeper looks out of the window first.')).toBeTruthy();
  });

  it('if showProfile is not set, the department page hides the head of the department even if the server sends their data', async () => {
    const { department_head: head } = department();
    await show({ department_head: { ...head, showProfile: false } });
    expect(screen.queryByText('Harish Kurup')).toBeNull();
    expect(screen.queryByText(/watchkeeper/)).toBeNull();
  });
});

describe('the tabs of a department', () => {
  it('the department page has the tabs Faculty, Facilities and Courses', async () => {
    await show();
    expect(tabNames()).toEqual(['Faculty', 'Facilities', 'Courses']);
    const panel = within(screen.getByRole('tabpanel', { name: 'Faculty' }));
    expect(panel.getByRole('heading', { level: 2, name: 'Who teaches' })).toBeTruthy();
    for (const text of ['Leela Varghese', 'Extra Master', 'Watchkeeping', 'LV'])
      expect(panel.getByText(text)).toBeTruthy();
  });

  it.each<[keyof Department, string[]]>([
    ['faculty', ['Facilities', 'Courses']],
    ['facility', ['Faculty', 'Courses']],
    ['courses', ['Faculty', 'Facilities']],
  ])(
    'the department page has no tab for the field “%s” if showOnSite is not set in this field',
    async (part, names) => {
      await show({ [part]: hidden });
      expect(tabNames()).toEqual(names);
      expect(screen.getByRole('tab', { selected: true }).textContent).toBe(names[0]);
    },
  );

  it('the department page has no row of tabs when all of its tabs are hidden', async () => {
    await show({ faculty: hidden, facility: undefined, courses: hidden });
    expect(screen.queryByRole('tablist')).toBeNull();
  });

  it('the Courses tab of a department links to each course by its slug and id', async () => {
    await show({}, '?tab=courses');
    const panel = within(screen.getByRole('tabpanel', { name: 'Courses' }));
    const link = panel.getByRole('link', { name: 'Diploma in Nautical Science' });
    expect(link.getAttribute('href')).toBe('/course-booking/diploma-in-nautical-science-302');
    expect(panel.getByText('1 year')).toBeTruthy();
  });

  it('the Courses tab of a department with 712 courses says how many of them it lists and links to the search', async () => {
    const { courses } = department();
    await show({ courses: { showOnSite: true, title: 'Courses', ...courses, course_total: 712 } }, '?tab=courses');
    const panel = within(screen.getByRole('tabpanel', { name: 'Courses' }));
    expect(panel.getByText(/Showing 1 of 712 courses/)).toBeTruthy();
    expect(panel.getByRole('link', { name: 'Search all courses' }).getAttribute('href')).toBe('/search');
  });

  it('arrow keys select the tabs of a department page, and the URL names the selected tab', async () => {
    const { router } = await show();
    const person = userEvent.setup({ delay: null });
    screen.getByRole('tab', { name: 'Faculty' }).focus();
    await person.keyboard('{ArrowRight}');
    const panel = within(await screen.findByRole('tabpanel', { name: 'Facilities' }));
    expect(panel.getByText('Forty chart tables.')).toBeTruthy();
    expect(panel.getByRole('img').getAttribute('alt')).toBe('Cadets at chart tables');
    await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'facilities' }));
    await person.keyboard('{End}');
    expect(await screen.findByRole('tabpanel', { name: 'Courses' })).toBeTruthy();
    await person.keyboard('{Home}');
    expect(await screen.findByRole('tabpanel', { name: 'Faculty' })).toBeTruthy();
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it.each(['?tab=galley', '?tab=faculty', ''])(
    'a department page opens its first tab for the URL query “%s”, which names this tab, an unknown tab or none',
    async (search) => {
      await show({}, search);
      expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Faculty');
    },
  );

  it('the first visible tab of a department is selected when the URL names a hidden tab', async () => {
    await show({ courses: hidden }, '?tab=courses');
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Faculty');
  });

  it('a tab of the department page with an empty list says what will be shown there', async () => {
    await show({ faculty: { showOnSite: true, title: 'Faculty', faculty_list: [] } });
    expect(screen.getByText('Faculty of this department will be shown here.')).toBeTruthy();
  });
});
