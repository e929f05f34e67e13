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
import { measurePicture } from '../content/pictures/content-picture.repo.ts';
import { redirectOldAddresses } from '../content/redirect-hook.ts';
import type { Database } from '../db/schema.ts';
import { departmentRoutes } from '../departments/departments.routes.ts';
import { sitemapRoutes } from '../html/sitemap/sitemap.routes.ts';
import { today } from '../http/clock.ts';
import { createInProcessGet } from '../http/in-process-calls.ts';
import { feedRoutes } from '../news/feed.routes.ts';
import { newsRoutes } from '../news/news.routes.ts';
import { offlineRoutes } from '../offline/offline.routes.ts';
import { OfflineLibrary } from '../offline/offline-library.ts';
import { PictureIndex } from '../offline/picture-index.ts';
import { searchRoutes } from '../search/search.routes.ts';
import { SiteIndex } from '../search/site-index.ts';
import { submissionRoutes } from '../submissions/submissions.routes.ts';
import type { AppContext } from './app-context.ts';

/**
 * Sets up the API calls for everything that visitors can read without signing in, and for the forms that they can send.
 */
export function composePublicSite(context: AppContext): void {
  const { env, db, clock, server, mount, rates, cache, sessions, ports } = context;
  const { mail, news } = ports;
  catalogueRoutes(mount, { clock });
  contentRoutes(mount, { clock, readCourses });
  pageRoutes(mount);
  redirectOldAddresses(server, { db, clock });
  departmentRoutes(mount);
  submissionRoutes(mount, { db, clock, mail, staffEmail: env.STAFF_EMAIL, findSubject: sessions.find });
  newsRoutes(server, { news, cache, rates });
  searchRoutes(mount, { index: new SiteIndex({ db, news, clock }) });
  const crawlerDeps = { news, cache, rates, publicUrl: env.PUBLIC_URL };
  feedRoutes(server, { ...crawlerDeps, readSiteName: async () => (await readHeader(db)).brand.name });
  sitemapRoutes(server, { ...crawlerDeps, db });
  const allColumns = new Set(courseColumns);
  const sources = {
    db,
    news,
    get: createInProcessGet(server),
    readWholeCourses: (handle: Kysely<Database>, ids: readonly number[]) =>
      readCourses(handle, ids, allColumns, { today: today(clock), studentId: null }),
  };
  const pictures = new PictureIndex(join(env.CONTENT_DIR, 'media'), (path) => measurePicture(db, path));
  offlineRoutes(mount, { library: new OfflineLibrary({ sources, pictures, clock }) });
  bookingRoutes(mount, {
    clock,
    readCourses,
    readDiscounts,
    toDiscount,
    price: (fee, courseFees, discounts) => toPrice(pricePackage(fee, courseFees, discounts)),
    findSubject: (request) => sessions.find(request),
  });
}
