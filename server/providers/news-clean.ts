import type { Post } from '../../contract/news.ts';
import { stripTags } from './strip-tags.ts';

/** HTML without anything that is not on the allow-list. */
export type Sanitise = (html: string) => string;

/** The first of an address that a page may load or open. */
const web = /^https?:\/\//i;

/** A text of one line: without tags; entities stay, as WordPress writes them. */
const plain = (text: string) => stripTags(text).trim();

function decode(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    // A percent sign that is only itself.
    return written;
  }
}

const inAddresses = /[^\p{L}\p{M}\p{N}]+/gu;
const longestSlug = 200;

/**
 * Words joined by dashes, whatever was written: an address must lead back to the post. WordPress writes letters beyond
 * ASCII in percent signs, which an address that was read has no more.
 */
function cleanSlug(slug: string): string {
  const joined = decode(slug).normalize('NFC').replace(inAddresses, '-').slice(0, longestSlug);
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

/** A post of somebody else's site as it may be shown on ours (design 13): every field that holds HTML or an address. */
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
