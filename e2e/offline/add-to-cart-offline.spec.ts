import type { BrowserContext } from '@playwright/test';
import { Student } from '../support/screens/student.ts';
import type { Visitor } from '../support/screens/visitor.ts';
import type { StudentAccount } from '../support/site/students.ts';
import { expect, test } from '../support/test.ts';

test.use({ serviceWorkers: 'allow' });
test.use({ baseURL: ({ network }, use) => use(network.origin) });
test.beforeEach(({ watch }) => watch.expects(/net::ERR_|Failed to load resource/));

/** Collects the status of every cart addition that reaches the server. */
function followAdds(context: BrowserContext): number[] {
  const statuses: number[] = [];
  context.on('response', (response) => {
    if (response.url().endsWith('/api/cart/add')) statuses.push(response.status());
  });
  return statuses;
}

async function openBookOnline(visitor: Visitor, account: StudentAccount): Promise<Student> {
  const student = await visitor.signsInByApi(account);
  await student.opensBookOnline('individual');
  await student.isServedByWorker();
  // The cart is loaded, and stored for offline use, after the page has been shown.
  await student.page.waitForLoadState('networkidle');
  return student;
}

test('an item added to the cart offline is in the cart exactly once after the connection returns', async ({
  account,
  context,
  network,
  visitor,
}) => {
  const course = 'Personal Survival Techniques (PST)';
  const student = await openBookOnline(visitor, account);
  const statuses = followAdds(context);

  await network.cut();
  await student.addsCourse(course);
  await student.seesItWaiting(course);
  await student.findsItAccessible();
  await student.opensCart();
  await expect(student.linesInCart(course)).toContainText('Will be added when the connection is back.');

  await network.restore();
  await student.seesItInCart(course);
  await student.page.reload();
  await student.seesItInCart(course);
  expect(statuses).toEqual([200]);
});

test('an item added to the cart offline is sent by a tab opened later if the first tab was closed before the connection returned', async ({
  account,
  context,
  network,
  visitor,
}) => {
  const course = 'Fire Prevention and Fire Fighting (FPFF)';
  const student = await openBookOnline(visitor, account);
  const statuses = followAdds(context);

  await network.cut();
  await student.addsCourse(course);
  await student.seesItWaiting(course);
  await student.page.close();
  await network.restore();

  const later = new Student(await context.newPage());
  await later.page.goto('/');
  await later.opensCart();
  await later.seesItInCart(course);
  expect(statuses).toEqual([200]);
});

test('two items added to the cart offline in two tabs are each in the cart exactly once after the connection returns', async ({
  account,
  context,
  network,
  visitor,
}) => {
  const [one, other] = ['Elementary First Aid (EFA)', 'Medical First Aid (MFA)'];
  const first = await openBookOnline(visitor, account);
  const second = new Student(await context.newPage());
  await second.opensBookOnline('individual');
  const statuses = followAdds(context);

  await network.cut();
  await first.addsCourse(one);
  await first.seesItWaiting(one);
  await second.bringsTabToFront();
  await second.seesItWaiting(one);
  await second.addsCourse(other);
  await second.seesItWaiting(other);
  await first.seesItWaiting(other);

  await network.restore();
  await first.opensCart();
  await first.seesItInCart(one);
  await first.seesItInCart(other);
  expect(statuses).toEqual([200, 200]);
});
