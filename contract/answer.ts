import * as z from 'zod';

/** Body of a success: `statusCode` 200 and the call's own fields (docs/product.md#calls). */
export function answer<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object({ statusCode: z.literal(200), message: z.string().optional(), ...shape });
}

/** Body of a success without fields of its own. */
export const doneSchema = answer({});

/** Failure body; `code` equals `errorCode`, `fields` has a message for each refused field. */
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

/** Integer id of course, package, batch, category, department, group and post. */
export const idSchema = z.coerce.number().int().positive().max(2_147_483_647);

/** Rupees with at most two decimals, as requests and responses carry money. */
export const rupeesSchema = z.number().min(0);

/** Academy day in Asia/Kolkata, `YYYY-MM-DD`. */
export const daySchema = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'Use the form YYYY-MM-DD');

/** Instant, ISO 8601 with `Z`. */
export const instantSchema = z.iso.datetime();

/** Query flag: `true`, `1`, `false`, `0` or absent. */
export const flagSchema = z
  .enum(['true', '1', 'false', '0'])
  .transform((text) => text === 'true' || text === '1')
  .optional();

/** Comma list of columns; the server refuses a name that is not on the entity's allow-list. */
export const columnsSchema = z.string().max(2000).optional();
