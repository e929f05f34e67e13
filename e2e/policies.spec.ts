import { Visitor } from './support/visitor.ts';
import { expect, test } from './support/voyage.ts';

test('a reader goes from the contents to a section, which can be linked', async ({ page, visitor }) => {
  await page.goto('/terms');
  await visitor.arrivesAt('Terms and Conditions');
  await page
    .getByRole('navigation', { name: 'On this page' })
    .getByRole('link', { name: /Complaints and law/ })
    .click();
  await expect(page).toHaveURL(/\/terms#disputes$/);
  const section = page.getByRole('region', { name: /Complaints and law/ });
  await expect(section).toBeInViewport();
  // Not behind the header that sticks to the top.
  await expect.poll(async () => (await section.boundingBox())?.y).toBeGreaterThan(60);
  await section.getByRole('link', { name: 'the grievance form' }).click();
  await visitor.arrivesAt('Grievance form');
});

test('on paper a policy is its text alone', async ({ page, visitor }) => {
  await page.goto('/refund-policy');
  await visitor.arrivesAt('Cancellation & Refund Policy');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: 'How to cancel' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'On this page' })).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
});

test.describe('without a connection', () => {
  test.use({ baseURL: ({ network }, use) => use(network.origin) });

  test('the rules that were read are there, and the others say that they are not', async ({ network, page, watch }) => {
    watch.expects(/net::ERR_|Failed to load resource|No response from server/);
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
    await visitor.isKeptByWorker();
    await network.cut();
    for (const [path, heading] of read) {
      await page.goto(path);
      await visitor.arrivesAt(heading);
    }
    await expect(page.getByText('The connection is gone at present.')).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Committee' })).toBeVisible();
    await page.goto('/privacy-policy');
    await visitor.arrivesAt('Privacy Policy');
    await expect(page.getByText('Unable to load privacy policy currently!')).toBeVisible();
    await network.restore();
    await expect(page.getByRole('heading', { name: 'What we collect' })).toBeVisible({ timeout: 40_000 });
  });
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('every tab of the grievance page can be read, and the form says how to send without it', async ({ page }) => {
    await page.goto('/grievance-form');
    await expect(page.getByRole('table', { name: 'Members of the grievance committee' })).toBeVisible();
    await expect(page.getByText(/This form needs JavaScript to send/)).toBeVisible();
    await page.getByRole('tab', { name: 'Objectives' }).click();
    await expect(page.getByText(/fair hearing/)).toBeVisible();
    await page.getByRole('tab', { name: 'Process' }).click();
    await expect(page.getByText(/natural justice/)).toBeVisible();
  });
});
