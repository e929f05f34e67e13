import { cleanup } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Course } from '../../../../contract/course.ts';
import { createQueryClient } from '../../../../src/app/query-client.ts';
import { CoursePage } from '../../../../src/catalogue/course/course-page.tsx';
import { courseTabs } from '../../../../src/catalogue/course/course-tab.ts';
import { loadCourse } from '../../../../src/catalogue/course/load-course.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { apiWith, today } from '../academy.ts';
import { wholeCourse, wholeCourseWords } from './whole-course.ts';

/** Fields that are shown in the head of the document, not on the page. */
const inHead: ReadonlyArray<keyof Course> = ['meta_title', 'meta_description', 'meta_text'];
/** Enumeration values that the page writes in other words. */
const inOtherWords = new Set([
  'day',
  'month',
  'open',
  'fixed_amount',
  'base-price',
  'Pre-Sea Course',
  'Post-Sea Course',
]);

/** Every text in a value, with HTML tags removed and comma-separated lists split. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.replace(/<[^>]*>/g, '').split(', ');
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text);

/** Reads all texts, and the addresses and descriptions of links and pictures, on the seven tabs of the page. */
async function readWholePage(course: Course): Promise<string> {
  const read: string[] = [];
  for (const { key } of courseTabs) {
    const page = <CoursePage courseId={course.id} tab={key} today={today} />;
    const { container } = await renderInPage(page, { api: apiWith({ course }), at: '/course' });
    await expect.poll(() => container.textContent, { timeout: 10_000 }).toContain(course.course_name);
    const attributes = [...container.querySelectorAll('[href], [src]')].flatMap((element) =>
      ['href', 'src', 'alt'].map((name) => element.getAttribute(name) ?? ''),
    );
    read.push(container.textContent ?? '', ...attributes);
    cleanup();
  }
  return read.join('\n');
}

it.each(['Pre-Sea Course', 'Post-Sea Course'] as const)(
  'the page of a course with the template “%s” shows every field of the course',
  async (course_template) => {
    const course: Course = { ...wholeCourse, course_template };
    const shown = Object.entries(course).filter(([field]) => !inHead.includes(field as keyof Course));
    const texts = shown
      .flatMap(([, value]) => textsOf(value))
      .filter((text) => !inOtherWords.has(text) && !isDay(text));
    const read = await readWholePage(course);
    const missing = [...texts, ...wholeCourseWords].filter((text) => !read.includes(text));
    expect(missing).toEqual([]);
    expect(texts.length).toBeGreaterThan(60);
  },
);

it('the HTML head of a course page contains the meta title, the meta description, the path and the picture of the course', async () => {
  const client = createQueryClient(apiWith({ course: wholeCourse }));
  const loaded = await loadCourse(client, 'canary-meta-text-408');
  expect(loaded?.head).toEqual({
    title: 'canary meta_title',
    description: 'canary meta_description',
    path: '/course-booking/canary-meta-text-408',
    isWholeTitle: true,
    image: '/media/canary-banner.webp',
  });
});
