import * as z from 'zod';
import { type Price, priceSchema } from '../../../contract/batch.ts';
import { categoryById } from '../../../contract/categories.ts';
import { courseCoreSchema, courseDetailSchema } from '../../../contract/course.ts';
import { wholePrice } from '../../../contract/fees-by-year.ts';
import type { LibraryAnswer } from '../../../contract/offline.ts';
import { normalise } from '../../../contract/search-index.ts';
import { formatDuration } from '../../lib/format/format.ts';

/**
 * A saved course for the search. `words`: the normalised text in which the search looks for words; `fee`: the price of
 * the whole course in rupees; `slug`: the part of its link before the id.
 */
export type CourseRow = {
  id: number;
  name: string;
  code: string;
  slug: string;
  duration: number;
  unit: string;
  days: number;
  fee: number;
  /** The price with its details, such as the price by year; missing in courses that an older release has saved. */
  price?: Price;
  words: string;
};

/** A course that is ready to be searched. `head`: its normalised name and code. */
export type SearchRow = CourseRow & { head: string };

/**
 * A student's search for courses: the text, the longest duration in days and the highest fee in rupees. Null: no limit.
 */
export type SearchQuery = { text: string; maxDays: number | null; maxFee: number | null };

// All comparisons share one collator, because `localeCompare` would create one at every call.
const byName = new Intl.Collator('en').compare;
const daysIn = { day: 1, week: 7, month: 30, year: 365 } as const;

const coursesSchema = z.object({
  data: z.object({
    courses: z.array(
      courseCoreSchema.extend({
        ...courseDetailSchema.pick({ tags: true, short_description: true }).partial().shape,
        price: priceSchema.optional(),
      }),
    ),
  }),
});

/** The courses in a bundle's responses, prepared for the search. Responses without courses are skipped. */
export function rowsOf(answers: readonly LibraryAnswer[]): CourseRow[] {
  return answers.flatMap(({ body }) => {
    const parsed = coursesSchema.safeParse(body);
    const courses = parsed.success ? parsed.data.data.courses : [];
    return courses.map((course) => {
      const { id, course_name: name, course_code: code, duration, duration_unit: unit } = course;
      const price = course.price ?? { main: course.total_fee };
      const fee = wholePrice(price);
      const category = categoryById(course.category_id)?.pageTitle ?? course.category.name;
      const texts = [name, code, category, course.tags, course.short_description, formatDuration(duration, unit), fee];
      const days = duration * daysIn[unit];
      const words = normalise(texts.join(' '));
      return { id, name, code, slug: course.meta_text, duration, unit, days, fee, price, words };
    });
  });
}

/** Prepares saved courses for `findCourses`. Sorts them by name once, instead of at every keystroke. */
export function toSearchRows(rows: readonly CourseRow[]): SearchRow[] {
  const searchRows = rows.map((row) => ({ ...row, head: normalise(`${row.name} ${row.code}`) }));
  return searchRows.sort((a, b) => byName(a.name, b.name));
}

/**
 * The courses that contain every word of `text`, last at most `maxDays` days and cost at most `maxFee`. Courses that
 * have all words in their name or code come first. Apart from that, the order of `rows` stays.
 */
export function findCourses(rows: readonly SearchRow[], { text, maxDays, maxFee }: SearchQuery): SearchRow[] {
  // Compare from the beginning of words only, so that `5` does not match 4500.
  const words = normalise(text).match(/ [^ ]+/g) ?? [];
  const hasAll = (searched: string) => words.every((word) => searched.includes(word));
  const matches = rows.filter(
    (row) => (maxDays === null || row.days <= maxDays) && (maxFee === null || row.fee <= maxFee) && hasAll(row.words),
  );
  const inHead = matches.filter(({ head }) => hasAll(head));
  return [...inHead, ...matches.filter(({ head }) => !hasAll(head))];
}
