import { categories } from '../contract/categories.ts';
import { emptyCart } from './support/empty-cart.ts';
import { Student } from './support/student.ts';
import { rafi } from './support/students.ts';
import { Visitor } from './support/visitor.ts';
import { expect, test } from './support/voyage.ts';

const programme = 'General Purpose Rating (GP Rating)';
const shortCourse = 'Personal Survival Techniques (PST)';
const inCart = 'Advanced Fire Fighting (AFF)';
const unopened = '/course-booking/electronic-chart-display-and-information-system-ecdis-423';

// On the way the server that the worker shares is stopped.
test.afterEach(({ site }) => site.restart());

test('a cadet reads the catalogue with the server gone', async ({ device, site, watch }) => {
  watch.expects(/net::ERR_|Failed to load resource|No response from server/);
  const visitor = new Visitor(await device.open());
  await visitor.opensHome();
  await visitor.exploresCourses();
  await visitor.opensCourse(programme);
  await visitor.page.goBack();
  await visitor.opensCourse(shortCourse);
  const student = await visitor.isSignedInAs(rafi);
  await emptyCart(student.page);
  await student.opensBookOnline('individual');
  await student.addsCourseToCart(inCart);
  await student.opensCart();
  await student.isKeptByWorker();
  await device.close();
  await site.stop();

  const cadet = new Visitor(await device.open());
  await cadet.opensHome();
  await cadet.seesItIsOffline();
  await expect(cadet.page.getByText(/You see what was saved, as of/)).toBeVisible();
  await expect(cadet.page.getByRole('region', { name: 'Notices' })).toBeVisible();
  await cadet.exploresCourses();
  await cadet.opensCourse(programme);
  await cadet.opensTab('Eligibility');
  await cadet.page.goBack();
  await cadet.opensCourse(shortCourse);
  for (const { path, pageTitle } of categories) {
    await cadet.page.goto(path);
    await cadet.arrivesAt(pageTitle);
    await expect(cadet.page.getByRole('link', { name: /^View Course/ })).not.toHaveCount(0);
  }

  await cadet.page.goto(unopened);
  await cadet.arrivesAt('This page is not saved');
  await cadet.page.goto('/profile');
  await cadet.arrivesAt('Your profile');
  await expect(cadet.page.getByText('Your details could not be loaded.')).toBeVisible();

  const reader = new Student(cadet.page);
  await reader.opensBookOnline('individual');
  await expect(reader.page.getByText(/Seats and prices as of/)).toBeVisible();
  await reader.opensCart();
  await expect(reader.linesInCart(inCart)).toHaveCount(1);
  await expect(reader.page.getByText(/Your cart, as of/)).toBeVisible();
});

test('an opened page that was not saved appears by itself once the server is back', async ({ device, site, watch }) => {
  watch.expects(/net::ERR_|Failed to load resource|No response from server/);
  const visitor = new Visitor(await device.open());
  await visitor.opensHome();
  await visitor.isKeptByWorker();
  await site.stop();
  await visitor.page.goto(unopened);
  await visitor.arrivesAt('This page is not saved');
  await site.restart();
  await expect(visitor.page.getByRole('heading', { level: 1, name: /ECDIS/ })).toBeVisible({ timeout: 40_000 });
});
