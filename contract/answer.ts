import * as z from 'zod';

/** Schema of a successful response's body: `statusCode` 200 and the endpoint's own fields (docs/product.md#calls). */
export function answer<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object({ statusCode: z.literal(200), message: z.string().optional(), ...shape });
}

/** Body of a successful response that has no fields of its own. */
export const doneSchema = answer({});

/** Body of every failure response. `code` and `errorCode` are equal; `fields` has a message for each invalid field. */
export const failureSchema = z.object({
  statusCode: z.number().int(),
  code: z.string(),
  errorCode: z.string(),
  message: z.string(),
  requestId: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  data: z.unknown().optional(),
});
export type Failure = z.infer<typeof failureSchema>;

/** Matches text without line breaks and other control characters, which could add forged lines to emails and lists. */
export const oneLine = /^[^\p{Cc}\u2028\u2029]*$/u;
export const notOneLine = 'Use one line, without control characters';

/** The integer id of a course, package, batch, category, department, group or post. */
export const idSchema = z.coerce.number().int().positive().max(2_147_483_647);

/** An amount in rupees with at most two decimals, as in all requests and responses. */
export const rupeesSchema = z.number().min(0);

/** A date in the academy's time zone, Asia/Kolkata, as `YYYY-MM-DD`. */
export const daySchema = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'Use the form YYYY-MM-DD');

/** A point in time: ISO 8601 in UTC, ending with `Z`. */
export const instantSchema = z.iso.datetime();

/** A flag in a query string: `true` or `1`, `false` or `0`. It may be absent. */
export const flagSchema = z
  .enum(['true', '1', 'false', '0'])
  .transform((text) => text === 'true' || text === '1')
  .optional();

/** Comma-separated column names. The server rejects names that are not on the allow-list of the requested entity. */
export const columnsSchema = z.string().max(2000).optional();
