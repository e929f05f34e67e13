import { type Answered, answeringApi, refusal } from '../../support/answers.ts';
import { brand, course } from '../catalogue/academy.ts';
import { post } from '../news/posts.ts';

const courses = Array.from({ length: 6 }, (_, index) => course({ id: index + 1, course_name: `Course ${index + 1}` }));

/** The response of the content service for Home, with every section that an academy may have. */
export const home = {
  hero: { title: 'To sea', text: 'Courses.', approvals: [{ label: 'ISO 9001:2015', imageUrl: '/iso.svg' }] },
  notices: [],
  cards: [
    { category_id: 3, title: 'Pre-Sea', text: 'First ship.', courses },
    { category_id: 4, title: 'Post-Sea', text: 'Between contracts.', courses: [] },
    { category_id: 2, title: 'Management', text: 'Ashore.', courses: courses.slice(0, 1) },
  ],
  panel: {
    title: 'New: simulator course',
    text: 'Six to a group.',
    duration: '3 days',
    button: { label: 'See the course', url: '/course-booking/simulator-427' },
    phones: ['98765 40001', '98765 40002', '98765 40003', '98765 40004'],
  },
  about: {
    title: 'Feet in the water',
    content: '<p>Since 1998.</p>',
    video: {
      title: 'The academy in twenty seconds',
      videoUrl: '/media/video/film.webm',
      posterImageUrl: '/media/video/poster.webp',
      captionsUrl: '/media/video/film.vtt',
      width: 640,
      height: 400,
      seconds: 20,
    },
    button: { label: 'Learn More About Us', url: '/about-us' },
  },
  offshore: {
    title: 'Offshore Academy',
    text: 'Our sister.',
    validity: 'Offshore certificates are valid for 4 years.',
    tiles: Array.from({ length: 8 }, (_, index) => ({
      title: `Offshore ${index + 1}`,
      text: '1 day',
      url: `https://offshore.example.com/${index + 1}`,
      imageUrl: '/media/courses/value-added-flame-640.webp',
    })),
  },
};

/**
 * The news site's response to a request for the newest posts of a category. It contains as many posts as the request
 * asks for.
 */
export function newest(url: string): Answered {
  const query = new URL(url, 'https://academy.example').searchParams;
  const kind = query.get('categories') === '7' ? 'Event' : 'Post';
  const posts = Array.from({ length: 12 }, (_, index) =>
    post({ id: index + 1, slug: 'a-post', title: { rendered: `${kind} ${index + 1}` } }),
  );
  return { body: posts.slice(0, Number(query.get('per_page'))), headers: { 'x-wp-totalpages': '3' } };
}

/** A fake API with the calls that Home makes. A call without a prepared response is refused with status 404. */
export function homeServer(answers: { home?: object; news?: (url: string) => Answered } = {}) {
  const refused = refusal(404, 'NOT_FOUND');
  return answeringApi({
    'GET /api/cms/header': { body: { statusCode: 200, data: { brand, items: [] } } },
    'GET /api/cms/home': answers.home ? { body: { statusCode: 200, data: answers.home } } : refused,
    'GET /wp-json/wp/v2/posts': ({ url }) => answers.news?.(url) ?? refused,
  });
}
