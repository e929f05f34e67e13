import { categories } from '../../contract/categories.ts';
import { paths } from '../../contract/pages.ts';
import { Student } from '../support/screens/student.ts';
import { Visitor } from '../support/screens/visitor.ts';
import { expect, test } from '../support/test.ts';

test.use({ serviceWorkers: 'allow' });

const programme = 'General Purpose Rating (GP Rating)';
const shortCourse = 'Personal Survival Techniques (PST)';
const inCart = 'Advanced Fire Fighting (AFF)';
const unopened = '/course-booking/electronic-chart-display-and-information-system-ecdis-423';

// The journeys stop the site, which all journeys of this worker share, so start it again.
test.afterEach(({ site }) => site.restart());

test('a student reads the catalogue, saved pages and the cart while the server is down', async ({
  account,
  device,
  site,
  watch,
}) => {
  watch.expects(/net::ERR_|Failed to load resource|No response from server/);
  const visitor = new Visitor(await device.open());
  await visitor.opensHome();
  await visitor.exploresCourses();
  await visitor.opensCourse(programme);
  await visitor.findsCourse('pst', shortCourse);
  const student = await visitor.signsInByApi(account);
  await student.opensBookOnline('individual');
  await student.addsCourseToCart(inCart);
  await student.opensCart();
  await student.isServedByWorker();
  await device.close();
  await site.stop();

  const offline = new Visitor(await device.open());
  await offline.opensHome();
  await offline.seesItIsOffline();
  await expect(offline.page.getByText(/You see saved content, as of/)).toBeVisible();
  await expect(offline.page.getByRole('region', { name: 'Notices' })).toBeVisible();
  await offline.exploresCourses();
  await offline.opensCourse(programme);
  await offline.opensTab('Eligibility');
  await offline.findsCourse('persnal survial', shortCourse);
  await offline.page.goBack();
  await expect(offline.page.getByText('Only pages that are saved on this device are searched.')).toBeVisible();
  for (const { path, pageTitle } of categories) {
    await offline.page.goto(path);
    await offline.arrivesAt(pageTitle);
    await expect(offline.page.getByRole('link', { name: /^View Course/ })).not.toHaveCount(0);
  }

  await offline.page.goto(unopened);
  await offline.arrivesAt('This page is not saved');
  await offline.page.goto('/profile');
  await offline.arrivesAt('Your profile');
  await expect(offline.page.getByText('You are offline, and this is not saved on this device.').first()).toBeVisible();

  const signedIn = new Student(offline.page);
  await signedIn.opensBookOnline('individual');
  await expect(signedIn.page.getByText(/Seats and prices as of/)).toBeVisible();
  await signedIn.opensCart();
  await expect(signedIn.linesInCart(inCart)).toHaveCount(1);
  await expect(signedIn.page.getByText(/Your cart, as of/)).toBeVisible();
});

test('a visitor who has opened only Home reads the courses list and the policies offline', async ({
  device,
  site,
  watch,
}) => {
  watch.expects(/net::ERR_|Failed to load resource|No response from server/);
  const page = await device.open();
  const lastSavedAhead = page.waitForResponse('**/api/cms/content/grievance');
  const visitor = new Visitor(page);
  await visitor.opensHome();
  await visitor.isServedByWorker();
  await (await lastSavedAhead).finished();
  await device.close();
  await site.stop();
  const offline = new Visitor(await device.open());
  await offline.page.goto(paths.coursesList);
  for (const { listTitle } of categories) {
    const section = offline.page.getByRole('region', { name: listTitle });
    await expect(section.getByText(/^Showing 6 of \d+ courses$/)).toBeVisible();
    await expect(section.getByRole('link', { name: /^View Course/ })).toHaveCount(6);
  }
  await offline.page.goto(paths.terms);
  await offline.arrivesAt('Terms and Conditions');
  await offline.page.goto(paths.aboutUs);
  await offline.arrivesAt('Seafarers teaching seafarers since 1998');
});

test('if the server is down and a page is not saved on the device, the page loads automatically once the server is back', async ({
  device,
  site,
  watch,
}) => {
  watch.expects(/net::ERR_|Failed to load resource|No response from server/);
  const visitor = new Visitor(await device.open());
  await visitor.opensHome();
  await visitor.isServedByWorker();
  await site.stop();
  await visitor.page.goto(unopened);
  await visitor.arrivesAt('This page is not saved');
  await site.restart();
  await expect(visitor.page.getByRole('heading', { level: 1, name: /ECDIS/ })).toBeVisible({ timeout: 40_000 });
});
