import { startSite } from '../../e2e/support/site/site-server.ts';

/**
 * Before all browser tests (journeys), starts and stops a site, so that its database is created and filled. Every site
 * of a journey begins with a copy of this data folder. Copying takes a tenth of a second, creating it three seconds.
 */
export default async function createSiteTemplate(): Promise<() => Promise<void>> {
  const site = await startSite();
  await site.stop();
  process.env.SITE_TEMPLATE = site.dataDir;
  return () => site.dispose();
}
