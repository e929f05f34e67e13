import * as z from 'zod';
import { answer, doneSchema, instantSchema, notOneLine, oneLine } from '../answer.ts';
import { defineStaffEndpoint } from './staff-endpoint.ts';
import { noteTextSchema } from './students.ts';

/** Number of enquiries on one page of the inbox. */
export const enquiryPageSize = 50;

export const enquiryKinds = ['contact', 'grievance'] as const;
/** The states of an enquiry or grievance. `received`: nobody has worked on it yet. */
export const enquiryStates = ['received', 'in_work', 'answered', 'closed'] as const;
export type EnquiryState = (typeof enquiryStates)[number];
/** The states as the console shows them. */
export const enquiryStateNames: Record<EnquiryState, string> = {
  received: 'New',
  in_work: 'In progress',
  answered: 'Answered',
  closed: 'Closed',
};
/** The states by which the inbox can be filtered. `open`: all that are not answered, that is, new or in progress. */
export const enquiryStateFilters = ['open', ...enquiryStates] as const;
export type EnquiryStateFilter = (typeof enquiryStateFilters)[number];

const staffNameSchema = z.object({ id: z.uuid(), name: z.string() });

const listedEnquirySchema = z.object({
  id: z.number().int(),
  reference: z.string(),
  kind: z.enum(enquiryKinds),
  state: z.enum(enquiryStates),
  at: instantSchema,
  is_anonymous: z.boolean(),
  /** The sender's name; null for an anonymous grievance. */
  name: z.string().nullable(),
  /** The subject of an enquiry; null for a grievance. */
  subject: z.string().nullable(),
  /** The beginning of the enquiry's or grievance's text. */
  excerpt: z.string(),
  assigned_to: staffNameSchema.nullable(),
});
export type ListedEnquiry = z.infer<typeof listedEnquirySchema>;

const enquiryEntrySchema = z.object({
  id: z.number().int(),
  kind: z.enum(['reply', 'note']),
  at: instantSchema,
  author: z.string(),
  text: z.string(),
  /** Whether the email with the reply was delivered; null for a note. `failed`: delivery will not be retried. */
  delivery: z.enum(['waiting', 'sent', 'failed']).nullable(),
});
export type EnquiryEntry = z.infer<typeof enquiryEntrySchema>;

const enquirySchema = listedEnquirySchema.omit({ excerpt: true }).extend({
  text: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** The student who was signed in when sending the enquiry; null for a visitor or an anonymous grievance. */
  student: staffNameSchema.nullable(),
  /** Replies and internal notes, oldest first. */
  entries: z.array(enquiryEntrySchema),
});
export type Enquiry = z.infer<typeof enquirySchema>;
const enquiryAnswer = answer({ data: enquirySchema });

/**
 * GET /staff/enquiries: enquiries and grievances, newest first, by page. Each call is recorded in the audit log.
 * - `state`: only those in this state, or all that are not answered (`open`)
 * - `assigned`: only those assigned to the caller (`me`) or to nobody
 * - `q`: words of the text, name, email address or reference
 * - `before`: for the next page, the `next` of the last response
 * - `open` in the response: how many of all are new (`received`), and how many are in progress (`in_work`)
 */
export const listEnquiries = defineStaffEndpoint({
  name: 'listEnquiries',
  summary: 'Enquiries and grievances',
  method: 'GET',
  url: '/api/staff/enquiries',
  permission: 'enquiries.read',
  rate: 'read',
  idempotency: 'safe',
  query: z.object({
    state: z.enum(enquiryStateFilters).optional(),
    kind: z.enum(enquiryKinds).optional(),
    assigned: z.enum(['me', 'nobody']).optional(),
    q: z.string().trim().max(200, 'At most 200 characters').optional(),
    before: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
  }),
  answers: {
    200: answer({
      data: z.array(listedEnquirySchema),
      next: z.number().int().nullable(),
      open: z.object({ received: z.number().int(), in_work: z.number().int() }),
    }),
  },
});

const idParams = z.object({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) });
const unknownEnquiry = { NOT_FOUND: 404 } as const;

/** GET /staff/enquiries/{id}: one enquiry or grievance with its replies and notes. */
export const getEnquiry = defineStaffEndpoint({
  name: 'getEnquiry',
  summary: 'An enquiry or grievance with its replies and notes',
  method: 'GET',
  url: '/api/staff/enquiries/:id',
  permission: 'enquiries.read',
  rate: 'read',
  idempotency: 'safe',
  params: idParams,
  answers: { 200: enquiryAnswer },
  refusals: unknownEnquiry,
});

/** GET /staff/enquiry-assignees: the active staff members to whom an enquiry can be assigned, sorted by name. */
export const listAssignees = defineStaffEndpoint({
  name: 'listAssignees',
  summary: 'The staff members who answer enquiries',
  method: 'GET',
  url: '/api/staff/enquiry-assignees',
  permission: 'enquiries.read',
  rate: 'read',
  idempotency: 'safe',
  answers: { 200: answer({ data: z.array(staffNameSchema) }) },
});

/**
 * The id of the enquiry's assignee as the staff member saw it; null for nobody. Pages of an earlier release do not send
 * it. 409 ASSIGNED_MEANWHILE if the enquiry is assigned to somebody else, or to nobody, by now.
 */
const seenEnquirySchema = z.object({ assigned_to: z.uuid().nullable() });

/**
 * PUT /staff/enquiries/{id} changes the state or the assignee of an enquiry; null removes the assignee.
 * - 409 NOT_ASSIGNABLE: the assignee is not allowed to answer enquiries.
 * - 409 ASSIGNED_MEANWHILE: a colleague has changed the assignee that the staff member saw (`seen.assigned_to`).
 * - 409 STATE_CHANGED_MEANWHILE: a new state is refused because the enquiry is by now in another state than the staff
 *   member saw (`seen.state`).
 */
export const changeEnquiry = defineStaffEndpoint({
  name: 'changeEnquiry',
  summary: 'Changes the state of an enquiry or assigns it',
  method: 'PUT',
  url: '/api/staff/enquiries/:id',
  permission: 'enquiries.manage',
  rate: 'write',
  idempotency: 'keyed',
  params: idParams,
  body: z.object({
    state: z.enum(enquiryStates).optional(),
    assigned_to: z.uuid().nullish(),
    seen: seenEnquirySchema.extend({ state: z.enum(enquiryStates).optional() }).optional(),
  }),
  answers: { 200: enquiryAnswer },
  refusals: { ...unknownEnquiry, NOT_ASSIGNABLE: 409, ASSIGNED_MEANWHILE: 409, STATE_CHANGED_MEANWHILE: 409 },
});

/** POST /staff/enquiries/{id}/notes adds an internal note, which the sender of the enquiry never sees. */
export const addEnquiryNote = defineStaffEndpoint({
  name: 'addEnquiryNote',
  summary: 'Adds an internal note to an enquiry',
  method: 'POST',
  url: '/api/staff/enquiries/:id/notes',
  permission: 'enquiries.manage',
  rate: 'write',
  idempotency: 'keyed',
  params: idParams,
  body: z.object({ text: noteTextSchema }),
  answers: { 200: enquiryAnswer },
  refusals: unknownEnquiry,
});

const replyTextSchema = z.string().trim().min(1, 'Write a reply').max(10_000, 'At most 10,000 characters');

/**
 * POST /staff/enquiries/{id}/replies sends a reply by email and marks the enquiry as answered. The reply is in the same
 * email conversation as earlier replies.
 * - 409 ANONYMOUS: an anonymous grievance has no email address.
 * - 409 REPLIED_MEANWHILE: there is a newer reply or note than the last one that the staff member saw
 *   (`seen.last_entry`).
 */
export const replyToEnquiry = defineStaffEndpoint({
  name: 'replyToEnquiry',
  summary: 'Replies to an enquiry by email',
  method: 'POST',
  url: '/api/staff/enquiries/:id/replies',
  permission: 'enquiries.manage',
  rate: 'write',
  idempotency: 'keyed',
  params: idParams,
  body: z.object({
    text: replyTextSchema,
    seen: seenEnquirySchema.extend({ last_entry: z.number().int().nullable() }).optional(),
  }),
  answers: { 200: enquiryAnswer },
  refusals: { ...unknownEnquiry, ANONYMOUS: 409, ASSIGNED_MEANWHILE: 409, REPLIED_MEANWHILE: 409 },
});

const templateFields = {
  name: z.string().trim().min(1, 'Enter a name').max(100, 'At most 100 characters').regex(oneLine, notOneLine),
  /**
   * The text of the template. When it is used in a reply, `{name}` and `{reference}` are replaced by the sender's name
   * and the enquiry's reference.
   */
  text: replyTextSchema,
};
const templateSchema = z.object({ id: z.number().int(), ...templateFields });
export type ReplyTemplate = z.infer<typeof templateSchema>;
export type ReplyTemplateFields = Omit<ReplyTemplate, 'id'>;
const templateParams = z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) });

/** GET /staff/reply-templates: all reply templates, sorted by name. */
export const listReplyTemplates = defineStaffEndpoint({
  name: 'listReplyTemplates',
  summary: 'Reply templates',
  method: 'GET',
  url: '/api/staff/reply-templates',
  permission: 'enquiries.read',
  rate: 'read',
  idempotency: 'safe',
  answers: { 200: answer({ data: z.array(templateSchema) }) },
});

/** POST /staff/reply-templates adds a reply template. 409 TEMPLATE_EXISTS if another template has the same name. */
export const addReplyTemplate = defineStaffEndpoint({
  name: 'addReplyTemplate',
  summary: 'Adds a template of replies',
  method: 'POST',
  url: '/api/staff/reply-templates',
  permission: 'enquiries.manage',
  rate: 'write',
  idempotency: 'keyed',
  body: z.object(templateFields),
  answers: { 200: answer({ data: templateSchema }) },
  refusals: { TEMPLATE_EXISTS: 409 },
});

/**
 * PUT /staff/reply-templates/{id} changes a reply template. `seen` is the template as the staff member saw it; pages of
 * an earlier release do not send it.
 * - 409 TEMPLATE_CHANGED with the present template: a colleague has changed it meanwhile.
 * - 409 TEMPLATE_EXISTS: another template has the same name.
 */
export const changeReplyTemplate = defineStaffEndpoint({
  name: 'changeReplyTemplate',
  summary: 'Changes a template of replies',
  method: 'PUT',
  url: '/api/staff/reply-templates/:id',
  permission: 'enquiries.manage',
  rate: 'write',
  idempotency: 'keyed',
  params: templateParams,
  body: z.object({ ...templateFields, seen: z.object(templateFields).optional() }),
  answers: { 200: answer({ data: templateSchema }) },
  refusals: { NOT_FOUND: 404, TEMPLATE_CHANGED: { status: 409, data: templateSchema }, TEMPLATE_EXISTS: 409 },
});

/** DELETE /staff/reply-templates/{id} deletes a reply template. */
export const deleteReplyTemplate = defineStaffEndpoint({
  name: 'deleteReplyTemplate',
  summary: 'Deletes a template of replies',
  method: 'DELETE',
  url: '/api/staff/reply-templates/:id',
  permission: 'enquiries.manage',
  rate: 'write',
  idempotency: 'keyed',
  params: templateParams,
  answers: { 200: doneSchema },
  refusals: { NOT_FOUND: 404 },
});
