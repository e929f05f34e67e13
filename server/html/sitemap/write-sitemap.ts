import type { PublicPage } from './public-pages.ts';

/** Maximum number of URLs in a sitemap (sitemaps.org). */
const maxUrls = 50_000;
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
const escapeXml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');

/** Writes the sitemap of `pages`, with URLs that begin with `origin` (sitemaps.org, protocol 0.9). */
export function writeSitemap(pages: readonly PublicPage[], origin: string): string {
  const entries = pages.slice(0, maxUrls).map(({ path, changed }) => {
    const url = escapeXml(new URL(path, origin).href);
    return `<url><loc>${url}</loc>${changed ? `<lastmod>${escapeXml(changed)}</lastmod>` : ''}</url>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
}

/**
 * Paths that search engines must not crawl, such as those of the API, of sign-in and of pages about single students.
 */
const disallowedPaths: readonly string[] = [
  '/api/',
  '/sandbox/',
  '/profile',
  '/login',
  '/register',
  '/auth/',
  '/course-booking$',
  '/course-booking?',
  '/course-booking/details',
  '/course-booking/checkout',
  '/course-booking/receipt/',
  '/courses-compare',
  '/search',
  '/save-for-the-voyage',
];

/** Writes robots.txt in the format of RFC 9309. */
export function writeRobots(origin: string): string {
  const rules = disallowedPaths.map((path) => `Disallow: ${path}`);
  return ['User-agent: *', ...rules, '', `Sitemap: ${new URL('/sitemap.xml', origin).href}`, ''].join('\n');
}
