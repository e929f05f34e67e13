import type { Post } from '../../contract/news.ts';
import { feedPath, type NewsCategory, postPath } from '../../contract/news-categories.ts';
import { stripTags } from '../providers/news/strip-tags.ts';

const escapes: Record<string, string> = { '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Matches a character that may not occur in XML, not even as a numeric entity. */
const invalidCharacter = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

function removeInvalidCharacters(text: string): string {
  return text
    .replace(invalidCharacter, '')
    .replace(/&#(?:x([\da-f]+)|(\d+));/gi, (whole, hex?: string, decimal?: string) => {
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
      return code > 0x10ffff || String.fromCodePoint(code).search(invalidCharacter) === 0 ? '' : whole;
    });
}

/**
 * Escapes a text, which may contain HTML entities, for XML. Entities that XML knows too, such as numeric ones, stay as
 * they are. Every other `&` is escaped.
 */
function escapeXml(text: string): string {
  return removeInvalidCharacters(text)
    .replace(/&(?!#\d+;|#x[\da-f]+;|(?:amp|lt|gt|quot|apos);)/gi, '&amp;')
    .replace(/[<>"]/g, (character) => escapes[character] ?? '');
}

/** Puts HTML into a CDATA section of XML. */
const cdata = (html: string) =>
  `<![CDATA[${html.replace(invalidCharacter, '').replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;

const plain = (html: string) => stripTags(html).trim();

function termNames(post: Post): string[] {
  const tags = post._embedded?.['wp:term']?.[1];
  return Array.isArray(tags) ? tags.map(({ name }) => name) : [];
}

function toItem(post: Post, category: NewsCategory, siteUrl: string): string {
  const link = new URL(postPath(category, post), siteUrl).href;
  // The link changes when the post is renamed. The guid must not, because a feed reader shows a post with another guid as
  // a new one.
  const guid = new URL(`${category.path}#post-${post.id}`, siteUrl).href;
  const author = post._embedded?.author?.[0];
  return [
    '<item>',
    `<title>${escapeXml(plain(post.title.rendered))}</title>`,
    `<link>${escapeXml(link)}</link>`,
    `<guid isPermaLink="false">${escapeXml(guid)}</guid>`,
    `<pubDate>${new Date(`${post.date_gmt}Z`).toUTCString()}</pubDate>`,
    ...(author && 'name' in author ? [`<dc:creator>${escapeXml(author.name)}</dc:creator>`] : []),
    ...termNames(post).map((name) => `<category>${escapeXml(name)}</category>`),
    `<description>${escapeXml(plain(post.excerpt.rendered))}</description>`,
    `<content:encoded>${cdata(post.content.rendered)}</content:encoded>`,
    '</item>',
  ].join('');
}

/** Writes an RSS 2.0 feed of a category's posts, newest first. */
export function writeFeed(category: NewsCategory, posts: readonly Post[], site: { url: string; name: string }): string {
  const self = new URL(feedPath(category), site.url).href;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/">',
    '<channel>',
    `<title>${escapeXml(`${site.name}: ${category.name}`)}</title>`,
    `<link>${escapeXml(new URL(category.path, site.url).href)}</link>`,
    `<description>${escapeXml(category.about)}</description>`,
    '<language>en-IN</language>',
    `<atom:link href="${escapeXml(self)}" rel="self" type="application/rss+xml"/>`,
    ...posts.map((post) => toItem(post, category, site.url)),
    '</channel>',
    '</rss>',
    '',
  ].join('\n');
}
