import { expect, type Locator, type Page } from '@playwright/test';
import { paths } from '../../../contract/pages.ts';
import { makeTextPdf } from '../../../tests/support/pdf.ts';
import { Documents } from '../screens/documents.ts';
import { Screen } from '../screens/screen.ts';
import { Student } from '../screens/student.ts';
import type { BookingApi } from '../site/booking-api.ts';
import type { StudentRows } from '../site/student-rows.ts';
import type { NewAccount } from '../site/students.ts';
import type { Effect } from './conditions.ts';

/** Passed to the functions of a `State`, which prepare, perform and check an action. */
export type Stage = {
  page: Page;
  booking: BookingApi;
  account: NewAccount;
  /** Selects the course to book. */
  index: number;
  /** Whether the service worker is installed. */
  hasWorker: boolean;
  /** URL of the sandbox payment page that was opened last. */
  paymentPage: string;
  /** Approves the payment on the sandbox payment page with this URL. */
  decidesPayment: (paymentPage: string) => Promise<void>;
};

/**
 * A state of the site in which the network becomes bad, and the action that the student then performs there, such as
 * adding a course to the cart.
 */
export type State = {
  name: string;
  /** Opens the screen of the student's action while the network is still good. */
  prepare: (stage: Stage) => Promise<void>;
  /** Changes something on the server from outside this browser, before the network becomes bad. */
  elsewhere?: (stage: Stage) => Promise<void>;
  /** Performs the student's action while the network is bad. */
  act: (stage: Stage) => Promise<void>;
  /** The element that is visible once the student's action has succeeded. */
  done: (stage: Stage) => Locator;
  /** The buttons with which the screen lets the student try again after a failure. */
  waysOn: (stage: Stage) => Locator[];
  /** Matches the text that the screen shows while the bad network prevents the student's action. */
  failure: RegExp;
  /**
   * Whether the student's action needs JavaScript that the page has not loaded yet. If there is no service worker, such
   * an action fails while scripts are cut off.
   */
  needsCode?: boolean;
  /** Whether the student's action counts as done only after its pictures have loaded. */
  needsPictures?: boolean;
  /** Asserts that what the student typed or chose is still there after a failure. */
  keeps?: (stage: Stage) => Promise<void>;
  /**
   * How many rows the student's action adds to each database table. Tables that are not listed must keep their number
   * of rows.
   */
  rows: Partial<StudentRows>;
};

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const main = (page: Page) => page.getByRole('main');

async function opens(stage: Stage, path: string): Promise<void> {
  await stage.page.goto(path);
  const screen = new Screen(stage.page);
  await screen.seesScriptRunning();
  await screen.seesItLoaded();
  if (stage.hasWorker) await screen.isServedByWorker();
}

const browsed = 'Personal Safety and Social Responsibilities (PSSR)';
const added = 'Personal Survival Techniques (PST)';
const pack = 'Security Pack';

const cardOf = (page: Page, name: string) =>
  main(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3, name, exact: true }) });

const browse: State = {
  name: 'browse',
  async prepare(stage) {
    await opens(stage, '/courses/post-sea-courses');
    await expect(cardOf(stage.page, browsed)).toBeVisible();
  },
  act: ({ page }) =>
    cardOf(page, browsed)
      .getByRole('link', { name: /^View Course/ })
      .click(),
  done: ({ page }) => heading(page, browsed),
  waysOn: ({ page }) => [button(page, 'Try again')],
  failure: /This page (?:is not saved|could not be loaded)/,
  needsCode: true,
  rows: {},
};

const offerOf = ({ page }: Stage, name: string) => new Student(page).offerOf(name);

const add: State = {
  name: 'add a course',
  async prepare(stage) {
    await opens(stage, '/course-booking?tab=individual');
    await new Student(stage.page).choosesBatch(added);
    // The choice of a batch loads the card's state machine, which adds an icon to the button. Without it, the card
    // cannot say that the course is saved on this device.
    await expect(offerOf(stage, added).getByRole('button', { name: 'Add to cart' }).locator('svg')).toBeVisible();
  },
  act: (stage) => offerOf(stage, added).getByRole('button', { name: 'Add to cart' }).click(),
  done: (stage) => offerOf(stage, added).getByText('In your cart.'),
  waysOn: ({ page }) => [button(page, 'Try now'), button(page, 'Try again')],
  failure: /Saved on this device\. We will/,
  rows: { cart: 1 },
};

const addPackage: State = {
  name: 'add a package',
  async prepare(stage) {
    await opens(stage, '/course-booking?tab=packages');
    const offer = offerOf(stage, pack);
    await offer.getByRole('button', { name: /^Choose the earliest dates that fit/ }).click();
    await expect(offer.getByText(/^All dates chosen:/)).toBeVisible();
  },
  act: (stage) => offerOf(stage, pack).getByRole('button', { name: 'Add Package' }).click(),
  done: (stage) => offerOf(stage, pack).getByText('In your cart.'),
  waysOn: ({ page }) => [button(page, 'Try now'), button(page, 'Try again')],
  failure: /Saved on this device\. We will/,
  rows: { cart: 1 },
};

async function reachReview(stage: Stage): Promise<void> {
  await stage.booking.fillsCart(stage.index);
  await opens(stage, paths.checkout);
  await stage.page.getByRole('checkbox', { name: /accept the booking terms/ }).check();
  await expect(button(stage.page, 'Proceed to Payment')).toBeEnabled();
}

const checkout: State = {
  name: 'place an order',
  prepare: reachReview,
  act: ({ page }) => button(page, 'Proceed to Payment').click(),
  done: ({ page }) => button(page, 'Pay'),
  waysOn: ({ page }) =>
    [
      'Accept the changes',
      'Continue',
      'Open the payment page',
      'Back to your order',
      'Try again',
      'Proceed to Payment',
    ].map((name) => button(page, name)),
  failure: /We do not know yet whether your order was placed|Waiting for the connection/,
  rows: { orders: 1, heldSeats: 1 },
};

const pay: State = {
  name: 'pay',
  async prepare(stage) {
    const { page } = stage;
    await reachReview(stage);
    await button(page, 'Proceed to Payment').click();
    await expect(button(page, 'Pay')).toBeVisible();
    stage.paymentPage = new URL(page.url()).pathname;
    await button(page, 'Leave pending').click();
    await expect(main(page).getByText('Payment pending, do not pay again')).toBeVisible();
  },
  elsewhere: (stage) => stage.decidesPayment(stage.paymentPage),
  // Check the payment again: by reloading the page if the service worker is installed, otherwise by the button “Recheck
  // Payment”.
  act: async ({ page, hasWorker }) => {
    if (hasWorker) await page.reload({ waitUntil: 'commit' });
    else await button(page, 'Recheck Payment').click();
  },
  done: ({ page }) => heading(page, 'Thank You'),
  waysOn: ({ page }) => [button(page, 'Recheck Payment'), button(page, 'Try again')],
  failure: /Payment pending, do not pay again.*We could not check just now/s,
  rows: { cart: -1, completedOrders: 1, bookedSeats: 1, heldSeats: -1, payments: 1, enrolments: 1 },
};

const file = { name: 'my_passport.pdf', mimeType: 'application/pdf', buffer: makeTextPdf(['Passport']) };
const uploadDialog = (page: Page) => page.getByRole('dialog', { name: 'Upload a document' });

const upload: State = {
  name: 'upload a document',
  async prepare(stage) {
    await opens(stage, '/profile?tab=documents');
    const { page } = stage;
    await button(page, 'Upload document').click();
    const documents = new Documents(page);
    await documents.chooses(file);
    await uploadDialog(page)
      .getByLabel(/^Category/)
      .selectOption('Personal');
    await uploadDialog(page).getByLabel(/^Name/).fill('Passport of the bench');
  },
  act: ({ page }) => uploadDialog(page).getByRole('button', { name: 'Upload' }).click(),
  done: ({ page }) => new Documents(page).row('Passport of the bench'),
  waysOn: ({ page }) => [
    uploadDialog(page).getByRole('button', { name: /^(?:Try again|Upload)$/ }),
    button(page, 'Try again'),
  ],
  keeps: async ({ page }) => {
    await expect(uploadDialog(page).getByLabel(/^Name/)).toHaveValue('Passport of the bench');
    await expect(uploadDialog(page).getByText(file.name)).toBeVisible();
  },
  failure: /Network error\.|An error occurred\./,
  rows: { documents: 1, files: 1 },
};

const save: State = {
  name: 'save for the voyage',
  async prepare(stage) {
    await opens(stage, '/save-for-the-voyage');
    await stage.page.getByRole('checkbox', { name: /^With pictures/ }).setChecked(true);
  },
  act: ({ page }) => button(page, /^Save \(/).click(),
  done: ({ page }) => main(page).getByText('Everything is on this device.'),
  waysOn: ({ page }) => [button(page, 'Continue'), button(page, 'Try again')],
  failure: /Waiting for (the connection|our server).*Everything downloaded so far is saved/s,
  needsPictures: true,
  rows: {},
};

const identifier = 'Email, mobile, INDOS or passport number';

const signIn: State = {
  name: 'sign in',
  async prepare(stage) {
    await stage.page.context().clearCookies();
    await opens(stage, paths.login);
    await stage.page.getByLabel(identifier).fill(stage.account.email);
  },
  act: ({ page }) => button(page, 'Continue').click(),
  done: ({ page }) => page.getByRole('heading', { name: 'How would you like to sign in?' }),
  waysOn: ({ page }) => [button(page, 'Continue'), button(page, 'Try again')],
  keeps: ({ page, account }) => expect(page.getByLabel(identifier)).toHaveValue(account.email),
  failure: /Nothing you typed is lost/,
  rows: {},
};

/**
 * The actions, in the order in which the test performs them. The order matters: a course that is booked may clash with
 * courses booked later, and signing in needs a student who is signed out.
 */
export const states: readonly State[] = [browse, add, addPackage, upload, save, checkout, pay, signIn];

/**
 * What must happen after the student's action on a bad network. `done`: the action must succeed. Otherwise, all of
 * these texts must become visible, unless the action succeeds first.
 */
export function expectedTexts(state: State, effect: Effect, hasWorker: boolean): readonly RegExp[] | 'done' {
  const { failure, needsCode = false, needsPictures = false } = state;
  if (effect === 'away') return [/You are offline\./, failure];
  if (effect === 'portal') return [/This network does not connect to our site\./, failure];
  if (effect === 'cut' || effect === 'cutJson') return [failure];
  if (effect === 'cutScript') return needsCode && !hasWorker ? [failure] : 'done';
  if (effect === 'cutPicture') return needsPictures ? [failure] : 'done';
  return 'done';
}
