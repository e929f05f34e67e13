import * as z from 'zod';
import { answer, daySchema, instantSchema } from './answer.ts';
import { pageMetaSchema } from './cms.ts';
import { defineEndpoint } from './endpoint.ts';

const place = { id: z.string(), order: z.number().int() };
const { id, order } = place;

/**
 * The simple types of a policy's content items: those that contain no other items. `content` is sanitised HTML; all
 * other texts are plain.
 */
const simpleItems = [
  z.object({ id, order, type: z.literal('text'), data: z.object({ content: z.string() }) }),
  z.object({
    id,
    order,
    type: z.literal('bulletPoint'),
    data: z.object({ title: z.string(), content: z.string(), subPoints: z.array(z.string()) }),
  }),
  z.object({ id, order, type: z.literal('note'), data: z.object({ content: z.string() }) }),
  z.object({
    id,
    order,
    type: z.literal('contactBox'),
    data: z.object({ title: z.string(), content: z.string(), email: z.string(), phone: z.string() }),
  }),
] as const;

const simpleItemSchema = z.discriminatedUnion('type', simpleItems);

/** A content item of a policy's section. Items are sorted by `order`. */
const policyItemSchema = z.discriminatedUnion('type', [
  ...simpleItems,
  z.object({
    id,
    order,
    type: z.literal('subsection'),
    data: z.object({ title: z.string(), content: z.string(), contentItems: z.array(simpleItemSchema) }),
  }),
]);
export type PolicyItem = z.infer<typeof policyItemSchema>;

/**
 * A policy: the terms, the refund policy or the privacy policy. `effectiveDate` is a date in the academy's time zone.
 * Only the terms have `contactInfo`.
 */
export const policySchema = z.object({
  title: z.string(),
  effectiveDate: daySchema,
  introText: z.string(),
  contactInfo: z
    .object({ organizationName: z.string(), address: z.string(), email: z.string(), phone: z.string() })
    .optional(),
  sections: z.array(z.object({ id: z.string(), title: z.string(), contentItems: z.array(policyItemSchema) })).min(1),
  meta: pageMetaSchema,
});
export type Policy = z.infer<typeof policySchema>;

/** Sorts items by `order`. Items with the same `order` keep their sequence. */
export function inOrder<Placed extends { order: number }>(items: readonly Placed[]): Placed[] {
  return items.toSorted((one, other) => one.order - other.order);
}

/** The numbers of a section's subsections by subsection id, for example `2.1` and `2.2` in the second section. */
export function numberSubsections(sectionNumber: number, items: readonly PolicyItem[]): Map<string, string> {
  const subsections = inOrder(items).filter(({ type }) => type === 'subsection');
  return new Map(subsections.map((item, index) => [item.id, `${sectionNumber}.${index + 1}`]));
}

/** Content of the anti-ragging page. `antiRaggingLink` leads to the national portal. */
export const antiRaggingSchema = z.object({
  title: z.string(),
  introduction: z.string(),
  metaTitle: z.string(),
  metaDescription: z.string(),
  keywords: z.string(),
  canonicalUrl: z.string(),
  committeeMembers: z.array(z.object({ name: z.string(), position: z.string() })).min(1),
  nodalOfficer: z.object({ name: z.string(), contact: z.string(), email: z.string() }),
  antiRaggingLink: z.string(),
  helplineNumber: z.string(),
  importantNotes: z.array(z.object({ text: z.string() })),
  warningText: z.string(),
});
export type AntiRagging = z.infer<typeof antiRaggingSchema>;

const person = z.object({ name: z.string(), designation: z.string(), email: z.string().optional() });

/** Content around the grievance form: other ways to complain, the committee, its objectives and the process. */
export const grievancePageSchema = z.object({
  meta: pageMetaSchema,
  title: z.string(),
  introduction: z.string(),
  channels: z.object({
    ivrs: z.string(),
    ivrsOption: z.string(),
    email: z.string(),
    suggestionBoxes: z.array(z.string()),
    website: z.string(),
  }),
  committee: z.array(person).length(7),
  objectives: z.array(z.string()).length(5),
  raggingNotice: z.string(),
  process: z.array(z.object({ title: z.string(), text: z.string() })).length(5),
});
export type GrievancePage = z.infer<typeof grievancePageSchema>;

const open = {
  method: 'GET',
  policy: 'public',
  rate: 'read',
  idempotency: 'safe',
  isCacheable: true,
  refusals: { NOT_FOUND: 404 },
} as const;
const policyAnswers = { 200: answer({ data: policySchema }) };

/** GET /cms/content/terms: the academy's terms and conditions. */
export const getTerms = defineEndpoint({
  ...open,
  name: 'getTerms',
  summary: 'Terms and conditions',
  url: '/api/cms/content/terms',
  answers: policyAnswers,
});
export const getRefundPolicy = defineEndpoint({
  ...open,
  name: 'getRefundPolicy',
  summary: 'Cancellation and refund policy',
  url: '/api/cms/content/refund-policy',
  answers: policyAnswers,
});
export const getPrivacyPolicy = defineEndpoint({
  ...open,
  name: 'getPrivacyPolicy',
  summary: 'Privacy policy',
  url: '/api/cms/content/privacy-policy',
  answers: policyAnswers,
});
export const getAntiRagging = defineEndpoint({
  ...open,
  name: 'getAntiRagging',
  summary: 'Anti-ragging policy',
  url: '/api/cms/content/anti-ragging',
  answers: { 200: answer({ data: antiRaggingSchema }) },
});
/** GET /cms/content/grievance: the texts of the grievance page and the members of the grievance committee. */
export const getGrievancePage = defineEndpoint({
  ...open,
  name: 'getGrievancePage',
  summary: 'Texts of the grievance page',
  url: '/api/cms/content/grievance',
  answers: { 200: answer({ data: grievancePageSchema }) },
});

/** The booking terms as a student accepted them. */
const bookingTermsSchema = z.object({
  terms_title: z.string(),
  terms_content: z.string(),
  terms_checkbox_text: z.string(),
});

/** The text of one version of a policy or of the booking terms. */
export const policyTextSchema = z.union([policySchema, bookingTermsSchema]);

/** The policies and terms of which earlier versions can be read. `booking-settings` means the booking terms. */
const policyVersionSchema = z.object({
  policy: z.enum(['terms', 'refund-policy', 'privacy-policy', 'booking-settings']),
  version: z.string().max(50),
});
export type PolicyVersionName = z.infer<typeof policyVersionSchema>;

/**
 * GET /cms/policy-versions/{policy}/{version}: a policy or the booking terms as they were in force, such as when a
 * student accepted them.
 */
export const getPolicyVersion = defineEndpoint({
  ...open,
  name: 'getPolicyVersion',
  summary: 'An earlier version of a policy',
  url: '/api/cms/policy-versions/:policy/:version',
  params: policyVersionSchema,
  answers: {
    200: answer({
      data: z.object({ in_force_since: instantSchema, text: policyTextSchema }),
    }),
  },
});
