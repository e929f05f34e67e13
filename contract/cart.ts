import * as z from 'zod';
import { answer, idSchema, rupeesSchema } from './answer.ts';
import { batchSchema, discountSchema, priceSchema } from './batch.ts';
import { courseSchema } from './course.ts';
import { defineEndpoint } from './endpoint.ts';

export const cartItemTypes = ['course', 'package'] as const;
export type CartItemType = (typeof cartItemTypes)[number];

/** Why a batch in the cart can't be booked: no seats, status closed, or started (starts today or earlier). */
export const batchTroubles = ['full', 'closed', 'started'] as const;
export type BatchTrouble = (typeof batchTroubles)[number];

/** Why a student can't book a batch of their cart: `booked`, they have a seat in it already. */
export type LineTrouble = BatchTrouble | 'booked';

/** A chosen batch; `is_booked` where a completed order of the student has it (absent in carts that were stored before). */
export const cartBatchSchema = batchSchema.extend({ is_booked: z.boolean().optional() });

/** A course in the cart with its chosen batch; `trouble` is null while anybody can book it. */
export const cartCourseSchema = courseSchema
  .pick({
    id: true,
    course_name: true,
    total_fee: true,
    featured_image_url: true,
    duration: true,
    duration_unit: true,
    meta_text: true,
  })
  .extend({ batch: cartBatchSchema, trouble: z.enum(batchTroubles).nullable() });
export type CartCourse = z.infer<typeof cartCourseSchema>;

/** A package in the cart with one batch a course. */
export const cartPackageSchema = z.object({
  id: idSchema,
  package_name: z.string(),
  featured_image_url: z.string(),
  total_fee: rupeesSchema,
  batches: z.array(
    z.object({
      course: cartCourseSchema.omit({ batch: true, trouble: true }),
      batch: cartBatchSchema,
      trouble: z.enum(batchTroubles).nullable(),
    }),
  ),
  packageDiscounts: z.array(discountSchema),
});

/** One line of the cart; `id` is the course's or package's (decisions, "Answers"). */
export const cartItemSchema = z.object({
  id: idSchema,
  type: z.enum(cartItemTypes),
  quantity: z.literal(1),
  price: priceSchema,
  course: cartCourseSchema.optional(),
  package: cartPackageSchema.optional(),
});
export type CartItem = z.infer<typeof cartItemSchema>;

/** Rupees: subtotal is the sum of `total_fee`s, total is subtotal less discount. */
export const cartTotalsSchema = z.object({ subtotal: rupeesSchema, discount: rupeesSchema, total: rupeesSchema });

/** Cart response (document 1, section 3). `user` is the student's id. */
export const cartSchema = z.object({
  items: z.array(cartItemSchema),
  totals: cartTotalsSchema,
  user: z.uuid(),
  userImg: z.string().nullable(),
  username: z.string(),
  allowedBooking: z.boolean(),
});
export type Cart = z.infer<typeof cartSchema>;

const chosenBatch = z.object({ course_id: idSchema, batch_id: idSchema });

/** Cart add payload: a course with its batch, or a package with one batch a course. */
export const cartAddSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('course'), course_id: idSchema, batch_id: idSchema }),
  z.object({ type: z.literal('package'), package_id: idSchema, batches: z.array(chosenBatch).max(50) }),
]);
export type CartAdd = z.output<typeof cartAddSchema>;

/** Cart remove payload: the kind and the matching id. */
export const cartRemoveSchema = z.discriminatedUnion('item_type', [
  z.object({ item_type: z.literal('course'), course_id: idSchema }),
  z.object({ item_type: z.literal('package'), package_id: idSchema }),
]);
export type CartRemove = z.output<typeof cartRemoveSchema>;

/**
 * Cart swap payload (decisions, "Calls that the letter lacks"): the line as removing names it, and the batch that the
 * course of that line, or one course of that package, is to have instead.
 */
export const cartSwapSchema = z.discriminatedUnion('item_type', [
  z.object({ item_type: z.literal('course'), course_id: idSchema, batch_id: idSchema }),
  z.object({ item_type: z.literal('package'), package_id: idSchema, course_id: idSchema, batch_id: idSchema }),
]);
export type CartSwap = z.output<typeof cartSwapSchema>;

/**
 * The batches that a course of the cart can have: open, with seats, not begun, not booked by the student; earliest first,
 * the chosen one among them.
 */
export const batchChoicesSchema = z.object({ course_id: idSchema, batches: z.array(batchSchema) });
export type BatchChoices = z.infer<typeof batchChoicesSchema>;

/** Codes of a refused add (decisions, "Answers"). `ALREADY_BOOKED` has `data { course_id, batch_id }`, the first such batch. */
export const cartAddCodes = [
  'COURSE_ALREADY_IN_CART',
  'PACKAGE_ALREADY_IN_CART',
  'BATCH_FULL',
  'BATCH_CLOSED',
  'BATCH_STARTED',
  'BATCH_NOT_OF_COURSE',
  'ALREADY_BOOKED',
  'PACKAGE_INCOMPLETE',
] as const;
export type CartAddCode = (typeof cartAddCodes)[number];

/** Codes of a refused swap. `NOT_IN_CART`: the line has gone, or the package has no such course. */
export const cartSwapCodes = [
  'NOT_IN_CART',
  'BATCH_FULL',
  'BATCH_CLOSED',
  'BATCH_STARTED',
  'BATCH_NOT_OF_COURSE',
  'ALREADY_BOOKED',
] as const;
export type CartSwapCode = (typeof cartSwapCodes)[number];

const cartAnswer = answer({ data: cartSchema });

/** GET /cart (document 1, section 7). */
export const getCart = defineEndpoint({
  name: 'getCart',
  summary: 'The student’s cart',
  method: 'GET',
  url: '/api/cart',
  policy: 'student',
  rate: 'read',
  idempotency: 'safe',
  answers: { 200: cartAnswer },
});

/** POST /cart/add. The cart holds no seats; refusals carry one of `cartAddCodes`. */
export const addToCart = defineEndpoint({
  name: 'addToCart',
  summary: 'Adds a course or a package',
  method: 'POST',
  url: '/api/cart/add',
  policy: 'student',
  rate: 'write',
  idempotency: 'keyed',
  body: cartAddSchema,
  answers: { 200: cartAnswer },
});

/** DELETE /cart with a JSON body. Removing what is not there is done already. */
export const removeFromCart = defineEndpoint({
  name: 'removeFromCart',
  summary: 'Removes a course or a package',
  method: 'DELETE',
  url: '/api/cart',
  policy: 'student',
  rate: 'write',
  idempotency: 'keyed',
  body: cartRemoveSchema,
  answers: { 200: cartAnswer },
});

/** PUT /cart/batch. Changes a batch in place: the line keeps its place and price. Refusals carry one of `cartSwapCodes`. */
export const swapBatch = defineEndpoint({
  name: 'swapBatch',
  summary: 'Changes the batch of a course in the cart',
  method: 'PUT',
  url: '/api/cart/batch',
  policy: 'student',
  rate: 'write',
  idempotency: 'keyed',
  body: cartSwapSchema,
  answers: { 200: cartAnswer },
});

/**
 * GET /cart/batches: what each course of the cart can be swapped to. Apart from the cart, which every page reads. A course
 * or package that is not sold any more has no batches.
 */
export const listCartBatches = defineEndpoint({
  name: 'listCartBatches',
  summary: 'Batches that the courses of the cart can have',
  method: 'GET',
  url: '/api/cart/batches',
  policy: 'student',
  rate: 'read',
  idempotency: 'safe',
  answers: { 200: answer({ data: z.array(batchChoicesSchema) }) },
});
