import { useSearch } from '@tanstack/react-router';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Department } from '../../../../contract/departments.ts';
import { DepartmentPage } from '../../../../src/catalogue/departments/department-page.tsx';
import { readDepartmentTab } from '../../../../src/catalogue/departments/department-tab.ts';
import { answeringApi } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { department, departmentList } from './departments.ts';

function Opened() {
  const { tab } = useSearch({ strict: false }) as { tab?: unknown };
  return <DepartmentPage departmentId={1} tab={readDepartmentTab(tab)} />;
}

async function show(change: Partial<Department> = {}, search = '') {
  const { api } = answeringApi({ 'GET /api/departments': departmentList(department(change)) });
  const page = await renderInPage(<Opened />, { api, at: `/departments/details/1/nautical-science${search}` });
  await screen.findByRole('heading', { level: 1 });
  return page;
}

const tabNames = () => screen.queryAllByRole('tab').map((tab) => tab.textContent);
const hidden = { showOnSite: false, title: '' };

describe('a department', () => {
  it('has its breadcrumb, its page title, its description and its banner', async () => {
    await show();
    expect(screen.getByRole('heading', { level: 1, name: 'The deck department' })).toBeTruthy();
    const trail = within(screen.getByRole('navigation', { name: 'Breadcrumb' })).getAllByRole('listitem');
    expect(trail.map((step) => step.textContent)).toEqual(['Home', 'Departments', 'Nautical Science']);
    expect(screen.getByText('Navigation and cargo work.')).toBeTruthy();
    expect(document.querySelector('img')?.getAttribute('src')).toBe('/media/campus/chart-room-640.webp');
  });

  it('is titled by its name where it has no page title', async () => {
    await show({ page_title: undefined });
    expect(screen.getByRole('heading', { level: 1, name: 'Nautical Science' })).toBeTruthy();
  });

  it('shows its head with the message while showProfile is set', async () => {
    await show();
    const head = within(screen.getByRole('region', { name: 'Head of the department' }));
    for (const text of ['Harish Kurup', 'Master Mariner', 'Celestial navigation'])
      expect(head.getByText(text)).toBeTruthy();
    expect(head.getByText('A good watchkeeper looks out of the window first.')).toBeTruthy();
  });

  it('does not show its head while showProfile is not set, even where it was sent', async () => {
    const { department_head: head } = department();
    await show({ department_head: { ...head, showProfile: false } });
    expect(screen.queryByText('Harish Kurup')).toBeNull();
    expect(screen.queryByText(/watchkeeper/)).toBeNull();
  });
});

describe('the tabs of a department', () => {
  it('are Faculty, Facilities and Courses', async () => {
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
  ])('leave out %s while its showOnSite is not set', async (part, names) => {
    await show({ [part]: hidden });
    expect(tabNames()).toEqual(names);
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe(names[0]);
  });

  it('are not there where none is shown', async () => {
    await show({ faculty: hidden, facility: undefined, courses: hidden });
    expect(screen.queryByRole('tablist')).toBeNull();
  });

  it('lead to a course by meta text and id', async () => {
    await show({}, '?tab=courses');
    const panel = within(screen.getByRole('tabpanel', { name: 'Courses' }));
    const link = panel.getByRole('link', { name: 'Diploma in Nautical Science' });
    expect(link.getAttribute('href')).toBe('/course-booking/diploma-in-nautical-science-302');
    expect(panel.getByText('1 year')).toBeTruthy();
  });

  it('are gone through by the arrow keys, and stand in the address', async () => {
    const { router } = await show();
    screen.getByRole('tab', { name: 'Faculty' }).focus();
    await userEvent.keyboard('{ArrowRight}');
    const panel = within(await screen.findByRole('tabpanel', { name: 'Facilities' }));
    expect(panel.getByText('Forty chart tables.')).toBeTruthy();
    expect(router.state.location.search).toEqual({ tab: 'facilities' });
    await userEvent.keyboard('{End}');
    expect(await screen.findByRole('tabpanel', { name: 'Courses' })).toBeTruthy();
    await userEvent.keyboard('{Home}');
    expect(await screen.findByRole('tabpanel', { name: 'Faculty' })).toBeTruthy();
    expect(router.state.location.search).toEqual({});
  });

  it.each(['?tab=galley', '?tab=faculty', ''])('open the first for %s where that is shown', async (search) => {
    await show({}, search);
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Faculty');
  });

  it('open the first that is shown for an address that asks for a hidden one', async () => {
    await show({ courses: hidden }, '?tab=courses');
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Faculty');
  });

  it('say so where a shown list is empty', async () => {
    await show({ faculty: { showOnSite: true, title: 'Faculty', faculty_list: [] } });
    expect(screen.getByText('Faculty of this department will be shown here.')).toBeTruthy();
  });
});
