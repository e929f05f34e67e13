import * as z from 'zod';
import { answer, daySchema, instantSchema } from '../answer.ts';
import { orderStates } from '../orders.ts';
import { defineStaffEndpoint } from './staff-endpoint.ts';

/** Maximum number of results of each kind. */
export const searchResultLimit = 6;

const foundSchema = z.object({
  students: z.array(
    z.object({ id: z.uuid(), name: z.string(), contact: z.string().nullable(), indos_number: z.string().nullable() }),
  ),
  orders: z.array(
    z.object({
      id: z.string(),
      receipt_number: z.string().nullable(),
      state: z.enum(orderStates),
      /** Whether all items of the order are cancelled. */
      is_cancelled: z.boolean(),
      /** Whether the student still has to pay something at the office after a transfer. */
      is_due: z.boolean(),
      student: z.string(),
      created_at: instantSchema,
    }),
  ),
  batches: z.array(
    z.object({ id: z.number().int(), course_name: z.string(), start_date: daySchema, end_date: daySchema }),
  ),
  courses: z.array(z.object({ id: z.number().int(), course_code: z.string(), course_name: z.string() })),
});
export type StaffSearchResults = z.infer<typeof foundSchema>;

/**
 * GET /staff/search finds at most 6 results of each kind:
 * - students by the beginnings of names, email addresses, phone, INDOS and passport numbers
 * - orders by the beginning of an order number, receipt number or reference of a payment or refund
 * - a batch by its number, and upcoming and running batches by course
 * - courses by words
 */
export const searchStaffConsole = defineStaffEndpoint({
  name: 'searchStaffConsole',
  summary: 'Searches students, orders, batches and courses',
  method: 'GET',
  url: '/api/staff/search',
  permission: 'search.read',
  rate: 'read',
  idempotency: 'safe',
  query: z.object({ q: z.string().trim().min(2, 'Type at least 2 characters').max(100, 'At most 100 characters') }),
  answers: { 200: answer({ data: foundSchema }) },
});
