import { buildNextRelease } from '../../e2e/support/site/next-release.ts';

/** Builds the next release once for all browsers whose tests deploy it (`NEXT_RELEASE`). */
export default async function createNextRelease(): Promise<() => Promise<void>> {
  const release = await buildNextRelease();
  process.env.NEXT_RELEASE = release.folder;
  return release.dispose;
}
