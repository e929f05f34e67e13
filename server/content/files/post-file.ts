import * as z from 'zod';
import { idSchema } from '../../../contract/answer.ts';
import { newsCategoryById } from '../../../contract/news-categories.ts';
import { strictly } from './strict-schema.ts';

const text = z.string();
const clockTime = text.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 09:30');
const slug = text.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case words joined by dashes');

export const authorFileSchema = z.object({ id: idSchema, slug, name: text, profile_url: text });

/**
 * A file `posts/*.json`: a post of the academy. Days count from the first load of content; `time` is in the academy's
 * time zone. `author` is null if the author has left the academy. `is_picture_lost`: the post names a picture that the
 * news site no longer has.
 */
export const postFileSchema = strictly(
  z.object({
    id: idSchema,
    category_id: idSchema.refine((id) => newsCategoryById(id) !== undefined, 'no such category'),
    slug,
    title: text,
    excerpt: text,
    content: text,
    date_in_days: z.number().int(),
    time: clockTime,
    author: slug.nullable(),
    image_url: text.nullable(),
    image_alt: text.optional(),
    is_picture_lost: z.boolean().optional(),
    tags: z.array(text),
    event: z
      .object({
        start_in_days: z.number().int(),
        end_in_days: z.number().int(),
        start_time: clockTime.optional(),
        end_time: clockTime.optional(),
        place: text,
        map_link: text.optional(),
      })
      .refine(({ start_in_days, end_in_days }) => end_in_days >= start_in_days, 'ends before it starts')
      .refine(({ start_time, end_time }) => start_time !== undefined || end_time === undefined, 'has no start_time')
      .refine(
        ({ start_in_days, end_in_days, start_time = '', end_time = '24' }) =>
          end_in_days > start_in_days || end_time > start_time,
        'ends before it starts',
      )
      .optional(),
  }),
);
export type PostFile = z.infer<typeof postFileSchema>;
