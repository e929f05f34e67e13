import * as z from 'zod';
import { answer, doneSchema, instantSchema } from '../answer.ts';
import { bookingSettingsSchema } from '../booking.ts';
import { defineStaffEndpoint, reasonSchema } from './staff-endpoint.ts';

const text = z.string().trim().min(1, 'Enter a text').max(2000, 'At most 2,000 characters');
const newValuesSchema = z.object({
  enable_booking: z.boolean(),
  require_login: z.boolean(),
  booking_title: text.max(100, 'At most 100 characters'),
  booking_description: text,
  payment_note: text,
});

/**
 * The booking settings that the console shows and changes. The booking terms are not among them: they are edited as a
 * content document.
 */
const consoleSettingsSchema = bookingSettingsSchema
  .pick({ enable_booking: true, require_login: true, booking_title: true, booking_description: true })
  .extend({ payment_note: z.string() });
export type ConsoleSettings = z.infer<typeof consoleSettingsSchema>;
export type ConsoleSettingName = keyof ConsoleSettings;
export const consoleSettingNames = Object.keys(consoleSettingsSchema.shape) as ConsoleSettingName[];

const overviewSchema = z.object({
  settings: consoleSettingsSchema,
  /** How many students have something in the cart, and how many have an order that is not paid yet. */
  carts: z.number().int(),
  paying: z.number().int(),
  /**
   * The latest changes of the settings from the audit log, newest first. `before` and `after` have only the changed
   * settings.
   */
  history: z.array(
    z.object({
      id: z.number().int(),
      at: instantSchema,
      actor: z.string(),
      reason: z.string().nullable(),
      before: consoleSettingsSchema.partial(),
      after: consoleSettingsSchema.partial(),
    }),
  ),
});
export type SettingsOverview = z.infer<typeof overviewSchema>;

const missing = { NOT_FOUND: 404 } as const;

/** GET /staff/settings: the booking settings, how many students a change would affect, and the latest changes. */
export const getStaffSettings = defineStaffEndpoint({
  name: 'getStaffSettings',
  summary: 'The booking settings and their history',
  method: 'GET',
  url: '/api/staff/settings',
  permission: 'settings.read',
  rate: 'read',
  idempotency: 'safe',
  answers: { 200: answer({ data: overviewSchema }) },
  refusals: missing,
});

/**
 * PUT /staff/settings changes the settings named in `settings`. `seen` has the values of these settings that the staff
 * member saw; 409 SETTINGS_CHANGED if one of them is different by now.
 */
export const changeStaffSettings = defineStaffEndpoint({
  name: 'changeStaffSettings',
  summary: 'Changes booking settings',
  method: 'PUT',
  url: '/api/staff/settings',
  permission: 'settings.manage',
  stepUp: true,
  rate: 'write',
  idempotency: 'keyed',
  body: z
    .object({ settings: newValuesSchema.partial(), seen: consoleSettingsSchema.partial(), reason: reasonSchema })
    .refine(({ settings }) => Object.keys(settings).length > 0, {
      message: 'Change at least one setting',
      path: ['settings'],
    }),
  answers: { 200: doneSchema },
  refusals: { ...missing, SETTINGS_CHANGED: 409 },
});
