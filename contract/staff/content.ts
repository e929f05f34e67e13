import * as z from 'zod';
import { answer, doneSchema, instantSchema } from '../answer.ts';
import { defineStaffEndpoint, olderPage, reasonSchema } from './staff-endpoint.ts';

/** The kinds of content that editors change in the console. Each kind has one or more documents. */
export const contentKinds = [
  'courses',
  'packages',
  'departments',
  'booking-groups',
  'venues',
  'instructors',
  'notices',
  'posts',
  'authors',
  'pages',
  'policies',
  'menus',
  'academy',
] as const;
export type ContentKind = (typeof contentKinds)[number];
/** Identifies a content document, such as `{ kind: 'notices', id: '3' }`. */
export type DocumentName = { kind: ContentKind; id: string };

const fieldTypes = ['text', 'longText', 'html', 'picture', 'link', 'email', 'number', 'rupees'] as const;

/** A field of the form in which a document is edited. */
export type ContentField = {
  name: string;
  label: string;
  type: (typeof fieldTypes)[number] | 'day' | 'time' | 'flag' | 'choice' | 'group' | 'list' | 'variants';
  /** Whether the field may be left out. */
  isOptional: boolean;
  /** Whether the value of the field may be null. */
  isNullable: boolean;
  /** A hint on how to fill in the field, shown with it. */
  help?: string | undefined;
  /** The title of the section of the form that shows the field. */
  section?: string | undefined;
  options?: { value: string | number; label: string }[] | undefined;
  /** The fields of a `group`. */
  fields?: ContentField[] | undefined;
  /** The form field for each item of a `list`. */
  item?: ContentField | undefined;
  /**
   * The groups of fields that a field of type `variants` can have. The value of a group's own field `type` says which
   * one it is.
   */
  variants?: { value: string; label: string; fields: ContentField[] }[] | undefined;
};

const contentFieldSchema: z.ZodType<ContentField> = z.object({
  name: z.string(),
  label: z.string(),
  type: z.enum([...fieldTypes, 'day', 'time', 'flag', 'choice', 'group', 'list', 'variants']),
  isOptional: z.boolean(),
  isNullable: z.boolean(),
  help: z.string().optional(),
  section: z.string().optional(),
  options: z.array(z.object({ value: z.union([z.string(), z.number()]), label: z.string() })).optional(),
  get fields() {
    return z.array(contentFieldSchema).optional();
  },
  get item() {
    return contentFieldSchema.optional();
  },
  get variants() {
    return z.array(z.object({ value: z.string(), label: z.string(), fields: z.array(contentFieldSchema) })).optional();
  },
});

/**
 * The content of a document: the values of its form's fields. The server validates it by the schema of content files.
 */
const contentBodySchema = z.record(z.string(), z.unknown());
export type ContentBody = z.infer<typeof contentBodySchema>;

/** A field that differs between two versions of a document. `label` says where the field is in the form. */
const contentChangeSchema = z.object({
  path: z.string(),
  label: z.string(),
  isRupees: z.boolean().optional(),
  before: z.unknown(),
  after: z.unknown(),
});
export type ContentChange = z.infer<typeof contentChangeSchema>;

/** An error in a field of a document. An empty path means that the error concerns the whole document. */
const contentFaultSchema = z.object({ path: z.string(), label: z.string(), reason: z.string() });
export type ContentFault = z.infer<typeof contentFaultSchema>;

const savedSchema = z.object({ by: z.string(), at: instantSchema });
const draftSchema = savedSchema.extend({
  revision: z.number().int(),
  body: contentBodySchema,
  /** When the draft will be published automatically; null if it is not scheduled. */
  publish_at: instantSchema.nullable(),
  /** Why the scheduled publication failed; null if it did not. */
  publish_error: z.string().nullable(),
});
export type ContentDraft = z.infer<typeof draftSchema>;

const listedContentSchema = z.object({
  id: z.string(),
  title: z.string(),
  is_published: z.boolean(),
  /** Whether a field of the published document, such as `is_active` of a course, hides the document from the site. */
  is_withdrawn: z.boolean(),
  draft: savedSchema.extend({ publish_at: instantSchema.nullable(), publish_error: z.string().nullable() }).nullable(),
});
export type ListedContent = z.infer<typeof listedContentSchema>;

const staffRead = { permission: 'content.read', rate: 'read', idempotency: 'safe', method: 'GET' } as const;
const staffChange = { permission: 'content.manage', rate: 'write', idempotency: 'keyed', method: 'POST' } as const;
const kind = z.enum(contentKinds);
const kindParams = z.object({ kind });
const params = z.object({ kind, id: z.string().regex(/^[a-z0-9-]{1,60}$/, 'No such document') });
const url = '/api/staff/content/:kind/:id';
const notFound = { NOT_FOUND: 404 } as const;
const revision = z.number().int().min(0);
const draftRefusals = {
  ...notFound,
  DRAFT_CHANGED: { status: 409, data: draftSchema.nullable() },
  DRAFT_SCHEDULED: 409,
} as const;
/** Identifies the published version that the editor has seen; null if the document is not published. */
const published = z.string().max(100).nullable();

/**
 * GET /staff/content/{kind}: the documents of a kind, and for each whether it is published and whether it has a draft.
 */
export const listContent = defineStaffEndpoint({
  ...staffRead,
  name: 'listContent',
  summary: 'Documents of a kind and their states',
  url: '/api/staff/content/:kind',
  params: kindParams,
  answers: { 200: answer({ data: z.array(listedContentSchema), may_add: z.boolean() }) },
});

/** GET /staff/content/{kind}/{id}: a document with its draft and the fields of its form. */
export const getContent = defineStaffEndpoint({
  ...staffRead,
  name: 'getContent',
  summary: 'A document with its draft and its form',
  url,
  params,
  answers: {
    200: answer({
      data: z.object({
        title: z.string(),
        /** The path of the page that shows the document; null if there is none. */
        page: z.string().nullable(),
        fields: z.array(contentFieldSchema),
        published: contentBodySchema.nullable(),
        published_hash: published.optional(),
        draft: draftSchema.nullable(),
        may_remove: z.boolean(),
      }),
    }),
  },
  refusals: notFound,
});

/** POST /staff/content/{kind}: begins the draft of a new document. */
export const createContent = defineStaffEndpoint({
  ...staffChange,
  name: 'createContent',
  summary: 'Begins a new document',
  url: '/api/staff/content/:kind',
  params: kindParams,
  answers: { 200: answer({ data: z.object({ id: z.string() }) }) },
  refusals: { KIND_IS_FIXED: 409 },
});

/**
 * PUT /staff/content/{kind}/{id}/draft: saves the draft. 409 DRAFT_CHANGED if another editor has meanwhile saved a
 * draft (the response contains it), or has published or discarded one (the response contains null).
 */
export const saveContentDraft = defineStaffEndpoint({
  permission: 'content.manage',
  rate: 'write',
  idempotency: 'repeatable',
  method: 'PUT',
  name: 'saveContentDraft',
  summary: 'Saves a draft',
  url: `${url}/draft`,
  params,
  body: z.object({
    /** The revision of the draft on which the editor's changes are based; 0 if there was none. */
    revision,
    body: contentBodySchema,
    /** The `published_hash` of the version with which the editor began. Pages of earlier releases do not send it. */
    published: published.optional(),
    /**
     * The published version with which the editor began. Sent if the editor saves in spite of DRAFT_CHANGED, so that
     * the check of the draft can list how the published version has changed since.
     */
    base: contentBodySchema.nullable().optional(),
  }),
  answers: { 200: answer({ data: savedSchema.extend({ revision }) }) },
  refusals: draftRefusals,
});

/**
 * POST /staff/content/{kind}/{id}/discard: deletes the draft. The published version stays. 409 DRAFT_SCHEDULED if the
 * publication of the draft is scheduled; the schedule must be cancelled first (`unscheduleContent`).
 */
export const discardContentDraft = defineStaffEndpoint({
  ...staffChange,
  name: 'discardContentDraft',
  summary: 'Discards a draft',
  url: `${url}/discard`,
  params,
  body: z.object({ revision }),
  answers: { 200: doneSchema },
  refusals: { ...notFound, DRAFT_CHANGED: 409, DRAFT_SCHEDULED: 409 },
});

/** GET /staff/content/{kind}/{id}/check: what publishing the draft would change, and the errors that prevent it. */
export const checkContentDraft = defineStaffEndpoint({
  ...staffRead,
  name: 'checkContentDraft',
  summary: 'What publishing a draft would change',
  url: `${url}/check`,
  params,
  answers: {
    200: answer({
      data: z.object({
        revision,
        published,
        faults: z.array(contentFaultSchema),
        changes: z.array(contentChangeSchema),
        /**
         * How the published document has changed since this draft was begun. Publishing the draft may undo these
         * changes.
         */
        changed_meanwhile: z.array(contentChangeSchema),
        consequences: z.array(z.string()),
        needs_reason: z.boolean(),
        /**
         * The beginning of the future day on which, as the document itself says, it takes effect. `publishContent`
         * publishes the draft at that time, not at once. Null if the document names no future day.
         */
        takes_effect_at: instantSchema.nullable(),
        /**
         * Whether editors can choose when the draft is published. They cannot if the document names the day on which it
         * takes effect.
         */
        may_choose_time: z.boolean(),
        /**
         * Whether students accept this document when they register. If so, they can be required to accept the new
         * version.
         */
        is_accepted: z.boolean(),
      }),
    }),
  },
  refusals: notFound,
});

const publishRefusals = {
  ...notFound,
  DRAFT_CHANGED: 409,
  DRAFT_SCHEDULED: 409,
  PUBLISHED_CHANGED: 409,
  CONTENT_FAULTS: 422,
} as const;

/**
 * POST /staff/content/{kind}/{id}/publish: publishes the draft, now or at `publish_at`. If the document names a future
 * day on which it takes effect, the draft is published when that day begins. 409 DRAFT_SCHEDULED if the publication is
 * scheduled already.
 */
export const publishContent = defineStaffEndpoint({
  ...staffChange,
  name: 'publishContent',
  summary: 'Publishes a draft, now or at a time',
  url: `${url}/publish`,
  params,
  body: z.object({
    revision,
    published,
    publish_at: instantSchema.nullable(),
    reason: reasonSchema.optional(),
    /**
     * Whether students must accept the new version (default: true). Only for documents that they accept when they
     * register.
     */
    must_accept: z.boolean().optional(),
  }),
  answers: { 200: doneSchema },
  refusals: { ...publishRefusals, REASON_NEEDED: 400, TIME_PASSED: 400 },
});

/** POST /staff/content/{kind}/{id}/unschedule: cancels the scheduled publication. The draft stays. */
export const unscheduleContent = defineStaffEndpoint({
  ...staffChange,
  name: 'unscheduleContent',
  summary: 'Cancels the time at which a draft would be published',
  url: `${url}/unschedule`,
  params,
  answers: { 200: doneSchema },
  refusals: notFound,
});

/**
 * POST /staff/content/{kind}/{id}/remove takes a document off the site and deletes its draft. The history stays, so the
 * document can be restored. `revision` is the revision of the draft; 0 if there is none.
 * - 409 IN_USE: the document is the author of a post, or a venue or instructor of a course or of a batch that has not
 *   ended. The message lists these posts, courses or batches.
 * - 409 DRAFT_SCHEDULED: the publication of the draft is scheduled.
 * - 409 DRAFT_CHANGED with the current draft: another editor has saved one in the meantime.
 */
export const removeContent = defineStaffEndpoint({
  ...staffChange,
  name: 'removeContent',
  summary: 'Takes a document off the site',
  url: `${url}/remove`,
  params,
  body: z.object({ revision: z.number(olderPage).int().min(0), reason: reasonSchema }),
  answers: { 200: doneSchema },
  refusals: {
    ...draftRefusals,
    KIND_IS_FIXED: 409,
    IN_USE: 409,
    PUBLISHED_CHANGED: 409,
    CONTENT_FAULTS: 422,
  },
});

/** GET /staff/content/{kind}/{id}/history: the published versions, newest first. */
export const listContentVersions = defineStaffEndpoint({
  ...staffRead,
  name: 'listContentVersions',
  summary: 'What was published of a document',
  url: `${url}/history`,
  params,
  answers: {
    200: answer({
      data: z.array(
        savedSchema.extend({
          id: z.number().int(),
          reason: z.string().nullable(),
          /** Whether the document was on the site after this entry of its history. */
          is_published: z.boolean(),
          /** Whether students must accept the version of the terms that was published; false for other documents. */
          must_accept: z.boolean(),
          changes: z.array(contentChangeSchema),
        }),
      ),
    }),
  },
  refusals: notFound,
});

/**
 * POST /staff/content/{kind}/{id}/restore: makes a draft of the document as it was before or after a published change.
 * The new draft replaces an existing one. 409 DRAFT_CHANGED with the current draft if another editor has saved one in
 * the meantime.
 */
export const restoreContent = defineStaffEndpoint({
  ...staffChange,
  name: 'restoreContent',
  summary: 'Makes a draft of an earlier state',
  url: `${url}/restore`,
  params,
  body: z.object({
    /** The revision of the existing draft; 0 if there is none. */
    revision,
    /** The id of the change in the history. */
    version: z.number().int().positive(),
    /** Whether to restore the document as it was before or after the change. */
    state: z.enum(['before', 'after']),
  }),
  answers: { 200: doneSchema },
  refusals: draftRefusals,
});

/** GET /staff/content/{kind}/{id}/preview: the public page as it would be with the draft, as HTML without scripts. */
export const previewContent = defineStaffEndpoint({
  ...staffRead,
  name: 'previewContent',
  summary: 'The public page with the draft',
  url: `${url}/preview`,
  params,
  isCompressed: true,
  answers: { 200: answer({ data: z.object({ page: z.string(), html: z.string() }) }) },
  refusals: {
    ...notFound,
    CONTENT_FAULTS: { status: 422, data: z.array(contentFaultSchema) },
    PREVIEW_UNAVAILABLE: 503,
  },
});
