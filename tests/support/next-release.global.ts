import { buildNextRelease } from '../../e2e/support/site/next-release.ts';

/**
 * Builds the next release of the site once for the tests of all browsers. The environment variable `NEXT_RELEASE` holds
 * the folder of the build.
 */
export default async function createNextRelease(): Promise<() => Promise<void>> {
  const release = await buildNextRelease();
  process.env.NEXT_RELEASE = release.folder;
  return release.dispose;
}
