import { eventMetaSchema, type Post } from '../../contract/news.ts';
import { readTime } from './read-time.ts';
import { dayOf, type EventMeta, pictureOf, tagsOf, toLine } from './summarise-post.ts';

/** A post as its page shows it; `minutes` of reading, `html` sanitised by the server. */
export type PostView = {
  title: string;
  excerpt: string;
  day: string;
  /** `small` is 24 pixels wide, `large` twice that. */
  author: { name: string; avatar: { small: string; large: string | null } | null };
  tags: string[];
  picture: { url: string; alt: string } | null;
  html: string;
  words: number;
  minutes: number;
  event: EventMeta | null;
};

/** The author, or the fallback where the news site could not give one (document 2, section 3). */
function authorOf({ _embedded }: Post): PostView['author'] {
  const author = _embedded?.author?.[0];
  if (!author || !('name' in author)) return { name: 'Unknown Author', avatar: null };
  const { 24: small, 48: large = null } = author.avatar_urls ?? {};
  return { name: toLine(author.name) || 'Unknown Author', avatar: small ? { small, large } : null };
}

/** What a post's page shows, whatever of the embedded things came. */
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
