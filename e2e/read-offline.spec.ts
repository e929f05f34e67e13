import { categories } from '../contract/categories.ts';
import { Student } from './support/student.ts';
import { rafi } from './support/students.ts';
import { Visitor } from './support/visitor.ts';
import { expect, test } from './support/voyage.ts';

const programme = 'General Purpose Rating (GP Rating)';
const shortCourse = 'Personal Survival Techniques (PST)';
const inCart = 'Advanced Fire Fighting (AFF)';
const unopened = '/course-booking/master-unopened-423';

// The server of the worker is stopped on the way.
test.afterEach(({ site }) => site.restart());

test('a cadet reads the catalogue with the server gone', async ({ device, site, watch }) => {
  watch.expects(/net::ERR_|Failed to load resource/);
  const ashore = await device.open();
  const visitor = new Visitor(await ashore.newPage());
  await visitor.opensHome();
  await visitor.exploresCourses();
  await visitor.opensCourse(programme);
  await visitor.page.goBack();
  await visitor.opensCourse(shortCourse);
  await visitor.opensLogin();
  const student = await visitor.signsInByPassword(rafi);
  await student.choosesToGo('Book Online');
  await student.opensIndividualCourses();
  await student.addsCourseToCart(inCart);
  await student.opensCart();
  await student.isKeptByWorker();
  await device.close();
  await site.stop();

  const atSea = await device.open();
  const cadet = new Visitor(await atSea.newPage());
  await cadet.opensHome();
  await cadet.seesItIsOffline();
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
  await cadet.page.goto('/login');
  await cadet.arrivesAt('Login');

  const reader = new Student(cadet.page);
  await reader.page.goto('/course-booking/details');
  await reader.seesCart();
  await expect(reader.linesInCart(inCart)).toHaveCount(1);
  await expect(reader.page.getByText(/Your cart, as of/)).toBeVisible();
});
