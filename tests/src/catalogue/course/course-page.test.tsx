import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Course } from '../../../../contract/course.ts';
import { CoursePage } from '../../../../src/catalogue/course/course-page.tsx';
import { type CourseTab, readTab } from '../../../../src/catalogue/course/course-tab.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { paidNow, yearlyPrice, yearlyTexts } from '../../../support/yearly-price.ts';
import { apiWith, batch, course, today } from '../academy.ts';

const show = (change: Partial<Course>, tab: CourseTab = 'details') =>
  renderInPage(<CoursePage courseId={408} tab={tab} today={today} />, {
    api: apiWith({ course: course(change) }),
    at: '/course-booking/advanced-fire-fighting-408',
  });

const ages = { general: 25, obc: 28, scst: 30 };

describe('a course page', () => {
  it.each(['Pre-Sea Course', 'Management Course'] as const)(
    'the page of a course with the template “%s” has a breadcrumb and no note that fees include GST',
    async (course_template) => {
      const name = course_template === 'Pre-Sea Course' ? 'Pre-Sea' : 'Management';
      await show({ course_template, category: { name }, category_id: name === 'Pre-Sea' ? 3 : 2 });
      const trail = within(await screen.findByRole('navigation', { name: 'Breadcrumb' })).getAllByRole('listitem');
      expect(trail.map((step) => step.textContent)).toEqual(['Home', 'Courses', name, 'Advanced Fire Fighting']);
      expect(screen.queryByText('including GST')).toBeNull();
    },
  );

  it.each(['Post-Sea Course', 'Value-added Course'] as const)(
    'the page of a course with the template “%s” has a note that fees include GST, and no breadcrumb',
    async (course_template) => {
      await show({ course_template });
      expect((await screen.findAllByText('including GST')).length).toBeGreaterThan(0);
      expect(screen.queryByRole('navigation', { name: 'Breadcrumb' })).toBeNull();
    },
  );

  it('the page of a course with an unknown template shows a loading message', async () => {
    await show({ course_template: 'Evening Course' });
    expect((await screen.findByRole('status')).textContent).toContain('Loading course');
    expect(screen.queryByRole('heading')).toBeNull();
  });

  it('the course page marks batches that are nearly full, full or closed', async () => {
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

  it.each([
    [5, '1 later batch'],
    [6, '2 later batches'],
  ])(
    'the page of a course with %s batches shows four of them and collapses the others under “%s”',
    async (count, summary) => {
      const batches = Array.from({ length: count }, (_, index) =>
        batch({ id: index, start_date: `2026-12-1${index}` }),
      );
      await show({ batches });
      const region = within(await screen.findByRole('region', { name: 'Next batches' }));
      expect(region.getByText(summary)).toBeTruthy();
    },
  );

  it('the link “Book this course” leads to Book Online with the course and its next batch that has free seats', async () => {
    const full = batch({ id: 1, available: 0 });
    await show({
      batches: [batch({ id: 3, start_date: '2027-02-01' }), batch({ id: 2, start_date: '2027-01-05' }), full],
    });
    const links = await screen.findAllByRole('link', { name: 'Book this course' });
    expect(links).toHaveLength(2);
    for (const link of links) expect(link.getAttribute('href')).toBe('/course-booking?course=408&batch=2');
  });

  it('the links to Book Online on a course page are not marked as links to the current page', async () => {
    await show({ batches: [batch({ id: 2 })] });
    const rows = within(await screen.findByRole('region', { name: 'Next batches' }));
    for (const link of [...screen.getAllByRole('link', { name: 'Book this course' }), ...rows.getAllByRole('link')])
      expect(link.getAttribute('aria-current'), link.textContent).toBeNull();
  });

  it('if a course has no bookable batch, the link “Book this course” leads to Book Online without a chosen batch', async () => {
    await show({ batches: [batch({ id: 1, available: 0 })] });
    const [link] = await screen.findAllByRole('link', { name: 'Book this course' });
    expect(link?.getAttribute('href')).toBe('/course-booking?course=408');
  });
});

describe('the price of a course with yearly fees', () => {
  const fees = [1, 2, 3, 4].map((year) => ({
    year: `Year ${year}`,
    particulars: `Tuition ${year}`,
    fee: year === 1 ? 265_000 : 260_000,
  }));
  const programme = { course_template: 'Pre-Sea Course', price: yearlyPrice, fees };

  it('the page of a course with yearly fees shows the fee of year 1 and the total in the booking panel and in the sticky bar', async () => {
    await show(programme);
    const links = await screen.findAllByRole('link', { name: 'Book this course' });
    const textIn = (holder: string) => links.map((link) => link.closest(holder)?.textContent).find(Boolean);
    for (const holder of ['aside', '[data-sticky-action]'])
      for (const text of [...yearlyTexts, paidNow]) expect(textIn(holder), holder).toContain(text);
  });

  it('the Fees tab of a course with yearly fees shows the fee of year 1, what is paid online and the total of all years', async () => {
    await show(programme, 'fees');
    const table = await screen.findByRole('table', { name: 'Fees by year' });
    const total = within(table).getByRole('rowheader', { name: 'Total' }).closest('tr');
    expect(total?.textContent).toBe('Total4 years₹10,45,000');
    const tab = screen.getByRole('tabpanel');
    for (const text of [...yearlyTexts, paidNow]) expect(tab.textContent).toContain(text);
  });

  it('the Fees tab of a course with yearly fees and a discount shows the total after the discount', async () => {
    const price = { main: 245_000, struck: 265_000, percent_off: 8, by_year: { years: 4, total: 1_025_000 } };
    await show({ ...programme, price }, 'fees');
    const row = (await screen.findByRole('rowheader', { name: 'Total after the discount' })).closest('tr');
    expect(row?.textContent).toContain('₹10,25,000');
  });

  it('the Fees tab of a course whose fee is paid at once shows the sum of the amounts in its table of fees', async () => {
    const parts = [
      { year: '2026-27', particulars: 'Training', fee: 6800 },
      { year: '2026-27', particulars: 'GST 18 %', fee: 1224 },
    ];
    await show({ fees: parts }, 'fees');
    const row = (await screen.findByRole('rowheader', { name: 'Total' })).closest('tr');
    expect(row?.textContent).toBe('Total₹8,024');
    expect(screen.queryByText(paidNow)).toBeNull();
  });
});

describe('the tabs of a course', () => {
  it('the keyboard selects the seven tabs of a course page, and the URL names the selected tab', async () => {
    const { router } = await show({});
    const tabs = await screen.findAllByRole('tab');
    expect(tabs.map((tab) => tab.textContent)).toEqual([
      'Details',
      'Eligibility',
      'Fees',
      'Admission',
      'Withdrawal',
      'Structure',
      'Career',
    ]);
    const person = userEvent.setup({ delay: null });
    tabs[0]?.focus();
    await person.keyboard('{ArrowRight}');
    expect(document.activeElement?.textContent).toBe('Eligibility');
    await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'eligibility' }));
    await person.keyboard('{End}');
    await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'career' }));
  });

  it.each<[CourseTab, Partial<Course>, string]>([
    ['details', { learning_outcomes: ['Lead a fire party'] }, 'Lead a fire party'],
    ['details', { validity_unit: 'unlimited' }, 'Unlimited'],
    ['details', { department: { name: 'Nautical Science', slug: 'nautical-science' } }, 'Nautical Science'],
    ['eligibility', { max_age: { male: ages, female: { ...ages, general: 27 } } }, '27'],
    ['eligibility', { prerequisites: [{ id: 401, course_name: 'Basic Safety' }] }, 'Basic Safety'],
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
  ])('the tab “%s” of the page of a course with the fields %j shows the text “%s”', async (tab, change, text) => {
    await show(change, tab);
    expect(await within(await screen.findByRole('tabpanel')).findByText(text)).toBeTruthy();
  });

  it('a tab without content on the course page tells the reader to ask admissions', async () => {
    await show({}, 'career');
    expect((await screen.findByRole('tabpanel')).textContent).toContain(
      'There is nothing here yet about career. Please ask admissions',
    );
  });

  it('readTab returns the course tab that the URL names, and “details” for an unknown one', () => {
    expect(readTab('galley')).toBe('details');
    expect(readTab('fees')).toBe('fees');
  });
});
