import { expect, test } from '../support/test.ts';

test.use({ serviceWorkers: 'allow' });

const oldShell = '<!-- shell of the old release -->';

test('a new service worker is installed only after the server has begun to send the HTML shell of the same release', async ({
  context,
  visitor,
  watch,
}) => {
  watch.expects(/integrity|ServiceWorker|service worker|Failed to load resource/i);
  let isUpgraded = false;
  let requests = 0;
  await context.route('**/shell.html', async (route) => {
    requests += 1;
    const response = await route.fetch();
    return route.fulfill({ response, body: (await response.text()) + (isUpgraded ? '' : oldShell) });
  });
  await visitor.opensHome();
  await expect.poll(() => requests).toBeGreaterThan(1);
  isUpgraded = true;
  await visitor.isServedByWorker();
  const stored = await visitor.page.evaluate(async () => {
    const shell = await caches.match('/shell.html', { ignoreSearch: true });
    return shell?.text();
  });
  expect(stored).toContain('</html>');
  expect(stored).not.toContain(oldShell);
});
