import { countRows } from '../support/site/student-rows.ts';
import {
  addsCourse,
  button,
  heading,
  lineOf,
  offerOf,
  opensBookOnline,
  opensCart,
  seesInCart,
  signInByCalls,
  status,
} from './support/student.ts';
import { expect, test } from './support/test.ts';

const course = 'Personal Survival Techniques (PST)';
const offline = status('You are offline.');

test('pages that were opened before can be read after the browser was restarted without a network', async ({
  tab,
  openTab,
  account,
  network,
}) => {
  const programme = 'General Purpose Rating (GP Rating)';
  await tab.opens('/');
  await tab.arrivesAt(/./);
  await tab.taps({ role: 'link', name: 'Explore Courses', within: { role: 'main' } });
  await tab.arrivesAt('All courses');
  await tab.taps({ role: 'link', name: /^View Course/, within: offerOf(programme) });
  await tab.arrivesAt(programme);
  await signInByCalls(tab, account);
  await opensBookOnline(tab, 'individual');
  await addsCourse(tab, course);
  await tab.sees(status('Item added to cart'));
  await opensCart(tab);
  await seesInCart(tab, course);
  await tab.isServedByWorker();
  await network.cut();

  const later = await openTab('afterRestart');
  await later.opens('/');
  await later.arrivesAt(/./);
  await later.sees(offline);
  await later.sees({ text: /You see saved content, as of/ });
  await later.taps({ role: 'link', name: 'Explore Courses', within: { role: 'main' } });
  await later.arrivesAt('All courses');
  await later.taps({ role: 'link', name: /^View Course/, within: offerOf(programme) });
  await later.arrivesAt(programme);
  await later.opens('/course-booking/electronic-chart-display-and-information-system-ecdis-423');
  await later.arrivesAt('This page is not saved');
  await later.opens('/course-booking/details');
  await later.arrivesAt('Your cart');
  await later.seesExactly(1, lineOf(course));
  await later.sees({ role: 'main', text: /Your cart, as of/ });
});

test('a course added to the cart without a network is in the cart exactly once after the connection returns', {
  tag: '@daily',
}, async ({ tab, account, network, site }) => {
  await signInByCalls(tab, account);
  await opensBookOnline(tab, 'individual');
  await tab.isServedByWorker();
  await network.cut();
  await addsCourse(tab, course);
  await tab.sees({ ...button('Waiting for connection'), within: offerOf(course) });
  await tab.sees(offline);
  await tab.reloads();
  await tab.sees({ role: 'region', name: /changes? waiting$/ });
  await network.restore();
  await tab.sees({ text: 'In your cart.', within: offerOf(course) }, { withinMs: 60_000 });
  await opensCart(tab);
  await seesInCart(tab, course);
  await tab.reloads();
  await seesInCart(tab, course);
  const adds = network.requests.filter(({ line }) => line.startsWith('POST /api/cart/add'));
  expect(adds).toHaveLength(1);
  expect((await countRows(site, account.mobile)).cart).toBe(1);
});

test('a course added to the cart without a network, right after the page has loaded, still reaches the cart', async ({
  tab,
  account,
  network,
  site,
}) => {
  await signInByCalls(tab, account);
  await opensBookOnline(tab, 'individual');
  await network.cut();
  await addsCourse(tab, course);
  await tab.sees({ ...button('Waiting for connection'), within: offerOf(course) });
  await network.restore();
  await tab.sees({ text: 'In your cart.', within: offerOf(course) }, { withinMs: 60_000 });
  expect((await countRows(site, account.mobile)).cart).toBe(1);
});

test('the download “Save for the voyage” survives a lost connection, and pages never opened can then be read offline', async ({
  tab,
  openTab,
  network,
}) => {
  const main = { role: 'main' };
  await tab.opens('/');
  await tab.arrivesAt(/./);
  await tab.isServedByWorker();
  await tab.opens('/save-for-the-voyage');
  await tab.arrivesAt('Save for the voyage');
  await tab.ticks({ role: 'checkbox', name: /^With pictures/ });
  network.delay(100);
  network.limit(100_000);
  await tab.taps(button(/^Save \(/));
  await tab.sees({ text: /of .* [1-9]\d* %$/, within: main });
  await network.cut();
  await tab.sees({ ...heading('Waiting for the connection', 2), within: main });
  await network.restore();
  await tab.sees({ text: 'Everything is on this device.', within: main }, { withinMs: 120_000 });
  await network.cut();

  const later = await openTab('afterRestart');
  for (const [path, title] of [
    ['/refund-policy', /refund/i],
    ['/courses/management-courses', /management/i],
    ['/course-booking/electronic-chart-display-and-information-system-ecdis-423', /^Electronic Chart Display/],
  ] as const) {
    await later.opens(path);
    await later.arrivesAt(title);
    await later.seesNo({ text: /could not be loaded|is not saved/, within: main });
  }
  const width = () =>
    later.runs(() => document.querySelector<HTMLImageElement>('main picture img')?.naturalWidth, null);
  await expect.poll(width, 'the picture is shown').toBeGreaterThan(0);
});

test('logging out leaves no personal data of the student on the device', async ({ tab, account, network }) => {
  await signInByCalls(tab, account);
  await tab.opens('/profile');
  await tab.arrivesAt('Your profile');
  await tab.sees({ text: account.email });
  await opensBookOnline(tab, 'individual');
  await tab.isServedByWorker();
  const traces = [account.email, account.mobile, account.indos];
  const find = () => tab.runs(findInStorage, traces);
  expect(await find()).not.toEqual([]);
  await tab.opens('/profile');
  await network.cut();
  await tab.taps(button('Logout'));
  await tab.seesNo({ text: account.email });
  await expect.poll(find).toEqual([]);
  await network.restore();
  await tab.opens('/profile');
  await tab.arrivesAt('Login');
});

/** Finds which of the texts are in anything that this site has stored. Runs in the page. */
async function findInStorage(texts: readonly string[]): Promise<string[]> {
  const resultOf = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const stored = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys())
      stored.push(request.url, (await (await cache.match(request))?.text()) ?? '');
  }
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await resultOf(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const records = database.transaction(store).objectStore(store);
      const [keys, rows] = await Promise.all([resultOf(records.getAllKeys()), resultOf(records.getAll())]);
      stored.push(JSON.stringify(keys), JSON.stringify(rows));
    }
    database.close();
  }
  const everything = stored.join('\n').toLowerCase();
  return texts.filter((text) => everything.includes(text.toLowerCase()));
}
