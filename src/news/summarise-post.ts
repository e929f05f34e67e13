import type * as z from 'zod';
import { tagsOnCard } from '../../contract/limits.ts';
import { eventMetaSchema, type PostCard } from '../../contract/news.ts';
import { academyDay } from '../lib/format.ts';
import { decodeEntities } from './decode-entities.ts';

export type EventMeta = z.infer<typeof eventMetaSchema>;

/** A post where its title stands for it: `day` is the academy's, `event` tells when and where. Plain texts. */
export type PostHeadline = {
  id: number;
  slug: string;
  title: string;
  day: string;
  picture?: string;
  event?: EventMeta;
};

/** A post as a card shows it. */
export type PostSummary = PostHeadline & { excerpt: string; tags: string[] };

/** Words of a line of HTML: tags out first, so that an escaped tag stays words. */
export function toLine(html: string): string {
  const bare = html.replace(/<[^>]*>/g, ' ');
  return decodeEntities(bare).replace(/\s+/g, ' ').trim();
}

/** The names of the second group of terms; an error in its place names none. */
export function tagsOf({ _embedded }: Pick<PostCard, '_embedded'>): string[] {
  const group = _embedded?.['wp:term']?.[1];
  return Array.isArray(group) ? group.map(({ name }) => toLine(name)) : [];
}

/** The post's picture; an error in its place is none. */
export function pictureOf({ _embedded }: Pick<PostCard, '_embedded'>): { url: string; alt: string } | null {
  const media = _embedded?.['wp:featuredmedia']?.[0];
  return media && 'source_url' in media ? { url: media.source_url, alt: toLine(media.alt_text ?? '') } : null;
}

/** The academy's day on which a post was published; '' where the news site wrote no date. */
export function dayOf({ date_gmt }: Pick<PostCard, 'date_gmt'>): string {
  const instant = new Date(`${date_gmt}Z`);
  return Number.isNaN(instant.getTime()) ? '' : academyDay(instant);
}

/** What a link to a post needs of it, and no more, since it travels with the page. */
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

/** The same with what a card adds: the excerpt, and as many tags as it shows. */
export function summarisePost(post: PostCard): PostSummary {
  return { ...headlinePost(post), excerpt: toLine(post.excerpt.rendered), tags: tagsOf(post).slice(0, tagsOnCard) };
}
