import type { Post } from '../../../contract/news.ts';
import { stripTags } from './strip-tags.ts';

/** Removes all HTML elements and attributes that are not on the allow-list. */
export type Sanitise = (html: string) => string;

/** Matches URLs that a page may load or link to: those that begin with `http://` or `https://`. */
const web = /^https?:\/\//i;

/** Removes HTML tags from a text. HTML entities stay as WordPress wrote them. */
const plain = (text: string) => stripTags(text).trim();

function decode(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    // The text contains a percent sign that is not an escape, so the text was not percent-encoded.
    return written;
  }
}

const notInSlugs = /[^\p{L}\p{M}\p{N}]+/gu;
const maxSlugLength = 200;

/**
 * Normalises a slug to words joined by dashes, so that the site can parse the URL of the post's page. WordPress
 * percent-encodes letters beyond ASCII in slugs.
 */
function cleanSlug(slug: string): string {
  const joined = decode(slug).normalize('NFC').replace(notInSlugs, '-').slice(0, maxSlugLength);
  return joined.replace(/^-|-$/g, '') || 'post';
}

const brokenPicture = { code: 'landfall_bad_address', message: 'The picture has no address of the web.' };

function cleanEmbedded(embedded: NonNullable<Post['_embedded']>): Post['_embedded'] {
  const { author, 'wp:featuredmedia': pictures, 'wp:term': groups } = embedded;
  return {
    ...(author && {
      author: author.map((one) => {
        if ('code' in one) return one;
        const avatars = Object.entries(one.avatar_urls ?? {}).filter(([, address]) => web.test(address));
        return { ...one, name: plain(one.name), avatar_urls: Object.fromEntries(avatars) };
      }),
    }),
    ...(pictures && {
      'wp:featuredmedia': pictures.map((one) => ('code' in one || web.test(one.source_url) ? one : brokenPicture)),
    }),
    ...(groups && {
      'wp:term': groups.map((group) =>
        Array.isArray(group) ? group.map((term) => ({ ...term, name: plain(term.name) })) : group,
      ),
    }),
  };
}

/** Sanitises a post that comes from another site: every field that contains HTML or a URL. */
export function cleanPost(post: Post, sanitise: Sanitise): Post {
  return {
    ...post,
    slug: cleanSlug(post.slug),
    link: web.test(post.link) ? post.link : '',
    title: { rendered: plain(post.title.rendered) },
    content: { rendered: sanitise(post.content.rendered) },
    excerpt: { rendered: sanitise(post.excerpt.rendered) },
    ...(post._embedded ? { _embedded: cleanEmbedded(post._embedded) } : {}),
  };
}
