import { searchUser, signInByPassword } from '../../../contract/auth.ts';
import { clientHeader, clientName } from '../../../contract/headers.ts';
import type { NewAccount } from '../../support/site/students.ts';
import type { Target } from './find-elements.ts';
import type { Tab } from './tab.ts';

const main: Target = { role: 'main' };
export const heading = (name: string | RegExp, level = 1): Target => ({ role: 'heading', level, name });
export const button = (name: string | RegExp): Target => ({ role: 'button', name });
export const link = (name: string | RegExp): Target => ({ role: 'link', name });
export const status = (text: string | RegExp): Target => ({ role: 'status', text });

/** The list item on Book Online that offers this course or package. */
export const offerOf = (name: string): Target => ({ role: 'listitem', has: heading(name, 3), within: main });
/** The line of the cart that contains this course or package. */
export const lineOf = (name: string): Target => ({
  role: 'listitem',
  has: heading(name, 2),
  within: { role: 'list', name: 'In your cart' },
});
export const acceptTerms: Target = { role: 'checkbox', name: /accept the booking terms/ };

/**
 * Signs a student in through API calls from the page, for journeys that test something else. First waits until the
 * service worker is installed: otherwise WebKit may suspend the installation until the service worker starts the next
 * time (docs/browsers.md).
 */
export async function signInByCalls(tab: Tab, { mobile, password }: NewAccount): Promise<void> {
  await tab.opens('/login');
  await tab.isServedByWorker();
  await tab.runs(
    async ({ mobile, password, lookUp, signIn, headers }) => {
      const post = async (url: string, body: object) => {
        const options = { method: 'POST', headers, body: JSON.stringify(body) };
        const response = await fetch(url, options);
        if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
        return response.json();
      };
      const { user } = await post(lookUp, { identifier: mobile });
      await post(signIn, { identifier: mobile, field: user.field, user_id: user.user_id, password, type: 'student' });
    },
    {
      mobile,
      password,
      lookUp: searchUser.url,
      signIn: signInByPassword.url,
      headers: { [clientHeader]: clientName, 'content-type': 'application/json' },
    },
  );
}

export async function identifies(tab: Tab, identifier: string): Promise<void> {
  await tab.types({ label: 'Email, mobile, INDOS or passport number' }, identifier);
  await tab.taps(button('Continue'));
  await tab.sees(heading('How would you like to sign in?', 2));
}

export async function signsInByPassword(tab: Tab, { email, password }: { email: string; password: string }) {
  await identifies(tab, email);
  await tab.taps(button(/^Password/));
  await tab.types({ label: 'Password' }, password);
  await tab.taps(button('Login'));
  await tab.sees({ role: 'dialog', name: 'Where would you like to go?' });
}

export async function goesTo(tab: Tab, where: 'Back to where you were' | 'Book Online'): Promise<void> {
  await tab.taps({ ...link(where), within: { role: 'dialog' } });
  await tab.seesNo({ role: 'dialog' });
}

export async function opensBookOnline(tab: Tab, kind: 'packages' | 'individual'): Promise<void> {
  await tab.opens(`/course-booking?tab=${kind}`);
  await tab.arrivesAt('Book Online');
}

/** Selects the first batch of a course and adds the course to the cart. */
export async function addsCourse(tab: Tab, course: string): Promise<void> {
  await tab.chooses({ role: 'combobox', name: `Batch of ${course}` }, 1);
  await tab.taps({ ...button('Add to cart'), within: offerOf(course) });
}

export async function opensCart(tab: Tab): Promise<void> {
  await tab.taps(link(/Go to cart|^Cart/));
  await tab.arrivesAt('Your cart');
}

/** Waits until the server has stored the cart line with this name, and the cart shows it exactly once. */
export async function seesInCart(tab: Tab, name: string): Promise<void> {
  await tab.sees({ ...button(/^Remove/), within: lineOf(name) });
  await tab.seesExactly(1, lineOf(name));
}

/** Goes from the cart to the review screen and accepts the booking terms. */
export async function reviewsOrder(tab: Tab): Promise<void> {
  await tab.taps(button('Confirm Booking'));
  await tab.arrivesAt('Review Your Order');
  await tab.ticks(acceptTerms);
}

export async function reachesPayment(tab: Tab): Promise<void> {
  await tab.taps(button('Proceed to Payment'));
  await tab.sees(button('Pay'));
}

export async function seesThanks(tab: Tab, courses: readonly string[]): Promise<void> {
  await tab.arrivesAt('Thank You');
  for (const name of courses) await tab.sees({ ...heading(name, 3), within: main });
}
