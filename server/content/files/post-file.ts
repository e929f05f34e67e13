import * as z from 'zod';
import { idSchema } from '../../../contract/answer.ts';
import { clockTimeSchema as clockTime, realDaySchema } from '../../../contract/days.ts';
import { newsCategoryById } from '../../../contract/news-categories.ts';
import { needOneOf, refuseWith } from './dated-fields.ts';
import { strictly } from './strict-schema.ts';

const text = z.string();
const slug = text.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case words joined by dashes');

export const authorFileSchema = z.object({ id: idSchema, name: text, slug, profile_url: text });

/**
 * The days, times and place of an event. Its first and last day are both given as dates, or both as numbers of days
 * after the first content load.
 */
const eventSchema = z
  .object({
    start_date: realDaySchema.optional(),
    end_date: realDaySchema.optional(),
    start_in_days: z.number().int().optional(),
    end_in_days: z.number().int().optional(),
    start_time: clockTime.optional(),
    end_time: clockTime.optional(),
    place: text,
    map_link: text.optional(),
  })
  .superRefine((event, check) => {
    const { start_date, end_date, start_in_days, end_in_days, start_time = '', end_time = '24' } = event;
    needOneOf(event, ['start_date', 'start_in_days'], check);
    needOneOf(event, ['end_date', 'end_in_days'], check);
    if ((start_date === undefined) !== (end_date === undefined))
      refuseWith(check, ['end_date'], 'must be a date if start_date is one, and days if it is days');
    const [start, end] = start_date && end_date ? [start_date, end_date] : [start_in_days ?? 0, end_in_days ?? 0];
    if (end < start || (end === start && end_time <= start_time)) refuseWith(check, [], 'ends before it starts');
    if (event.end_time && !event.start_time) refuseWith(check, [], 'has no start_time');
  });

/**
 * A file `posts/*.json`: a post of the academy. Each day is a date, or a number of days after the first content load;
 * `time` is in the academy's time zone. `author` is null if the author has left the academy. `is_picture_lost`: the
 * post names a picture that the news site no longer has.
 */
export const postFileSchema = strictly(
  z.object({
    id: idSchema,
    category_id: idSchema.refine((id) => newsCategoryById(id) !== undefined, 'no such category'),
    slug,
    title: text,
    excerpt: text,
    content: text,
    date: realDaySchema.optional(),
    date_in_days: z.number().int().optional(),
    time: clockTime,
    author: slug.nullable(),
    image_url: text.nullable(),
    image_alt: text.optional(),
    is_picture_lost: z.boolean().optional(),
    tags: z.array(text),
    event: eventSchema.optional(),
  }),
).superRefine((post, check) => needOneOf(post, ['date', 'date_in_days'], check));
export type PostFile = z.infer<typeof postFileSchema>;
