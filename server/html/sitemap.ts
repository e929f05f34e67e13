import type { PublicPage } from './public-pages.ts';

/** As many addresses as the protocol allows in one file (sitemaps.org). */
const largest = 50_000;
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
const escapeXml = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? '');

/** Sitemap of the pages under `origin` (sitemaps.org, protocol 0.9). */
export function writeSitemap(pages: readonly PublicPage[], origin: string): string {
  const entries = pages.slice(0, largest).map(({ path, changed }) => {
    const address = escapeXml(new URL(path, origin).href);
    return `<url><loc>${address}</loc>${changed ? `<lastmod>${escapeXml(changed)}</lastmod>` : ''}</url>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
}

/** Paths that no search engine should open: calls, stand-ins, and pages about one student. */
export const keptOut: readonly string[] = [
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
  '/save-for-the-voyage',
];

/** What search engines may open, and where the sitemap is (RFC 9309). */
export function writeRobots(origin: string): string {
  const rules = keptOut.map((path) => `Disallow: ${path}`);
  return ['User-agent: *', ...rules, '', `Sitemap: ${new URL('/sitemap.xml', origin).href}`, ''].join('\n');
}
