import * as z from 'zod';
import { answer, daySchema, instantSchema } from '../answer.ts';
import { defineStaffEndpoint } from './staff-endpoint.ts';

/** What an entry of the audit log records: a change, or that personal data was read. */
const auditKinds = ['change', 'reading'] as const;

const auditEntrySchema = z.object({
  id: z.number().int(),
  at: instantSchema,
  /** Who acted: the staff member's name, or the operating-system user who ran a command. */
  actor: z.string(),
  is_command: z.boolean(),
  /** The action, such as `staff role`. */
  action: z.string(),
  /** The object of the action, such as `staff:anna@example.com`. */
  subject: z.string().nullable(),
  reason: z.string().nullable(),
  kind: z.enum(auditKinds),
  arguments: z.record(z.string(), z.unknown()),
  before: z.unknown(),
  after: z.unknown(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

const wordSchema = z.string().trim().max(100, 'At most 100 characters').optional();

/**
 * GET /staff/audit: the audit log, newest first, by page. `q` matches text anywhere in an entry; `actor` and `action`
 * match the beginning of these fields. For the next page, send the response's `next` as `before`.
 */
export const listAuditEntries = defineStaffEndpoint({
  name: 'listAuditEntries',
  summary: 'The audit log',
  method: 'GET',
  url: '/api/staff/audit',
  permission: 'audit.read',
  rate: 'read',
  idempotency: 'safe',
  query: z.object({
    q: wordSchema,
    actor: wordSchema,
    action: wordSchema,
    kind: z.enum(auditKinds).optional(),
    from: daySchema.optional(),
    to: daySchema.optional(),
    before: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
  }),
  answers: { 200: answer({ data: z.array(auditEntrySchema), next: z.number().int().nullable() }) },
});
