import * as z from 'zod';
import { placeIdSchema } from './calendar-file.ts';
import type { CourseFile } from './course-file.ts';
import { strictly } from './strict-schema.ts';

const text = z.string();

/** A place where courses are held. */
export const venueSchema = z.object({
  id: placeIdSchema,
  address: text,
  location_map_link: text.optional(),
  logistics: text.optional(),
  accommodation: text.optional(),
  /**
   * True if the venue, such as a classroom or simulator, can hold only one batch at a time. Two batches there on the
   * same days are then a clash.
   */
  exclusive: z.boolean().optional(),
  /** False if the venue is no longer in use. It stays in the file, because earlier batches refer to it. */
  is_active: z.boolean().optional(),
});

/** A kind of document, such as a passport. A student's document is of this kind if its name contains one of `words`. */
const documentKindSchema = z.object({ id: text, words: z.array(text.min(3)).min(1) });

/**
 * The optional file `joining.json`: the academy's venues, the kinds of documents that courses require, and the
 * information about the first day that a course's own file leaves out. `venue_id` is the venue of all courses that name
 * none.
 */
export const joiningFileSchema = strictly(
  z.object({
    reporting_time: text.optional(),
    dress_code: text.optional(),
    what_to_bring: z.array(text).optional(),
    venue_id: text.optional(),
    venues: z.array(venueSchema).optional(),
    document_kinds: z.array(documentKindSchema).optional(),
  }),
);
export type JoiningFile = z.infer<typeof joiningFileSchema>;

function withVenue(settings: CourseFile['settings'], joining: JoiningFile): CourseFile['settings'] {
  const { venue_id = joining.venue_id, ...own } = settings ?? {};
  // If the course's own file has an address, the venue in `joining.json` is ignored.
  const venue = own.venue ? undefined : joining.venues?.find(({ id }) => id === venue_id);
  if (!venue) return settings && own;
  const { id: _, exclusive: _exclusive, is_active: _isActive, address, ...rest } = venue;
  return { venue: address, ...rest, ...own };
}

/**
 * Fills in missing fields of a course from `joining.json`, and adds to each required document the words by which it is
 * found among a student's documents.
 */
export function withJoining(course: CourseFile, joining: JoiningFile = {}): CourseFile {
  const { reporting_time, dress_code, what_to_bring, document_kinds = [] } = joining;
  const requiredDocuments = course.requiredDocuments?.map(({ kinds = [], ...one }) => {
    const words = document_kinds.filter(({ id }) => kinds.includes(id)).flatMap((kind) => kind.words);
    return words.length > 0 ? { ...one, words } : one;
  });
  const settings = withVenue(course.settings, joining);
  return {
    ...(reporting_time === undefined ? {} : { reporting_time }),
    ...(dress_code === undefined ? {} : { dress_code }),
    ...(what_to_bring === undefined ? {} : { what_to_bring }),
    ...course,
    ...(requiredDocuments ? { requiredDocuments } : {}),
    ...(settings ? { settings } : {}),
  };
}
