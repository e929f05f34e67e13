import { Visitor } from '../support/screens/visitor.ts';
import { expect, test } from '../support/test.ts';

test('a link in the table of contents of a policy jumps to its section and puts the section into the URL', {
  tag: '@wide',
}, async ({ page, visitor }) => {
  await page.goto('/terms');
  await visitor.arrivesAt('Terms and Conditions');
  await page
    .getByRole('navigation', { name: 'On this page' })
    .getByRole('link', { name: /Complaints and law/ })
    .click();
  await expect(page).toHaveURL(/\/terms#disputes$/);
  const section = page.getByRole('region', { name: /Complaints and law/ });
  await expect(section).toBeInViewport();
  // Expect the section to be visible, not hidden behind the sticky header.
  await expect.poll(async () => (await section.boundingBox())?.y).toBeGreaterThan(60);
  await section.getByRole('link', { name: 'the grievance form' }).click();
  await visitor.arrivesAt('Grievance form');
});

test('a printed policy contains its text, but neither the site header nor the table of contents', async ({
  page,
  visitor,
}) => {
  await page.goto('/refund-policy');
  await visitor.arrivesAt('Cancellation & Refund Policy');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: 'How to cancel' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'On this page' })).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
});

test.describe('offline', () => {
  test.use({ serviceWorkers: 'allow', baseURL: ({ network }, use) => use(network.origin) });

  test('policies that were read on a slow network can be read offline, and the page of an unread policy says that it cannot be loaded', async ({
    network,
    page,
    watch,
  }) => {
    watch.expects(/net::ERR_|Failed to load resource|No response from server/);
    // Use a slow network: on a fast one, policies are saved before anybody opens them.
    await page.addInitScript(() => {
      const { connection } = navigator as Navigator & { connection?: object };
      Object.defineProperty(connection, 'effectiveType', { value: '3g' });
    });
    const visitor = new Visitor(page);
    const read: Array<[path: string, heading: string | RegExp]> = [
      ['/terms', 'Terms and Conditions'],
      ['/anti-ragging-policy-and-reporting', /^Anti-Ragging Policy/],
      ['/grievance-form', 'Grievance form'],
    ];
    for (const [path, heading] of read) {
      await page.goto(path);
      await visitor.arrivesAt(heading);
    }
    await visitor.isServedByWorker();
    await network.cut();
    for (const [path, heading] of read) {
      await page.goto(path);
      await visitor.arrivesAt(heading);
    }
    await expect(page.getByText('You are offline.').last()).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Committee' })).toBeVisible();
    await page.goto('/privacy-policy');
    await visitor.arrivesAt('Privacy Policy');
    await expect(page.getByText('Unable to load privacy policy currently!')).toBeVisible();
    await network.restore();
    await expect(page.getByRole('heading', { name: 'What we collect' })).toBeVisible({ timeout: 40_000 });
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('without JavaScript, the grievance page shows all its tabs and says that its form needs JavaScript', async ({
    page,
  }) => {
    await page.goto('/grievance-form');
    await expect(page.getByRole('table', { name: 'Members of the grievance committee' })).toBeVisible();
    await expect(page.getByText(/This form needs JavaScript/)).toBeVisible();
    await page.getByRole('tab', { name: 'Objectives' }).click();
    await expect(page.getByText(/fair hearing/)).toBeVisible();
    await page.getByRole('tab', { name: 'Process' }).click();
    await expect(page.getByText(/natural justice/)).toBeVisible();
  });
});
