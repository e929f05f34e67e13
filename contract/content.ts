import * as z from 'zod';
import { answer, daySchema, flagSchema, idSchema } from './answer.ts';
import { courseSchema } from './course.ts';
import { defineEndpoint } from './endpoint.ts';

const link = z.object({ label: z.string(), url: z.string() });

const megaColumnTypes = ['link_list', 'featured_content', 'call_to_action', 'department'] as const;

/** A column of a mega menu in the header. */
const megaColumnSchema = z.object({
  type: z.enum(megaColumnTypes),
  title: z.string(),
  links: z.array(link).default([]),
  description: z.string().optional(),
  iconName: z.string().optional(),
  imageUrl: z.string().optional(),
  ctaText: z.string().optional(),
  ctaUrl: z.string().optional(),
  departmentUrl: z.string().optional(),
});
export type MegaColumn = z.infer<typeof megaColumnSchema>;

export const menuItemSchema = z.object({
  id: idSchema,
  parent_id: idSchema.nullable(),
  label: z.string(),
  url: z.string(),
  is_active: z.boolean(),
  has_mega_menu: z.boolean(),
  mega_menu: z.object({ columns: z.array(megaColumnSchema) }).nullable(),
});
export type MenuItem = z.infer<typeof menuItemSchema>;

/** The academy's names, phone numbers and addresses, from one content file. */
export const brandSchema = z.object({
  name: z.string(),
  short_name: z.string(),
  product: z.string(),
  description: z.string(),
  admissions_phones: z.array(z.string()).min(4),
  support_phones: z.array(z.string()).length(2),
  ivrs: z.string(),
  email: z.string(),
  live_chat_url: z.string(),
  address: z.string(),
});
export type Brand = z.infer<typeof brandSchema>;

const headerSchema = z.object({ brand: brandSchema, items: z.array(menuItemSchema) });
export type Header = z.infer<typeof headerSchema>;

/**
 * GET /cms/header: the content of the header. `mobileOnly` leaves mega menus out, `desktopOnly` leaves menu items of
 * the second level out.
 */
export const getHeader = defineEndpoint({
  name: 'getHeader',
  summary: 'Header menu',
  method: 'GET',
  url: '/api/cms/header',
  policy: 'public',
  rate: 'read',
  idempotency: 'safe',
  isCacheable: true,
  query: z.object({ mobileOnly: flagSchema, desktopOnly: flagSchema }),
  answers: { 200: answer({ data: headerSchema }) },
  refusals: { NOT_FOUND: 404 },
});

/** Content of the footer that every page shows. */
export const footerSchema = z.object({
  about_us_description: z.string(),
  quicklinks_title: z.string(),
  quicklinks: z.array(link),
  contact_title: z.string(),
  offices: z.array(z.object({ label: z.string(), address: z.string() })),
  contact_numbers_title: z.string(),
  email: z.string(),
  ivrs: z.string(),
  telephone_label: z.string(),
  office_label: z.string(),
  numbers: z.array(z.string()),
  certifications: z.array(z.string()),
});
export type Footer = z.infer<typeof footerSchema>;

/** GET /cms/footer: the content of the footer. */
export const getFooter = defineEndpoint({
  name: 'getFooter',
  summary: 'Footer',
  method: 'GET',
  url: '/api/cms/footer',
  policy: 'public',
  rate: 'read',
  idempotency: 'safe',
  isCacheable: true,
  answers: { 200: answer({ data: footerSchema }) },
  refusals: { NOT_FOUND: 404 },
});

/** A notice on the home page. `content` is sanitised HTML. The notice is hidden after its `expiryDate`. */
const noticeSchema = z.object({
  id: idSchema,
  title: z.string(),
  content: z.string(),
  date: daySchema,
  expiryDate: daySchema,
  order: z.number().int(),
});
export type Notice = z.infer<typeof noticeSchema>;

/** Blocks of the home page that an academy may leave out. */
export const homeBlocks = {
  /** The side panel of the home page about a new course. `phones`: the phone numbers of the admission office. */
  panel: z
    .object({
      title: z.string(),
      text: z.string(),
      duration: z.string(),
      button: link,
      phones: z.array(z.string()).length(4),
    })
    .optional(),
  /**
   * The block of the home page about the academy. `content` is sanitised HTML. The video is loaded only when the
   * visitor plays it; `captionsUrl` is a WebVTT file.
   */
  about: z
    .object({
      title: z.string(),
      content: z.string(),
      video: z.object({
        title: z.string(),
        videoUrl: z.string(),
        posterImageUrl: z.string(),
        captionsUrl: z.string(),
        width: z.number().int().positive(),
        height: z.number().int().positive(),
        seconds: z.number().positive(),
      }),
      button: link,
    })
    .optional(),
  /** The block of the home page about the sister academy. Its tiles link to another site. */
  offshore: z
    .object({
      title: z.string(),
      text: z.string(),
      validity: z.string(),
      tiles: z
        .array(z.object({ title: z.string(), text: z.string(), url: z.string(), imageUrl: z.string() }))
        .length(8),
    })
    .optional(),
};

/** The course fields that a card on the home page shows. Other fields are left out to keep the response small. */
export const homeCourseSchema = courseSchema.pick({
  id: true,
  course_name: true,
  meta_text: true,
  duration: true,
  duration_unit: true,
  total_fee: true,
  featured_image_url: true,
  price: true,
});

export const homeSchema = z.object({
  hero: z.object({
    title: z.string(),
    text: z.string(),
    approvals: z.array(z.object({ label: z.string(), imageUrl: z.string() })),
  }),
  notices: z.array(noticeSchema),
  /**
   * The cards of the categories Pre-Sea, Post-Sea and Management, each with its first courses in catalogue order, at
   * most four.
   */
  cards: z.array(
    z.object({ category_id: idSchema, title: z.string(), text: z.string(), courses: z.array(homeCourseSchema) }),
  ),
  ...homeBlocks,
});
export type Home = z.infer<typeof homeSchema>;

/** GET /cms/home: the content of the home page. It has only unexpired notices, sorted by `order`. */
export const getHome = defineEndpoint({
  name: 'getHome',
  summary: 'Home page',
  method: 'GET',
  url: '/api/cms/home',
  policy: 'public',
  rate: 'read',
  idempotency: 'safe',
  isCacheable: true,
  answers: { 200: answer({ data: homeSchema }) },
  refusals: { NOT_FOUND: 404 },
});
