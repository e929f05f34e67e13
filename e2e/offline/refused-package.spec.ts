import type { Locator } from '@playwright/test';
import { Cart } from '../support/screens/cart.ts';
import type { Student } from '../support/screens/student.ts';
import type { Visitor } from '../support/screens/visitor.ts';
import { loadChangedContent } from '../support/site/changed-content.ts';
import type { SiteServer } from '../support/site/site-server.ts';
import type { StudentAccount } from '../support/site/students.ts';
import { expect, test } from '../support/test.ts';

// These journeys fill a batch and change a package, so they need a site of their own.
test.use({
  academy: 'refused-package',
  serviceWorkers: 'allow',
  baseURL: ({ network }, use) => use(network.origin),
});
test.describe.configure({ mode: 'default' });
test.beforeEach(({ watch }) => watch.expects(/net::ERR_|Failed to load resource/));

const pack = 'Security Pack';
const [officer, security] = [
  'Ship Security Officer (SSO)',
  'Security Training for Seafarers with Designated Security Duties (STSDSD)',
] as const;
const added = 'Elementary First Aid (EFA)';

/** Opens the packages on Book Online and stores them for offline use. */
async function opensPackages(visitor: Visitor, account: StudentAccount): Promise<Student> {
  const student = await visitor.signsInByApi(account);
  await student.opensBookOnline('packages');
  await student.isServedByWorker();
  await student.page.waitForLoadState('networkidle');
  return student;
}

/** Chooses the last batch of each course of the package and adds it. @returns the ids of the chosen batches */
async function addsPackage(student: Student, courses: readonly string[]): Promise<string[]> {
  const offer = student.offerOf(pack);
  const closedList = offer.getByText('Show courses and batches');
  if (await closedList.isVisible()) await closedList.click();
  const cart = new Cart(student.page);
  for (const course of courses) {
    const batches = cart.batchOf(course);
    await expect(batches.locator('option').nth(1)).toBeAttached();
    await batches.selectOption({ index: (await batches.locator('option').count()) - 1 });
  }
  const chosen = await Promise.all(courses.map((course) => cart.batchId(course)));
  await offer.getByRole('button', { name: 'Add Package' }).click();
  return chosen;
}

/**
 * Reads why the server has refused the waiting package, and follows the link to choose again. `canRetry`: whether the
 * same choice may succeed later, so that 'Try again' is offered too. @returns the list item of the waiting change
 */
async function choosesAgain(student: Student, reason: string, canRetry: boolean): Promise<Locator> {
  const { page } = student;
  const refused = page.getByRole('region', { name: '1 change waiting' }).getByRole('listitem');
  await expect(refused).toContainText(reason, { timeout: 60_000 });
  await expect(refused.getByRole('button', { name: 'Try again' })).toHaveCount(canRetry ? 1 : 0);
  await student.findsItAccessible();
  await refused.getByRole('link', { name: 'Choose batches again' }).click();
  await expect(page.getByRole('tabpanel').getByRole('heading', { level: 3 }).first()).toHaveText(pack);
  return refused;
}

/** Expects the package to be in the cart and no longer among the waiting changes. */
async function seesItAdded(student: Student, refused: Locator): Promise<void> {
  await student.seesToast('Item added to cart');
  await expect(refused).toHaveCount(0);
  await student.opensCart();
  await student.seesItInCart(pack);
}

/** Adds a course to the package, as the academy does by loading changed content. */
function addsCourseToPackage(site: SiteServer, code: string): Promise<void> {
  return loadChangedContent(
    site,
    'packages.json',
    (packages: Array<{ package_name: string; course_codes: string[] }>) => {
      for (const one of packages) if (one.package_name === pack) one.course_codes.push(code);
    },
  );
}

test('if a batch of a package fills up while the package waits in the outbox, the student is led to choose other dates', async ({
  account,
  network,
  staff,
  visitor,
}) => {
  const student = await opensPackages(visitor, account);
  await network.cut();
  const [full = ''] = await addsPackage(student, [officer, security]);
  await student.seesItWaiting(pack);
  await staff.fillsBatch(full);

  await network.restore();
  const refused = await choosesAgain(student, 'No seats are available for this batch.', true);
  const cart = new Cart(student.page);
  await expect(cart.batchOf(officer).locator(`option[value="${full}"]`)).toHaveCount(0);
  await addsPackage(student, [officer, security]);
  await seesItAdded(student, refused);
  await expect(cart.batchOf(officer)).not.toHaveValue(full);
});

test('if the academy adds a course to a package while the package waits in the outbox, the student is led to choose all batches again', async ({
  account,
  network,
  site,
  visitor,
}) => {
  const student = await opensPackages(visitor, account);
  await network.cut();
  await addsPackage(student, [officer, security]);
  await student.seesItWaiting(pack);
  await addsCourseToPackage(site, 'EFA');

  await network.restore();
  const refused = await choosesAgain(student, 'Please select batches for all courses', false);
  await addsPackage(student, [officer, security, added]);
  await seesItAdded(student, refused);
  await expect(student.linesInCart(pack)).toContainText(added);
});
