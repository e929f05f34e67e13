import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Course } from '../../../contract/course.ts';
import { CoursePage } from '../../../src/catalogue/course-page.tsx';
import { type CourseTab, courseTabs, readTab } from '../../../src/catalogue/course-tab.ts';
import { renderInPage } from '../../support/in-page.tsx';
import { answering, batch, course, today } from './academy.ts';

const show = (change: Partial<Course>, tab: CourseTab = 'details') =>
  renderInPage(<CoursePage courseId={408} tab={tab} today={today} />, {
    api: answering({ course: course(change) }),
    at: '/course-booking/advanced-fire-fighting-408',
  });

const ages = { general: 25, obc: 28, scst: 30 };

describe('a course page', () => {
  it.each(['Pre-Sea Course', 'Management Course'] as const)('of a %s has the breadcrumb', async (course_template) => {
    const name = course_template === 'Pre-Sea Course' ? 'Pre-Sea' : 'Management';
    await show({ course_template, category: { name }, category_id: name === 'Pre-Sea' ? 3 : 2 });
    const trail = within(await screen.findByRole('navigation', { name: 'Breadcrumb' })).getAllByRole('listitem');
    expect(trail.map((step) => step.textContent)).toEqual(['Home', 'Courses', name, 'Advanced Fire Fighting']);
    expect(screen.queryByText('including GST')).toBeNull();
  });

  it.each(['Post-Sea Course', 'Value-added Course'] as const)(
    'of a %s shows fees as including GST',
    async (course_template) => {
      await show({ course_template });
      expect((await screen.findAllByText('including GST')).length).toBeGreaterThan(0);
      expect(screen.queryByRole('navigation', { name: 'Breadcrumb' })).toBeNull();
    },
  );

  it('of any other template shows a loader', async () => {
    await show({ course_template: 'Evening Course' });
    expect((await screen.findByRole('status')).textContent).toContain('Loading course');
    expect(screen.queryByRole('heading')).toBeNull();
  });

  it('marks the batches that are nearly full, full or closed', async () => {
    const batches = [
      batch({ id: 1, available: 5 }),
      batch({ id: 2, available: 0, start_date: '2026-12-08' }),
      batch({ id: 3, status: 'closed', start_date: '2026-12-15' }),
    ];
    await show({ batches });
    const rows = within(await screen.findByRole('region', { name: 'Next batches' })).getAllByRole('listitem');
    const [first, second, third] = rows.map((row) => row.textContent);
    expect(first).toContain('Only 5 seats left');
    expect(second).toContain('Full');
    expect(third).toContain('Closed');
  });

  it('books this course on Book Online', async () => {
    await show({});
    const [link] = await screen.findAllByRole('link', { name: 'Book this course' });
    expect(link?.getAttribute('href')).toBe('/course-booking?course=408');
  });
});

describe('the tabs of a course', () => {
  it('are all seven, in the address and along the arrow keys', async () => {
    const { router } = await show({});
    const tabs = await screen.findAllByRole('tab');
    expect(tabs.map((tab) => tab.textContent)).toEqual(courseTabs.map((tab) => tab.label));
    tabs[0]?.focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(document.activeElement?.textContent).toBe('Eligibility');
    expect(router.state.location.search).toEqual({ tab: 'eligibility' });
    await userEvent.keyboard('{End}');
    expect(router.state.location.search).toEqual({ tab: 'career' });
  });

  it.each<[CourseTab, Partial<Course>, string]>([
    ['details', { learning_outcomes: ['Lead a fire party'] }, 'Lead a fire party'],
    ['details', { validity_unit: 'unlimited' }, 'Unlimited'],
    ['details', { department: { name: 'Nautical Science', slug: 'nautical-science' } }, 'Nautical Science'],
    ['eligibility', { max_age: { male: ages, female: { ...ages, general: 27 } } }, '27'],
    ['fees', { fees: [{ year: '2026-27', particulars: 'Fire ground', fee: 2400 }] }, '₹2,400'],
    ['admission', { requiredDocuments: [{ name: 'Passport' }] }, 'Passport'],
    ['withdrawal', { withdrawl_policy: [{ period: 'Ten days before', fees: '90 %' }] }, 'Ten days before'],
    ['structure', { semesters: [{ title: 'Semester 1', theory: ['Physics'], workshops: [] }] }, 'Physics'],
    [
      'structure',
      { e_learning: true, e_learning_hours: 15, e_learning_passmark: 60 },
      'Required, 15 hours, pass mark 60%',
    ],
    ['career', { shore_sectors: [{ name: 'Port control', description: 'Watch the roads.' }] }, 'Port control'],
  ])('show in %s what the course fills', async (tab, change, text) => {
    await show(change, tab);
    expect(await within(await screen.findByRole('tabpanel')).findByText(text)).toBeTruthy();
  });

  it('that a course leaves empty name admissions instead', async () => {
    await show({}, 'career');
    expect((await screen.findByRole('tabpanel')).textContent).toContain('Career of this course is given by admissions');
  });

  it('fall back to details for an address that names none', () => {
    expect(readTab('galley')).toBe('details');
    expect(readTab('fees')).toBe('fees');
  });
});
