import * as z from 'zod';
import { answer } from '../answer.ts';
import { longestFile, uploadSchema } from '../files.ts';
import { defineStaffEndpoint } from './staff-endpoint.ts';

/**
 * The folders of the academy's pictures with their shapes: `ratio` is width divided by height, `widths` are the widths
 * in pixels in which an uploaded photograph is stored. Pictures of places have several widths, pictures of faces only
 * one.
 */
export const pictureShapes = {
  campus: { ratio: 8 / 5, widths: [320, 640, 960] },
  courses: { ratio: 8 / 5, widths: [320, 640, 960] },
  packages: { ratio: 8 / 5, widths: [320, 640, 960] },
  people: { ratio: 1, widths: [400] },
} as const;
export type PictureFolder = keyof typeof pictureShapes;
export const pictureFolders = Object.keys(pictureShapes) as PictureFolder[];

/** The minimum size of an uploaded photograph, in pixels. A larger photograph is cropped and made smaller. */
export function leastPictureSize(folder: PictureFolder): { width: number; height: number } {
  const { ratio, widths } = pictureShapes[folder];
  const width = Math.max(...widths);
  return { width, height: Math.round(width / ratio) };
}

/** The maximum size of an uploaded picture, in bytes. */
export const longestPicture = longestFile;
/** Accepted media types of an uploaded picture. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;

const percent = z.coerce.number().int().min(0).max(100).default(50);

/** GET /staff/content-pictures: the paths of the pictures that content documents can show. */
export const listContentPictures = defineStaffEndpoint({
  name: 'listContentPictures',
  summary: 'Pictures that documents can show',
  method: 'GET',
  url: '/api/staff/content-pictures',
  permission: 'content.read',
  rate: 'read',
  idempotency: 'safe',
  answers: { 200: answer({ data: z.array(z.string()) }) },
});

/**
 * POST /staff/content-pictures uploads a picture, stores it in the sizes that pages show, and returns the path by which
 * content documents refer to it. `name` becomes part of the path. 422 TOO_SMALL below `leastPictureSize`.
 */
export const uploadContentPicture = defineStaffEndpoint({
  name: 'uploadContentPicture',
  summary: 'Uploads a picture for documents',
  method: 'POST',
  url: '/api/staff/content-pictures',
  permission: 'content.manage',
  rate: 'write',
  idempotency: 'keyed',
  query: z.object({
    name: z.string().trim().max(200).default(''),
    folder: z.enum(pictureFolders),
    /** The point that must stay in view when the picture is cropped, in percent from left and top. */
    focus_x: percent,
    focus_y: percent,
  }),
  body: uploadSchema,
  answers: { 200: answer({ data: z.object({ path: z.string() }) }) },
  refusals: {
    FILE_MISSING: 400,
    TOO_LARGE: 413,
    WRONG_TYPE: 415,
    UNREADABLE: 422,
    TOO_SMALL: 422,
    INVALID_REQUEST: [400, 408, 413, 415],
  },
});
