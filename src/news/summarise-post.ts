import type * as z from 'zod';
import { excerptOnCard, tagsOnCard } from '../../contract/limits.ts';
import { eventMetaSchema, type PostCard } from '../../contract/news.ts';
import { toLine } from '../../contract/plain-text.ts';
import { academyDay } from '../lib/format/format.ts';

export type EventMeta = z.infer<typeof eventMetaSchema>;

/** What a link to a post shows, as plain text. `day`: date of publication in the academy's time zone, or empty. */
export type PostHeadline = {
  id: number;
  slug: string;
  title: string;
  day: string;
  picture?: string;
  event?: EventMeta;
};

/** What the card of a post shows. */
export type PostSummary = PostHeadline & { excerpt: string; tags: string[] };

/** A post's tags: WordPress returns them as the second group of terms. Empty if it returns an error in their place. */
export function tagsOf({ _embedded }: Pick<PostCard, '_embedded'>): string[] {
  const group = _embedded?.['wp:term']?.[1];
  return Array.isArray(group) ? group.map(({ name }) => toLine(name)) : [];
}

/** The picture of a post. Null if the news site returns none, or an error in its place. */
export function pictureOf({ _embedded }: Pick<PostCard, '_embedded'>): { url: string; alt: string } | null {
  const media = _embedded?.['wp:featuredmedia']?.[0];
  return media && 'source_url' in media ? { url: media.source_url, alt: toLine(media.alt_text ?? '') } : null;
}

/** Date, in the academy's time zone, on which a post was published, or '' without a valid date. */
export function dayOf({ date_gmt }: Pick<PostCard, 'date_gmt'>): string {
  const instant = new Date(`${date_gmt}Z`);
  return Number.isNaN(instant.getTime()) ? '' : academyDay(instant);
}

/**
 * Reduces a post to what a link to it shows. The server-rendered page includes this data, so the data must be small.
 */
export function headlinePost(post: PostCard): PostHeadline {
  const picture = pictureOf(post);
  const event = eventMetaSchema.safeParse(post.meta).data;
  return {
    id: post.id,
    slug: post.slug,
    title: toLine(post.title.rendered),
    day: dayOf(post),
    ...(picture ? { picture: picture.url } : {}),
    ...(event ? { event } : {}),
  };
}

/**
 * Shortens a text after a word, or inside the first word if that is too long. CSS (`line-clamp`) would cut the text
 * inside a word if the ellipsis has no room after the last one.
 */
function shortenText(text: string): string {
  const characters = [...text];
  if (characters.length <= excerptOnCard) return text;
  const start = characters.slice(0, excerptOnCard).join('');
  const isWordComplete = characters[excerptOnCard] === ' ' || !start.includes(' ');
  const words = isWordComplete ? start : start.slice(0, start.lastIndexOf(' '));
  return `${words.replace(/[\s\p{P}]+$/u, '')}…`;
}

/** Reduces a post to what its card shows. */
export function summarisePost(post: PostCard): PostSummary {
  const excerpt = shortenText(toLine(post.excerpt.rendered));
  return { ...headlinePost(post), excerpt, tags: tagsOf(post).slice(0, tagsOnCard) };
}
