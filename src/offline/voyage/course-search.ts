import * as z from 'zod';
import { categoryById } from '../../../contract/categories.ts';
import { courseCoreSchema, courseDetailSchema } from '../../../contract/course.ts';
import type { VoyageAnswer } from '../../../contract/offline.ts';
import { formatDuration } from '../../lib/format.ts';

/** A saved course as the search knows it; `words` is what is looked through, made simple. `fee` in rupees. */
export type CourseRow = {
  id: number;
  name: string;
  code: string;
  slug: string;
  duration: number;
  unit: string;
  days: number;
  fee: number;
  words: string;
};

/** A row in the search; `head`: its name and code, made simple. */
export type SearchRow = CourseRow & { head: string };

/** What is looked for; null: no limit. */
export type CourseWish = { text: string; mostDays: number | null; mostFee: number | null };

// `localeCompare` makes one of these at every call.
const byName = new Intl.Collator('en').compare;
const daysIn = { day: 1, week: 7, month: 30, year: 365 } as const;

const answerSchema = z.object({
  data: z.object({
    courses: z.array(
      courseCoreSchema.extend(courseDetailSchema.pick({ tags: true, short_description: true }).partial().shape),
    ),
  }),
});

/** Small letters without accents, each word after one space; a number has no commas in it. */
function simple(text: string): string {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return ` ${plain
    .replace(/(?<=\d),(?=\d)/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()}`;
}

/** The courses of a bundle, made ready for the search; answers of other calls have none. */
export function rowsOf(answers: readonly VoyageAnswer[]): CourseRow[] {
  return answers.flatMap(({ body }) => {
    const read = answerSchema.safeParse(body);
    const courses = read.success ? read.data.data.courses : [];
    return courses.map((course) => {
      const { id, course_name: name, course_code: code, duration, duration_unit: unit, total_fee: fee } = course;
      const category = categoryById(course.category_id)?.pageTitle ?? course.category.name;
      const said = [name, code, category, course.tags, course.short_description, formatDuration(duration, unit), fee];
      const days = duration * daysIn[unit];
      return { id, name, code, slug: course.meta_text, duration, unit, days, fee, words: simple(said.join(' ')) };
    });
  });
}

/** Saved rows as `findCourses` takes them: by name, so that no keystroke has to sort them. */
export function toSearch(rows: readonly CourseRow[]): SearchRow[] {
  const ready = rows.map((row) => ({ ...row, head: simple(`${row.name} ${row.code}`) }));
  return ready.sort((a, b) => byName(a.name, b.name));
}

/** Of rows by name: those within the limits that have every word, first those that have them in their name or code. */
export function findCourses(rows: readonly SearchRow[], { text, mostDays, mostFee }: CourseWish): SearchRow[] {
  // A word counts from its beginning: `5` is not in 4500.
  const words = simple(text).match(/ [^ ]+/g) ?? [];
  const hasAll = (said: string) => words.every((word) => said.includes(word));
  const fitting = rows.filter(
    (row) =>
      (mostDays === null || row.days <= mostDays) && (mostFee === null || row.fee <= mostFee) && hasAll(row.words),
  );
  const named = fitting.filter(({ head }) => hasAll(head));
  return [...named, ...fitting.filter(({ head }) => !hasAll(head))];
}
