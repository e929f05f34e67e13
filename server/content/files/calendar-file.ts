import * as z from 'zod';
import { AcademyCalendar, daysOffSchema } from '../../../contract/academy-calendar.ts';
import { strictly } from './strict-schema.ts';

/** The id of a venue or an instructor, by which batches refer to it. */
export const placeIdSchema = z
  .string()
  .regex(/^(?=.{1,60}$)[a-z0-9]+(-[a-z0-9]+)*$/, 'must have only small letters, digits and single dashes');

/** `is_active`: false for an instructor who has left, but stays in the file because earlier batches refer to them. */
export const instructorSchema = z.object({ id: placeIdSchema, name: z.string(), is_active: z.boolean().optional() });

/** The file `calendar.json`, which is optional: the days on which nobody teaches, and the instructors of batches. */
export const calendarFileSchema = strictly(
  z.object({ ...daysOffSchema.partial().shape, instructors: z.array(instructorSchema).optional() }),
);
export type CalendarFile = z.infer<typeof calendarFileSchema>;

export function academyCalendar({ weekly_off = [], holidays = [], breaks = [] }: CalendarFile = {}): AcademyCalendar {
  return new AcademyCalendar({ weekly_off, holidays, breaks });
}
