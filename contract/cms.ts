import * as z from 'zod';
import { answer } from './answer.ts';
import { defineEndpoint } from './endpoint.ts';

/** Names of the CMS pages. Each is the last segment of the API path that returns the page. */
export const cmsPageNames = [
  'about',
  'governing-body',
  'principal-message',
  'why-landfall',
  'mission-vision',
  'contact',
] as const;
export type CmsPageName = (typeof cmsPageNames)[number];

/** Metadata of a page for search engines; `canonicalUrl` is a path of this site. */
export const pageMetaSchema = z.object({
  title: z.string(),
  description: z.string(),
  keywords: z.string(),
  canonicalUrl: z.string(),
});
export type PageMeta = z.infer<typeof pageMetaSchema>;

const pageButtonSchema = z.object({ label: z.string(), url: z.string() });

/**
 * An office of the academy on the contact page. Phone numbers are Indian, without a country code; `mapUrl` opens a map.
 */
const contactBlockSchema = z.object({
  title: z.string(),
  address: z.string(),
  email: z.string(),
  phones: z.array(z.string()).min(1),
  hours: z.string(),
  mapUrl: z.string(),
});
export type ContactBlock = z.infer<typeof contactBlockSchema>;

/** A section of a CMS page: a heading, sanitised HTML and an optional picture. `id` is the section's anchor. */
const pageSectionSchema = z.object({
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case words joined by dashes'),
  title: z.string(),
  content: z.string(),
  imageUrl: z.string().optional(),
  imageAlt: z.string().optional(),
});

const pagePersonSchema = z.object({
  name: z.string(),
  position: z.string(),
  text: z.string(),
  imageUrl: z.string().optional(),
});

const list = <S extends z.ZodType>(schema: S) => z.object({ title: z.string(), list: z.array(schema).min(1) });

/**
 * A CMS page. All six pages have this shape and leave out the blocks that they do not use. Texts are plain, except the
 * sections' `content`, which is sanitised HTML.
 */
export const cmsPageSchema = z.object({
  meta: pageMetaSchema,
  hero: z.object({ title: z.string(), text: z.string(), imageUrl: z.string(), imageAlt: z.string() }),
  sections: z.array(pageSectionSchema),
  /** Key figures of the academy, each a label and a value as text. */
  facts: z.array(z.object({ label: z.string(), value: z.string() })).optional(),
  features: list(z.object({ title: z.string(), text: z.string(), iconName: z.string() })).optional(),
  people: list(pagePersonSchema).optional(),
  certificates: list(z.object({ title: z.string(), issuer: z.string(), number: z.string() })).optional(),
  campusImages: list(z.object({ imageUrl: z.string(), imageAlt: z.string(), caption: z.string() })).optional(),
  faqs: list(z.object({ question: z.string(), answer: z.string() })).optional(),
  headOffice: contactBlockSchema.optional(),
  campus: contactBlockSchema.optional(),
  buttons: z.array(pageButtonSchema),
});
export type CmsPage = z.infer<typeof cmsPageSchema>;

/** GET /cms/content/{name}: the content of one CMS page. */
export const getCmsPage = defineEndpoint({
  name: 'getCmsPage',
  summary: 'Content of a page',
  method: 'GET',
  url: '/api/cms/content/:name',
  policy: 'public',
  rate: 'read',
  idempotency: 'safe',
  isCacheable: true,
  params: z.object({ name: z.enum(cmsPageNames) }),
  answers: { 200: answer({ data: cmsPageSchema }) },
  refusals: { NOT_FOUND: 404 },
});
