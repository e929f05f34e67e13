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
import type { Tab } from './support/tab.ts';
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
  await seesNoPictureIcons(later);
  await later.opens('/course-booking/electronic-chart-display-and-information-system-ecdis-423');
  await later.arrivesAt('This page is not saved');
  await later.opens('/course-booking/details');
  await later.arrivesAt('Your cart');
  await later.seesExactly(1, lineOf(course));
  await later.sees({ role: 'main', text: /Your cart, as of/ });
});

test('a course added to the cart without a network is in the cart exactly once after the connection returns', {
  tag: '@firefox',
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

test('a course added to the cart offline, right after the page has loaded, is in the cart after the connection returns', async ({
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

/**
 * Adds two pictures that cannot be loaded, one with alternative text and one without. All pictures of the page that
 * could not be loaded must be drawn as tinted boxes with their alternative text, without the browser's icon.
 */
async function seesNoPictureIcons(tab: Tab): Promise<void> {
  await tab.runs(() => {
    for (const alt of ['', 'Two cadets on the bridge']) {
      const picture = document.createElement('img');
      Object.assign(picture, { alt, width: 320, height: 160, src: `/media/courses/none-${alt.length}.webp` });
      document.querySelector('main')?.prepend(picture);
    }
  }, null);
  const countFailed = () => tab.runs(() => document.querySelectorAll('img[data-failed]').length, null);
  await expect.poll(countFailed).toBeGreaterThanOrEqual(2);
  const count = await countFailed();
  const drawn: Array<Drawn | null> = [];
  for (let place = 0; place < count; place += 1) {
    await tab.runs(showFailed, place);
    drawn.push(await tab.runs(readFailed, { place, screen: (await tab.screenshot()).toString('base64') }));
  }
  const seen = drawn.filter((one) => one !== null);
  expect(seen.map(({ alt }) => alt)).toEqual(expect.arrayContaining(['', 'Two cadets on the bridge']));
  const expected = seen.map(({ alt }) => ({ alt, isEdgeTinted: true, isWholeTinted: alt === '' }));
  expect(seen, 'how failed pictures are drawn').toEqual(expected);
}

/** Scrolls to a picture that could not be loaded, and waits until it is drawn. Runs in the page. */
async function showFailed(place: number): Promise<void> {
  const picture = document.querySelectorAll('img[data-failed]')[place];
  picture?.scrollIntoView({ block: 'center', behavior: 'instant' });
  for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
}

type Drawn = { alt: string; isEdgeTinted: boolean; isWholeTinted: boolean };

/**
 * Finds in a screenshot of the window whether a picture that could not be loaded has the colour of the tint, at its
 * upper edge and everywhere. Null if something covers the picture. Runs in the page.
 */
async function readFailed({ place, screen }: { place: number; screen: string }): Promise<Drawn | null> {
  const picture = document.querySelectorAll<HTMLImageElement>('img[data-failed]')[place];
  const shot = new Image();
  shot.src = `data:image/png;base64,${screen}`;
  await shot.decode();
  const { width, height } = shot;
  const pen = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d', {
    willReadFrequently: true,
  });
  if (!picture || !pen) return null;
  const { left, top, width: across, height: down } = picture.getBoundingClientRect();
  if (document.elementFromPoint(left + across / 2, top + down / 2) !== picture) return null;
  pen.fillStyle = getComputedStyle(picture, '::after').backgroundColor;
  pen.fillRect(0, 0, 1, 1);
  const tint = pen.getImageData(0, 0, 1, 1).data;
  pen.drawImage(shot, 0, 0);
  const scale = width / innerWidth;
  const isTinted = (x: number, y: number) => {
    const { data } = pen.getImageData(Math.round((left + x) * scale), Math.round((top + y) * scale), 1, 1);
    return data.every((part, index) => Math.abs(part - (tint[index] ?? 0)) < 4);
  };
  const steps = Array.from({ length: 81 }, (_, step) => 0.1 + step / 100);
  return {
    alt: picture.alt,
    isEdgeTinted: steps.every((x) => isTinted(x * across, 1)),
    isWholeTinted: steps.every((x) => steps.every((y) => isTinted(x * across, y * down))),
  };
}

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
