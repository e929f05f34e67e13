import { expect, test } from './support/voyage.ts';

test.use({ baseURL: ({ network }, use) => use(network.origin) });

test('the site says what is true of the connection, whatever the device believes', async ({
  network,
  page,
  visitor,
  watch,
}) => {
  watch.expects(/net::ERR_|Failed to load resource/);
  const strip = page.getByRole('status').filter({ hasText: /You are offline|does not reach us/ });
  await visitor.opensHome();
  await visitor.exploresCourses();
  await visitor.isKeptByWorker();
  await expect(strip).toHaveCount(0);

  network.portal();
  await visitor.opensHome();
  await expect(strip).toContainText('This network does not reach us. It may want you to sign in to it first.');
  await visitor.findsItAccessible();
  await network.restore();
  await expect(strip).toHaveCount(0, { timeout: 40_000 });

  network.blackHole();
  await visitor.opensHome();
  await visitor.exploresCourses();
  await expect(strip).toContainText('You are offline.', { timeout: 40_000 });
  await network.restore();
  await expect(strip).toHaveCount(0, { timeout: 40_000 });
});
