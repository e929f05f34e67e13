import { wordsPerMinute } from '../../../contract/limits.ts';
import { eventMetaSchema, type Post } from '../../../contract/news.ts';
import { toLine } from '../../../contract/plain-text.ts';
import { dayOf, type EventMeta, pictureOf, tagsOf } from '../summarise-post.ts';

/** A post as its page shows it. `html`: content that the server has sanitised; `minutes`: estimated reading time. */
export type PostView = {
  title: string;
  excerpt: string;
  day: string;
  /** The author's name and avatar URLs. `small` is 24 pixels wide, `large` 48. */
  author: { name: string; avatar: { small: string; large: string | null } | null };
  tags: string[];
  picture: { url: string; alt: string } | null;
  html: string;
  words: number;
  minutes: number;
  event: EventMeta | null;
};

/** The author of a post, or "Unknown Author" if the news site returns an error in the author's place. */
function authorOf({ _embedded }: Post): PostView['author'] {
  const author = _embedded?.author?.[0];
  if (!author || !('name' in author)) return { name: 'Unknown Author', avatar: null };
  const { 24: small, 48: large = null } = author.avatar_urls ?? {};
  return { name: toLine(author.name) || 'Unknown Author', avatar: small ? { small, large } : null };
}

/** Reading time in minutes, rounded up and at least 1. */
export function readTime(words: number): number {
  return Math.max(1, Math.ceil(words / wordsPerMinute));
}

/**
 * Converts a post of the news site for the post's page. The data in WordPress's `_embedded` may be missing or an error.
 */
export function readPost(post: Post): PostView {
  const words = toLine(post.content.rendered).split(' ').filter(Boolean).length;
  return {
    title: toLine(post.title.rendered),
    excerpt: toLine(post.excerpt.rendered),
    day: dayOf(post),
    author: authorOf(post),
    tags: tagsOf(post),
    picture: pictureOf(post),
    html: post.content.rendered,
    words,
    minutes: readTime(words),
    event: eventMetaSchema.safeParse(post.meta).data ?? null,
  };
}
