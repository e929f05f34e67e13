import { type BrowserContext, expect, type Page } from '@playwright/test';
import { getCart, removeFromCart } from '../../contract/cart.ts';
import { clientHeader, clientName, idempotencyHeader } from '../../contract/headers.ts';
import { signOut } from '../../contract/signed-in.ts';
import type { CutProxy } from './cut-proxy.ts';
import { type BrowserSchedule, type Happening, tappedCourses } from './outbox-schedule.ts';
import { SignIn } from './sign-in.ts';
import type { DemoStudent } from './students.ts';
import { Writer } from './writer.ts';

const bookOnline = '/course-booking?tab=individual';
const mostTabs = 3;
/** A line that comes back is found by itself within half a minute; who waits for it asks at once. */
const patience = 60_000;

/** A student with some tabs on one device, and the line that it hangs on. */
export class OutboxCrew {
  /** What the student tapped in this schedule, and wrote in all. */
  tapped: string[] = [];
  readonly written: string[] = [];
  readonly #context: BrowserContext;
  readonly #network: CutProxy;
  readonly #server: string;
  readonly #student: DemoStudent;

  /** `server`: its origin past the network. */
  constructor(context: BrowserContext, network: CutProxy, server: string, student: DemoStudent) {
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

  /** A good line, a session, an empty cart, two tabs. */
  async begins(): Promise<void> {
    await this.#network.restore();
    await new SignIn(this.#tab(0)).behindTheScreen(this.#student);
    for (const { id, type } of await this.readsCart())
      await this.#call(
        removeFromCart,
        type === 'course' ? { item_type: type, course_id: id } : { item_type: type, package_id: id },
      );
    this.tapped = [];
    for (const extra of this.#tabs.slice(2)) await extra.close();
    if (this.#tabs.length < 2) await this.#context.newPage();
    for (const tab of this.#tabs) await this.#opens(tab);
  }

  async goesThrough({ happenings, endsSession }: BrowserSchedule): Promise<void> {
    for (const one of happenings) await this.#meets(one);
    if (endsSession) await this.#call(signOut, { type: 'student' });
  }

  /** The line is well, the student signed in: nothing waits any more. */
  async rests(): Promise<void> {
    await this.#network.restore();
    const tab = this.#tab(0);
    await new SignIn(tab).behindTheScreen(this.#student);
    await tab.goto(bookOnline);
    await expect(tab.getByRole('link', { name: /^Cart/ }).first()).toBeVisible();
    await expect(async () => {
      const now = tab.getByRole('button', { name: 'Try now' });
      if (await now.isVisible()) await now.click({ timeout: 1000 });
      await expect(tab.getByRole('region', { name: /changes? waiting$/ })).toHaveCount(0, { timeout: 2000 });
      expect((await this.#rowsLeft(tab)).filter(({ kind }) => kind !== 'receipt')).toEqual([]);
    }).toPass({ timeout: patience });
  }

  async readsCart() {
    const answer = await this.#context.request.get(this.#server + getCart.url, {
      headers: { [clientHeader]: clientName },
    });
    return getCart.answers[200].parse(await answer.json()).data.items;
  }

  #rowsLeft(tab: Page): Promise<Array<{ kind: string; state: string; lastError: unknown }>> {
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

  async #meets(one: Happening): Promise<void> {
    if (one.do === 'add') await this.#adds(this.#tab(one.tab), tappedCourses[one.course] ?? tappedCourses[0]);
    else if (one.do === 'enquire') await this.#enquires();
    else if (one.do === 'calls break') this.#network.breaksCalls(one.how);
    else if (one.do === 'reload') await this.#opens(this.#tab(one.tab));
    else if (one.do === 'open' && this.#tabs.length < mostTabs) await this.#opens(await this.#context.newPage());
    else if (one.do === 'close' && this.#tabs.length > 1) await this.#tab(one.tab).close();
    else if (one.do === 'line' && one.is === 'cut') await this.#network.cut();
    else if (one.do === 'line' && one.is === 'portal') this.#network.portal();
    else if (one.do === 'line') await this.#network.restore();
  }

  async #opens(tab: Page): Promise<void> {
    await tab.goto(bookOnline);
    await expect(tab.getByRole('tabpanel').getByRole('heading', { level: 3 }).first()).toBeVisible({
      timeout: patience,
    });
  }

  async #adds(tab: Page, course: string): Promise<void> {
    const offer = tab.getByRole('listitem').filter({ has: tab.getByRole('heading', { level: 3, name: course }) });
    await tab.getByRole('combobox', { name: `Batch of ${course}` }).selectOption({ index: 1 });
    await offer.getByRole('button', { name: 'Add to cart' }).click();
    await expect(offer.getByText(/^(?:Waiting for connection|In your cart\.|Added)/).first()).toBeVisible({
      timeout: patience,
    });
    this.tapped.push(course);
  }

  /** In a tab of its own, which closes then. */
  async #enquires(): Promise<void> {
    const writer = new Writer(await this.#context.newPage());
    const message = `Question ${this.written.length + 1} from the sea?`;
    await writer.page.goto('/contact-us');
    await writer.seesItRunning();
    await writer.fills({ Name: this.#student.name, Email: 'sea@example.com', Message: message });
    await writer.field('Subject').selectOption('other');
    const ended = writer.page.getByText(/^(?:Request submitted|Saved\. It will be sent)/).first();
    await expect(async () => {
      if (await ended.isVisible()) return;
      await writer.page.getByRole('button', { name: 'Send message' }).click({ timeout: 1000 });
      await expect(ended).toBeVisible({ timeout: 12_000 });
    }).toPass({ timeout: patience });
    this.written.push(message);
    await writer.page.close();
  }

  async #call({ url, method }: { url: string; method: string }, body: object): Promise<void> {
    const headers = { [clientHeader]: clientName, [idempotencyHeader]: crypto.randomUUID() };
    const answer = await this.#context.request.fetch(this.#server + url, { method, data: body, headers });
    expect(answer.status()).toBe(200);
  }
}
