import { cleanup } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Course } from '../../../contract/course.ts';
import { createQueryClient } from '../../../src/app/query-client.ts';
import { CoursePage } from '../../../src/catalogue/course-page.tsx';
import { courseTabs } from '../../../src/catalogue/course-tab.ts';
import { loadCourse } from '../../../src/catalogue/load-course.ts';
import { renderInPage } from '../../support/in-page.tsx';
import { answering, today } from './academy.ts';
import { wholeCourse, wholeCourseWords } from './whole-course.ts';

/** Told by the head, not by the page. */
const inHead: ReadonlyArray<keyof Course> = ['meta_title', 'meta_description', 'meta_text'];
/** Enumerations, shown in other words. */
const inOtherWords = new Set([
  'day',
  'month',
  'open',
  'fixed_amount',
  'base-price',
  'Pre-Sea Course',
  'Post-Sea Course',
]);

/** Every text of a value, tags taken out of HTML, tag lists taken apart. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.replace(/<[^>]*>/g, '').split(', ');
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text);

/** All words and addresses of the page over its seven tabs. */
async function readWholePage(course: Course): Promise<string> {
  const read: string[] = [];
  for (const { key } of courseTabs) {
    const page = <CoursePage courseId={course.id} tab={key} today={today} />;
    const { container } = await renderInPage(page, { api: answering({ course }), at: '/course' });
    await expect.poll(() => container.textContent).toContain(course.course_name);
    const addresses = [...container.querySelectorAll('[href], [src]')].map(
      (element) => element.getAttribute('href') ?? element.getAttribute('src'),
    );
    read.push(container.textContent ?? '', ...addresses.filter((address) => address !== null));
    cleanup();
  }
  return read.join('\n');
}

describe.each(['Pre-Sea Course', 'Post-Sea Course'] as const)('a %s', (course_template) => {
  it('shows every field of the entity on its page', async () => {
    const course: Course = { ...wholeCourse, course_template };
    const shown = Object.entries(course).filter(([field]) => !inHead.includes(field as keyof Course));
    const texts = shown
      .flatMap(([, value]) => textsOf(value))
      .filter((text) => !inOtherWords.has(text) && !isDay(text));
    const read = await readWholePage(course);
    const lacking = [...texts, ...wholeCourseWords].filter((text) => !read.includes(text));
    expect(lacking).toEqual([]);
    expect(texts.length).toBeGreaterThan(60);
  });
});

it('tells the rest in its head', async () => {
  const client = createQueryClient(answering({ course: wholeCourse }));
  const loaded = await loadCourse(client, 'canary-meta-text-408');
  expect(loaded?.head).toEqual({
    title: 'canary meta_title',
    description: 'canary meta_description',
    path: '/course-booking/canary-meta-text-408',
    isWholeTitle: true,
    image: '/media/canary-banner.webp',
  });
});
