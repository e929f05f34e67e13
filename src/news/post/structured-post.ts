import type { QueryClient } from '@tanstack/react-query';
import type { Post } from '../../../contract/news.ts';
import { type NewsCategory, postPath } from '../../../contract/news-categories.ts';
import { academyName } from '../../content/content.queries.ts';
import { publicAddress } from '../../lib/site-address.ts';
import type { StructuredData } from '../../lib/structured-data.ts';
import { eventEnd, eventStart } from '../event-times.ts';
import type { PostView } from './read-post.ts';

const articleTypes: Record<NewsCategory['key'], string> = {
  blogs: 'BlogPosting',
  events: 'Article',
  'marine-insights': 'Article',
};

function addressOf(client: QueryClient, path: string): string {
  return publicAddress(client, path) ?? path;
}

/** schema.org data of a post: an `Event` if the post has the date and place of an event, or else an article. */
export function structuredPost(
  client: QueryClient,
  category: NewsCategory,
  post: Post,
  view: PostView,
): StructuredData {
  const url = addressOf(client, postPath(category, post));
  const academy = { '@type': 'EducationalOrganization', name: academyName(client), url: addressOf(client, '/') };
  const image = view.picture ? { image: addressOf(client, view.picture.url) } : {};
  if (view.event)
    return {
      '@type': 'Event',
      name: view.title,
      description: view.excerpt,
      url,
      ...image,
      startDate: eventStart(view.event),
      endDate: eventEnd(view.event),
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      location: { '@type': 'Place', name: view.event.event_place, address: view.event.event_place },
      organizer: academy,
    };
  return {
    '@type': articleTypes[category.key],
    headline: view.title,
    description: view.excerpt,
    url,
    mainEntityOfPage: url,
    ...image,
    datePublished: `${post.date_gmt}Z`,
    dateModified: `${post.modified_gmt ?? post.date_gmt}Z`,
    author: { '@type': 'Person', name: view.author.name },
    publisher: academy,
    keywords: view.tags.join(', '),
    wordCount: view.words,
  };
}
