import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { signOut } from '../../contract/signed-in.ts';
import type { NetworkProxy } from './browser/network-proxy.ts';
import { addedCourses, type OutboxEvent, type OutboxSchedule } from './outbox-schedule.ts';
import { FormAuthor } from './screens/form-author.ts';
import { SignIn } from './screens/sign-in.ts';
import { callApi } from './site/api-call.ts';
import { BookingApi } from './site/booking-api.ts';
import type { StudentAccount } from './site/students.ts';

const bookOnline = '/course-booking?tab=individual';
const mostTabs = 3;
/**
 * The timeout for what happens after the connection was restored, in milliseconds. The site notices the connection
 * within half a minute; the rest is a reserve for a busy machine.
 */
const timeoutMs = 60_000;

/**
 * Clicks the matching buttons that exist at this moment. Playwright's own `click` would wait for a button, and time out
 * on a busy machine.
 */
const clickIfShown = (buttons: Locator) =>
  buttons.evaluateAll((shown) => {
    for (const button of shown) if (button instanceof HTMLElement) button.click();
  });

/**
 * Plays random sequences of events with one student who has several tabs open in one browser, on a network that fails.
 */
export class OutboxDriver {
  /** Names of the courses that the student has added to the cart in the current sequence of events. */
  addedCourses: string[] = [];
  /** Texts of the enquiries that the student has sent in all sequences of events so far. */
  readonly sentMessages: string[] = [];
  readonly booking: BookingApi;
  readonly #context: BrowserContext;
  readonly #network: NetworkProxy;
  readonly #server: string;
  readonly #student: StudentAccount;

  /**
   * `network`: the proxy through which the browser reaches the site. `server`: the site's own origin, for calls that
   * bypass the proxy.
   */
  constructor(context: BrowserContext, network: NetworkProxy, server: string, student: StudentAccount) {
    this.booking = new BookingApi(context.request, server);
    this.#context = context;
    this.#network = network;
    this.#server = server;
    this.#student = student;
  }

  get #tabs(): Page[] {
    return this.#context.pages();
  }

  #tab(nth: number): Page {
    const tab = this.#tabs[nth % this.#tabs.length];
    if (!tab) throw new Error('No tab is open');
    return tab;
  }

  /**
   * Sets up the start of a sequence of events: the network works, the student is signed in with an empty cart, and two
   * tabs are open.
   */
  async begins(): Promise<void> {
    await this.#network.restore();
    await new SignIn(this.#tab(0)).byApi(this.#student);
    await this.booking.emptiesCart();
    this.addedCourses = [];
    for (const extra of this.#tabs.slice(2)) await extra.close();
    if (this.#tabs.length < 2) await this.#context.newPage();
    for (const tab of this.#tabs) await this.#opens(tab);
  }

  async plays({ events, endsSession }: OutboxSchedule): Promise<void> {
    for (const event of events) await this.#plays(event);
    if (endsSession) await callApi(this.#context.request, signOut, { body: { type: 'student' }, origin: this.#server });
  }

  /** Restores the network, signs in again and waits until the outbox is empty. */
  async emptiesOutbox(): Promise<void> {
    await this.#network.restore();
    const tab = this.#tab(0);
    await new SignIn(tab).byApi(this.#student);
    await tab.goto(bookOnline);
    await expect(tab.getByRole('link', { name: /^Cart/ }).first()).toBeVisible();
    await expect(async () => {
      await clickIfShown(tab.getByRole('button', { name: 'Try now' }));
      await expect(tab.getByRole('region', { name: /changes? waiting$/ })).toHaveCount(0, { timeout: 2000 });
      expect((await this.#readsRows(tab)).filter(({ kind }) => kind !== 'receipt')).toEqual([]);
    }).toPass({ timeout: timeoutMs });
  }

  /** Reads the rows of the outbox from IndexedDB. */
  #readsRows(tab: Page): Promise<Array<{ kind: string; state: string; lastError: unknown }>> {
    return tab.evaluate(
      () =>
        new Promise((resolve) => {
          const opening = indexedDB.open('landfall-outbox');
          opening.onsuccess = () => {
            const all = opening.result.transaction('rows').objectStore('rows').getAll();
            all.onsuccess = () => {
              opening.result.close();
              resolve(all.result);
            };
          };
        }),
    );
  }

  async #plays(event: OutboxEvent): Promise<void> {
    if (event.do === 'add') await this.#adds(this.#tab(event.tab), addedCourses[event.course] ?? addedCourses[0]);
    else if (event.do === 'enquire') await this.#enquires();
    else if (event.do === 'fail calls') this.#network.failCalls(event.failures);
    else if (event.do === 'reload') await this.#opens(this.#tab(event.tab));
    else if (event.do === 'open' && this.#tabs.length < mostTabs) await this.#opens(await this.#context.newPage());
    else if (event.do === 'close' && this.#tabs.length > 1) await this.#tab(event.tab).close();
    else if (event.do === 'network' && event.is === 'cut') await this.#network.cut();
    else if (event.do === 'network' && event.is === 'portal') this.#network.portal();
    else if (event.do === 'network') await this.#network.restore();
  }

  async #opens(tab: Page): Promise<void> {
    await tab.goto(bookOnline);
    await expect(tab.getByRole('tabpanel').getByRole('heading', { level: 3 }).first()).toBeVisible({
      timeout: timeoutMs,
    });
  }

  async #adds(tab: Page, course: string): Promise<void> {
    const offer = tab.getByRole('listitem').filter({ has: tab.getByRole('heading', { level: 3, name: course }) });
    await tab.getByRole('combobox', { name: `Batch of ${course}` }).selectOption({ index: 1 });
    await offer.getByRole('button', { name: 'Add to cart' }).click();
    await expect(
      offer.getByText(/^(?:Waiting for connection|Waiting to be sent|In your cart\.|Added)/).first(),
    ).toBeVisible({
      timeout: timeoutMs,
    });
    this.addedCourses.push(course);
  }

  /** Opens a tab, sends an enquiry from it and closes it. */
  async #enquires(): Promise<void> {
    const author = new FormAuthor(await this.#context.newPage());
    const message = `Question ${this.sentMessages.length + 1} from the sea?`;
    await author.page.goto('/contact-us');
    await author.seesScriptRunning();
    await author.fills({ Name: this.#student.name, Email: 'sea@example.com', Message: message });
    await author.field('Subject').selectOption('other');
    const accepted = author.page.getByText(/^(?:Request submitted|Saved\. It will be sent)/).first();
    // Press the button until the enquiry is accepted. While the enquiry is being sent, the button has another name, so
    // it is pressed again only if sending has failed.
    const unsent = author.page.getByRole('form', { name: 'Contact form' }).filter({ hasNot: accepted });
    await expect(async () => {
      await clickIfShown(unsent.getByRole('button', { name: 'Send message' }));
      await expect(accepted).toBeVisible({ timeout: 12_000 });
    }).toPass({ timeout: timeoutMs });
    this.sentMessages.push(message);
    await author.page.close();
  }
}
