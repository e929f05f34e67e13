import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { courseColumns } from '../../contract/course.ts';
import { bookingRoutes } from '../booking/booking.routes.ts';
import { catalogueRoutes } from '../catalogue/catalogue.routes.ts';
import { readCourses } from '../catalogue/course.repo.ts';
import { readDiscounts, toDiscount } from '../catalogue/discount.repo.ts';
import { pricePackage, toPrice } from '../catalogue/price.ts';
import { readHeader } from '../content/content.repo.ts';
import { contentRoutes } from '../content/content.routes.ts';
import { pageRoutes } from '../content/page.routes.ts';
import { redirectOldAddresses } from '../content/redirect-hook.ts';
import type { Database } from '../db/schema.ts';
import { departmentRoutes } from '../departments/departments.routes.ts';
import { searchRoutes } from '../html/search.routes.ts';
import { askWithin } from '../http/own-calls.ts';
import { feedRoutes } from '../news/feed.routes.ts';
import { newsRoutes } from '../news/news.routes.ts';
import { offlineRoutes } from '../offline/offline.routes.ts';
import { PictureShelf } from '../offline/voyage-pictures.ts';
import { VoyageShelf } from '../offline/voyage-shelf.ts';
import { today } from '../providers/clock.ts';
import { submissionRoutes } from '../submissions/submissions.routes.ts';
import type { Foundation } from './foundation.ts';

/** Everything that anybody may read, and the forms that anybody may send. */
export function composePublicSite(foundation: Foundation): void {
  const { env, db, clock, server, mount, rates, cache, sessions, ports } = foundation;
  const { mail, news } = ports;
  catalogueRoutes(mount, { clock });
  contentRoutes(mount, { clock, readCourses });
  pageRoutes(mount);
  redirectOldAddresses(server, { db, clock });
  departmentRoutes(mount);
  submissionRoutes(mount, { db, clock, mail, staffEmail: env.STAFF_EMAIL, findSubject: sessions.find });
  newsRoutes(server, { news, cache, rates });
  const found = { news, cache, rates, publicUrl: env.PUBLIC_URL };
  feedRoutes(server, { ...found, readSiteName: async () => (await readHeader(db)).brand.name });
  searchRoutes(server, { ...found, db });
  const wholeCourse = new Set(courseColumns);
  const sources = {
    db,
    news,
    ask: askWithin(server),
    readWholeCourses: (handle: Kysely<Database>, ids: readonly number[]) =>
      readCourses(handle, ids, wholeCourse, { today: today(clock), studentId: null }),
  };
  const pictures = new PictureShelf(join(env.CONTENT_DIR, 'media'));
  offlineRoutes(mount, { shelf: new VoyageShelf({ sources, pictures, clock }) });
  bookingRoutes(mount, {
    clock,
    readCourses,
    readDiscounts,
    toDiscount,
    price: (fee, courseFees, discounts) => toPrice(pricePackage(fee, courseFees, discounts)),
    findSubject: (request) => sessions.find(request),
  });
}
