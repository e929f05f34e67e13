import { startSite } from '../../e2e/support/site/site-server.ts';

/**
 * Starts and stops a site before all browser tests (journeys), so that its database is created and filled. Every site
 * that a journey starts begins with a copy of this site's data folder. Making a copy takes a tenth of a second,
 * creating the folder takes three seconds.
 */
export default async function createSiteTemplate(): Promise<() => Promise<void>> {
  const site = await startSite();
  await site.stop();
  process.env.SITE_TEMPLATE = site.dataDir;
  return () => site.dispose();
}
