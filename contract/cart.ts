import * as z from 'zod';
import { answer, idSchema, rupeesSchema } from './answer.ts';
import { batchSchema, discountSchema, priceSchema } from './batch.ts';
import { courseSchema } from './course.ts';
import { defineEndpoint } from './endpoint.ts';

export const cartItemTypes = ['course', 'package'] as const;
export type CartItemType = (typeof cartItemTypes)[number];

/** Why a batch in the cart can't be booked: it is full, closed, or has started (starts today or earlier). */
const batchTroubles = ['full', 'closed', 'started'] as const;
export type BatchTrouble = (typeof batchTroubles)[number];

/** Why a student can't book a batch in their cart. `booked`: the student already has a seat in it. */
export type LineTrouble = BatchTrouble | 'booked';

/**
 * A batch chosen in the cart. `is_booked`: a completed order of the student contains the batch. It is absent in carts
 * that an older version of the app has stored on a device.
 */
const cartBatchSchema = batchSchema.extend({ is_booked: z.boolean().optional() });

/**
 * A course in the cart with its chosen batch; `trouble` is null while the batch can be booked. `prerequisites` is
 * absent in carts that an older version of the app has stored on a device.
 */
const cartCourseSchema = courseSchema
  .pick({
    id: true,
    course_name: true,
    total_fee: true,
    featured_image_url: true,
    duration: true,
    duration_unit: true,
    meta_text: true,
    prerequisites: true,
  })
  .extend({ batch: cartBatchSchema, trouble: z.enum(batchTroubles).nullable() });
export type CartCourse = z.infer<typeof cartCourseSchema>;

/** A package in the cart with one batch for each course. */
const cartPackageSchema = z.object({
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

/** One line of the cart; `id` is the id of the course or package. */
const cartItemSchema = z.object({
  id: idSchema,
  type: z.enum(cartItemTypes),
  quantity: z.literal(1),
  price: priceSchema,
  course: cartCourseSchema.optional(),
  package: cartPackageSchema.optional(),
});
export type CartItem = z.infer<typeof cartItemSchema>;
/** Identifies a line of the cart. */
export type LineId = Pick<CartItem, 'type' | 'id'>;

/**
 * Totals of a cart in rupees. `subtotal` is the sum of the lines' fees before discounts (`total_fee`), `total` is
 * `subtotal` minus `discount`.
 */
const cartTotalsSchema = z.object({ subtotal: rupeesSchema, discount: rupeesSchema, total: rupeesSchema });

/** A student's cart in a response. `user` is the student's id. */
const cartSchema = z.object({
  items: z.array(cartItemSchema),
  totals: cartTotalsSchema,
  user: z.uuid(),
  userImg: z.string().nullable(),
  username: z.string(),
  allowedBooking: z.boolean(),
});
export type Cart = z.infer<typeof cartSchema>;

const chosenBatch = z.object({ course_id: idSchema, batch_id: idSchema });

/** Body of POST /cart/add: a course with its batch, or a package with one batch for each course. */
export const cartAddSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('course'), course_id: idSchema, batch_id: idSchema }),
  z.object({ type: z.literal('package'), package_id: idSchema, batches: z.array(chosenBatch).max(50) }),
]);
export type CartAdd = z.output<typeof cartAddSchema>;

/** Body of DELETE /cart: the type of the line to remove, and the id of its course or package. */
export const cartRemoveSchema = z.discriminatedUnion('item_type', [
  z.object({ item_type: z.literal('course'), course_id: idSchema }),
  z.object({ item_type: z.literal('package'), package_id: idSchema }),
]);
export type CartRemove = z.output<typeof cartRemoveSchema>;

/**
 * Body of PUT /cart/batch. Identifies a line of the cart by type and id as in `cartRemoveSchema`, and names the new
 * batch. For a package, `course_id` is the course of the package that gets the new batch.
 */
const cartSwapSchema = z.discriminatedUnion('item_type', [
  z.object({ item_type: z.literal('course'), course_id: idSchema, batch_id: idSchema }),
  z.object({ item_type: z.literal('package'), package_id: idSchema, course_id: idSchema, batch_id: idSchema }),
]);
export type CartSwap = z.output<typeof cartSwapSchema>;

/**
 * The batches that a course in the cart can be swapped to: open, with free seats, not started, and not booked by the
 * student; earliest first. The batch that is chosen now is listed too if it meets these conditions.
 */
const batchChoicesSchema = z.object({ course_id: idSchema, batches: z.array(batchSchema) });
export type BatchChoices = z.infer<typeof batchChoicesSchema>;

/** `data` of a refusal that names a batch: the first batch that cannot be booked, and its course. */
export const refusedBatchSchema = z.object({ course_id: idSchema, batch_id: idSchema });

/** Why a batch cannot be chosen for a course. `ALREADY_BOOKED`: the student has a seat in it. */
const batchRefusals = {
  NOT_FOUND: 404,
  BATCH_FULL: 409,
  BATCH_CLOSED: 409,
  BATCH_STARTED: 409,
  BATCH_NOT_OF_COURSE: 409,
  ALREADY_BOOKED: { status: 409, data: refusedBatchSchema },
} as const;

const cartAnswer = answer({ data: cartSchema });

/** GET /cart: the signed-in student's cart. */
export const getCart = defineEndpoint({
  name: 'getCart',
  summary: 'The student’s cart',
  method: 'GET',
  url: '/api/cart',
  policy: 'student',
  rate: 'read',
  idempotency: 'safe',
  answers: { 200: cartAnswer },
  refusals: { NOT_FOUND: 404 },
});

/** POST /cart/add adds a course or package. Items in the cart do not hold seats. */
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
  refusals: {
    ...batchRefusals,
    COURSE_ALREADY_IN_CART: 409,
    PACKAGE_ALREADY_IN_CART: 409,
    PACKAGE_INCOMPLETE: 409,
  },
});

/** DELETE /cart with a JSON body removes a line. The call also succeeds if the line is not in the cart. */
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
  refusals: { NOT_FOUND: 404 },
});

/**
 * PUT /cart/batch changes the batch of a cart line. The line keeps its position and price. `NOT_IN_CART`: the line is
 * no longer in the cart, or its package does not contain the course.
 */
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
  refusals: { ...batchRefusals, NOT_IN_CART: 409 },
});

/**
 * GET /cart/batches: the batches that each course in the cart can be swapped to. They are not part of GET /cart,
 * because every page reads the cart, and only the cart page needs the batches. A course or package that is no longer
 * sold has no batches.
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
