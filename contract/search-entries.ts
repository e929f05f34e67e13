import { categoryById } from './categories.ts';
import type { CmsPage, PageMeta } from './cms.ts';
import type { Footer, MegaColumn, MenuItem } from './content.ts';
import type { Course } from './course.ts';
import { type NewsCategory, postPath } from './news-categories.ts';
import { coursePath, departmentPath, paths } from './pages.ts';
import type { AntiRagging } from './policies.ts';
import type { SearchEntry } from './search-index.ts';

/**
 * This file creates the entries of the search index from the academy's content, in the form in which the API returns
 * it.
 */

type FoundCourse = Pick<Course, 'id' | 'course_name' | 'course_code' | 'meta_text' | 'category_id'> &
  Partial<Pick<Course, 'tags' | 'short_description'>>;

export function courseEntry(course: FoundCourse): SearchEntry {
  const { course_name: title, course_code: code, tags = '', short_description = '' } = course;
  const category = categoryById(course.category_id);
  return {
    result: {
      kind: 'course',
      title,
      subtitle: category ? `${code} · ${category.name}` : code,
      url: coursePath(course),
    },
    codes: [code],
    text: [tags, category?.pageTitle ?? '', short_description].join(' '),
  };
}

type FoundPackage = { id: number; package_name: string; description: string; courses?: string };

/** The search entry of a package. `courses`: codes and names of the package's courses, if known. */
export function packageEntry({ id, package_name: title, description, courses = '' }: FoundPackage): SearchEntry {
  const url = `${paths.bookOnline}?tab=packages&package=${id}`;
  return {
    result: { kind: 'package', title, subtitle: description, url },
    codes: [],
    text: `${description} ${courses}`,
  };
}

function pageEntry(title: string, url: string, { about = '', words = '' } = {}): SearchEntry {
  return { result: { kind: 'page', title, subtitle: about, url }, codes: [], text: `${about} ${words}` };
}

/**
 * The search entry of a page, from its metadata. The entry's title is the part of the page title before ` | ` and the
 * academy's name.
 */
export function metaEntry({ title, description, keywords, canonicalUrl }: PageMeta, words = ''): SearchEntry {
  const [name = title] = title.split(' | ');
  return pageEntry(name, canonicalUrl, { about: description, words: `${keywords} ${words}` });
}

/** The search entry of a CMS page. A search also finds the page by its headings and questions. */
export function cmsEntry({ meta, hero, sections, faqs }: CmsPage): SearchEntry {
  const headings = [
    hero.title,
    ...sections.map(({ title }) => title),
    ...(faqs?.list ?? []).map(({ question }) => question),
  ];
  return metaEntry(meta, headings.join(' '));
}

function columnLinks({ title, links, departmentUrl, description = '' }: MegaColumn) {
  const own = departmentUrl ? [{ label: title, url: departmentUrl, description }] : [];
  return [...own, ...links.map((link) => ({ ...link, description: '' }))];
}

/**
 * The search entries of pages to which the header and the footer link. Links to courses and to other sites are left
 * out.
 */
export function menuEntries(items: readonly MenuItem[], footer: Pick<Footer, 'quicklinks'>): SearchEntry[] {
  const active = items.filter((item) => item.is_active);
  const links = [
    ...active.map(({ label, url }) => ({ label, url, description: '' })),
    ...active.flatMap((item) => (item.mega_menu?.columns ?? []).flatMap(columnLinks)),
    ...footer.quicklinks.map((link) => ({ ...link, description: '' })),
  ];
  const isPage = ({ url }: { url: string }) => /^\/(?!\/)/.test(url) && !url.startsWith(`${paths.bookOnline}/`);
  return links.filter(isPage).map(({ label, url, description }) => pageEntry(label, url, { about: description }));
}

export function antiRaggingEntry({ metaTitle, metaDescription, keywords, canonicalUrl }: AntiRagging): SearchEntry {
  return metaEntry({ title: metaTitle, description: metaDescription, keywords, canonicalUrl });
}

type FoundDepartment = {
  id: number;
  slug: string;
  department_name: string;
  meta_description?: string | undefined;
  meta_keywords?: string | undefined;
};

export function departmentEntry(department: FoundDepartment): SearchEntry {
  const { department_name: title, meta_description: description = '', meta_keywords: keywords = '' } = department;
  return metaEntry({ title, description, keywords, canonicalUrl: departmentPath(department) });
}

/** What the search entry of a post is made from. `title` and `excerpt` are plain text, not HTML. */
type FoundPost = { id: number; slug: string; title: string; excerpt?: string };

export function postEntry(category: NewsCategory, { id, slug, title, excerpt = '' }: FoundPost): SearchEntry {
  const url = postPath(category, { id, slug });
  return { result: { kind: 'post', title, subtitle: category.name, url }, codes: [], text: excerpt };
}

/** Leaves out entries whose URL an earlier entry already has, so that a search finds each page only once. */
export function withoutRepeats(entries: readonly SearchEntry[]): SearchEntry[] {
  const byUrl = new Map<string, SearchEntry>();
  for (const entry of entries) if (!byUrl.has(entry.result.url)) byUrl.set(entry.result.url, entry);
  return [...byUrl.values()];
}
