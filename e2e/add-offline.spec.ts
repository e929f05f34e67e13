import type { BrowserContext } from '@playwright/test';
import { emptyCart } from './support/empty-cart.ts';
import { Student } from './support/student.ts';
import { meera } from './support/students.ts';
import type { Visitor } from './support/visitor.ts';
import { expect, test } from './support/voyage.ts';

test.use({ baseURL: ({ network }, use) => use(network.origin) });
test.beforeEach(({ watch }) => watch.expects(/net::ERR_|Failed to load resource/));

/** How the server answered each add that reached it. */
function followAdds(context: BrowserContext): number[] {
  const answers: number[] = [];
  context.on('response', (response) => {
    if (response.url().endsWith('/api/cart/add')) answers.push(response.status());
  });
  return answers;
}

async function openBookOnline(visitor: Visitor): Promise<Student> {
  const student = await visitor.isSignedInAs(meera);
  await emptyCart(student.page);
  await student.opensBookOnline('individual');
  await student.isKeptByWorker();
  return student;
}

test('an item added offline is in the cart once, after the connection returns', async ({
  context,
  network,
  visitor,
}) => {
  const course = 'Personal Survival Techniques (PST)';
  const student = await openBookOnline(visitor);
  const answers = followAdds(context);

  await network.cut();
  await student.addsCourse(course);
  await student.seesItWaiting(course);
  await student.findsItAccessible();
  await student.opensCart();
  await expect(student.linesInCart(course)).toContainText('Waits for the connection, then joins your cart.');

  await network.restore();
  await student.seesItInCart(course);
  await student.page.reload();
  await student.seesItInCart(course);
  expect(answers).toEqual([200]);
});

test('an item added offline reaches the cart although its tab was closed meanwhile', async ({
  context,
  network,
  visitor,
}) => {
  const course = 'Fire Prevention and Fire Fighting (FPFF)';
  const student = await openBookOnline(visitor);
  const answers = followAdds(context);

  await network.cut();
  await student.addsCourse(course);
  await student.seesItWaiting(course);
  await student.page.close();
  await network.restore();

  const later = new Student(await context.newPage());
  await later.page.goto('/');
  await later.opensCart();
  await later.seesItInCart(course);
  expect(answers).toEqual([200]);
});

test('items added offline in two tabs are in the cart once each', async ({ context, network, visitor }) => {
  const [one, other] = ['Elementary First Aid (EFA)', 'Medical First Aid (MFA)'];
  const first = await openBookOnline(visitor);
  const second = new Student(await context.newPage());
  await second.opensBookOnline('individual');
  const answers = followAdds(context);

  await network.cut();
  await first.addsCourse(one);
  await first.seesItWaiting(one);
  await second.seesItWaiting(one);
  await second.addsCourse(other);
  await second.seesItWaiting(other);
  await first.seesItWaiting(other);

  await network.restore();
  await first.opensCart();
  await first.seesItInCart(one);
  await first.seesItInCart(other);
  expect(answers).toEqual([200, 200]);
});
