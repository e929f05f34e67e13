import type { Kysely } from 'kysely';
import { getFooter, getHeader, getHome, homeCourseSchema } from '../../contract/content.ts';
import type { Course } from '../../contract/course.ts';
import type { Database } from '../db/schema.ts';
import type { Mount } from '../http/mount.ts';
import { type Clock, today } from '../providers/clock.ts';
import { readCardCourses, readFooter, readHeader, readHome, readNotices } from './content.repo.ts';
import { chooseMenu } from './menu.ts';

export type ContentParts = {
  clock: Clock;
  /** The catalogue's courses in the order of `ids`. */
  readCourses: (
    db: Kysely<Database>,
    ids: readonly number[],
    columns: ReadonlySet<keyof Course>,
    asker: { today: string; studentId: null },
  ) => Promise<Course[]>;
};

/** What a card of Home shows beside the core fields. */
const cardColumns: ReadonlySet<keyof Course> = new Set(['featured_image_url', 'price']);

export function contentRoutes(mount: Mount, { clock, readCourses }: ContentParts): void {
  mount(getHeader, async ({ db, query }) => {
    const { brand, items } = await readHeader(db);
    return { statusCode: 200, data: { brand, items: chooseMenu(items, query) } };
  });

  mount(getFooter, async ({ db }) => ({ statusCode: 200, data: await readFooter(db) }));

  mount(getHome, async ({ db }) => {
    const asker = { today: today(clock), studentId: null };
    const [{ cards, ...blocks }, notices] = await Promise.all([readHome(db), readNotices(db, asker.today)]);
    const ids = await readCardCourses(
      db,
      cards.map((card) => card.category_id),
    );
    const courses = new Map(
      (await readCourses(db, [...ids.values()].flat(), cardColumns, asker)).map((course) => [course.id, course]),
    );
    const filled = cards.map((card) => ({
      ...card,
      courses: (ids.get(card.category_id) ?? []).flatMap((id) => {
        const course = courses.get(id);
        return course ? [homeCourseSchema.parse(course)] : [];
      }),
    }));
    return { statusCode: 200, data: { ...blocks, notices, cards: filled } };
  });
}
