import type { Kysely } from 'kysely';
import { getFooter, getHeader, getHome, homeCourseSchema, type MenuItem } from '../../contract/content.ts';
import type { Course } from '../../contract/course.ts';
import type { Database } from '../db/schema.ts';
import { type Clock, today } from '../http/clock.ts';
import type { Mount } from '../http/mount/mount.ts';
import { readCardCourses, readFooter, readHeader, readHome, readNotices } from './content.repo.ts';

type ContentDeps = {
  clock: Clock;
  /** Reads courses of the catalogue in the order of `ids`. */
  readCourses: (
    db: Kysely<Database>,
    ids: readonly number[],
    columns: ReadonlySet<keyof Course>,
    asker: { today: string; studentId: null },
  ) => Promise<Course[]>;
};

/**
 * The columns of a course that a card on the home page needs besides the fields that every response about a course has.
 */
const cardColumns: ReadonlySet<keyof Course> = new Set(['featured_image_url', 'price']);

/**
 * The active menu items, without those under an inactive parent item. `mobileOnly` leaves out the mega menus;
 * `desktopOnly` leaves out the items of the second level.
 */
function chooseMenu(
  items: readonly MenuItem[],
  { mobileOnly, desktopOnly }: { mobileOnly?: boolean | undefined; desktopOnly?: boolean | undefined },
): MenuItem[] {
  const active = items.filter((menuItem) => menuItem.is_active);
  const activeIds = new Set(active.map((menuItem) => menuItem.id));
  return active
    .filter(({ parent_id }) => parent_id === null || (activeIds.has(parent_id) && !desktopOnly))
    .map((menuItem) => (mobileOnly ? { ...menuItem, has_mega_menu: false, mega_menu: null } : menuItem));
}

export function contentRoutes(mount: Mount, { clock, readCourses }: ContentDeps): void {
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
