import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import type { Driver, Handle } from './engine.ts';
import { findElements, findTappable, sendTarget, type Target } from './find-elements.ts';

/** File URL of Testing Library, which is injected into the page to find elements by role and label. */
const libraryPath = new URL(
  '../../../node_modules/@testing-library/dom/dist/@testing-library/dom.umd.min.js',
  import.meta.url,
);
let library: Promise<string> | null = null;

const waitMs = 30_000;
/** The click may reach the page this many milliseconds after the driver has reported the tap as done. */
const hitMs = 2000;

const nameOf = (target: Target) =>
  sendTarget(target).replaceAll(/\{"source":"(.*?)","flags":"(.*?)"\}/g, (_, source, flags) => `/${source}/${flags}`);

/**
 * A tab with the actions that a person performs. Elements are found by role, label or text, and each method waits until
 * its element is there.
 */
export class Tab {
  readonly #driver: Driver;
  readonly #origin: string;
  readonly #savePicture: (screen: string, picture: Buffer) => Promise<void>;

  constructor(driver: Driver, origin: string, savePicture: (screen: string, picture: Buffer) => Promise<void>) {
    this.#driver = driver;
    this.#origin = origin;
    this.#savePicture = savePicture;
  }

  get errors(): readonly string[] {
    return this.#driver.errors;
  }

  async opens(path: string): Promise<void> {
    await this.#driver.goto(this.#origin + path);
  }

  async reloads(): Promise<void> {
    await this.#driver.reload();
  }

  async path(): Promise<string> {
    const { pathname, search } = new URL(await this.#driver.address());
    return pathname + search;
  }

  /** Waits until the URL in the address bar has this path. */
  async isAt(path: string): Promise<void> {
    await this.#waits(async () => (await this.path()) === path, `is at ${path}`, waitMs);
  }

  screenshot(): Promise<Buffer> {
    return this.#driver.screenshot();
  }

  show(): Promise<void> {
    return this.#driver.show();
  }

  /** Runs a function in the page. The function can use its argument but no variables from outside its body. */
  async runs<Result, Argument>(work: (argument: Argument) => Result, argument: Argument): Promise<Awaited<Result>> {
    return (await this.#driver.evaluate(`(${work})(${JSON.stringify(argument ?? null)})`)) as Awaited<Result>;
  }

  async count(target: Target): Promise<number> {
    return Number(await this.#inPage(`found.length`, target));
  }

  /** Waits until at least one element that matches the target is visible. */
  async sees(target: Target, { withinMs = waitMs } = {}): Promise<void> {
    await this.#waits(async () => (await this.count(target)) > 0, `sees ${nameOf(target)}`, withinMs);
  }

  async seesExactly(count: number, target: Target, { withinMs = waitMs } = {}): Promise<void> {
    await this.#waits(async () => (await this.count(target)) === count, `sees ${count} × ${nameOf(target)}`, withinMs);
  }

  async seesNo(target: Target): Promise<void> {
    await this.seesExactly(0, target);
  }

  async taps(target: Target): Promise<void> {
    await this.#uses(target, async (handle) => {
      await handle.tap();
      // If the tap has opened another page, `window.landfallTap` cannot be read or is missing. In both cases, count the
      // tap as a hit.
      const readTap = () => this.#driver.evaluate('window.landfallTap').catch(() => 'hit');
      await expect
        .poll(readTap, { message: 'The element has moved', timeout: hitMs, intervals: [0, 50] })
        .not.toBe('missed');
    });
  }

  async types(target: Target, text: string): Promise<void> {
    await this.#uses(target, (handle) => handle.type(text));
    await this.#waits(async () => (await this.value(target)) === text, `has typed into ${nameOf(target)}`, waitMs);
  }

  /** Selects the option with this index in a select element. */
  async chooses(target: Target, index: number): Promise<void> {
    const value = () => this.#inPage(`found[0]?.options[${index}]?.value ?? null`, target);
    await this.#waits(async () => (await value()) !== null, `sees an option ${index} of ${nameOf(target)}`, waitMs);
    const wanted = String(await value());
    await this.#uses(target, (handle) => handle.choose(wanted));
    await this.#waits(async () => (await this.value(target)) === wanted, `has chosen in ${nameOf(target)}`, waitMs);
  }

  /** Checks a checkbox if it is not checked yet. */
  async ticks(target: Target): Promise<void> {
    await this.sees(target);
    if (await this.isTicked(target)) return;
    await this.taps(target);
    await this.#waits(() => this.isTicked(target), `has ticked ${nameOf(target)}`, waitMs);
  }

  async isTicked(target: Target): Promise<boolean> {
    return Boolean(await this.#inPage('found[0]?.checked', target));
  }

  /**
   * Selects a file in the only file input of the page. A button covers the input, so the input cannot be found by its
   * label.
   */
  async uploads(path: string): Promise<void> {
    const field = await this.#driver.element(`document.querySelector('input[type=file]')`);
    if (!field) throw new Error('The page has no file field');
    await field.upload(path);
  }

  typesAnywhere(text: string): Promise<void> {
    return this.#driver.type(text);
  }

  press(key: 'Enter' | 'Escape'): Promise<void> {
    return this.#driver.press(key);
  }

  async text(target: Target): Promise<string> {
    await this.sees(target);
    return String(await this.#inPage(`found[0].textContent`, target));
  }

  async value(target: Target): Promise<string> {
    return String(await this.#inPage(`found[0]?.value ?? ''`, target));
  }

  /** Waits until the screen with this heading is loaded and its JavaScript runs. */
  async arrivesAt(heading: string | RegExp): Promise<void> {
    await this.sees({ role: 'heading', level: 1, name: heading });
    // Wait for one of two signs that the page's JavaScript runs. The footer marks the chosen display setting as
    // pressed. Checkout has no footer, but its header then has a help link.
    const isRunning = async () =>
      (await this.runs(() => document.querySelector('footer fieldset [aria-pressed=true]') !== null, null)) ||
      (await this.count({ role: 'link', name: 'Help', within: { role: 'banner' } })) > 0;
    await this.#waits(isRunning, `the script of ${heading} runs`, waitMs);
    await this.seesNo({ role: 'status', text: /loading/i, within: { role: 'main' } });
    await this.#savePicture(await this.path(), await this.screenshot());
  }

  /** Waits until the service worker controls this page. */
  async isServedByWorker(): Promise<void> {
    const state = () => this.runs(() => navigator.serviceWorker.controller?.state, null);
    await this.#waits(async () => (await state()) === 'activated', 'is served by the worker', 120_000);
  }

  async #inPage(expression: string, target: Target = {}): Promise<unknown> {
    if (!(await this.#driver.evaluate(`'TestingLibraryDom' in window`))) {
      library ??= readFile(fileURLToPath(libraryPath), 'utf8');
      await this.#driver.evaluate(`(function () { ${await library} }).call(window)`);
    }
    return this.#driver.evaluate(`((found) => ${expression})((${findElements})(${sendTarget(target)}))`);
  }

  async #uses(target: Target, use: (handle: Handle) => Promise<void>): Promise<void> {
    let fault = '';
    const attempt = async () => {
      try {
        if ((await this.count(target)) === 0) return false;
        const found = `(${findTappable})((${findElements})(${sendTarget(target)})[0])`;
        const handle = await this.#driver.element(found);
        if (!handle) return false;
        await use(handle);
        return true;
      } catch (error) {
        // Try again: the page was replacing the element or the document at this moment.
        fault = String(error).slice(0, 300);
        return false;
      }
    };
    await this.#waits(attempt, `uses ${nameOf(target)}`, waitMs, () => fault);
  }

  async #waits(
    isTrue: () => Promise<boolean>,
    what: string,
    timeout: number,
    explain: () => string = () => '',
  ): Promise<void> {
    let fault = '';
    const look = () =>
      isTrue().catch((error) => {
        fault = String(error).slice(0, 300);
        return false;
      });
    try {
      await expect.poll(look, { timeout, intervals: [100, 200, 300] }).toBe(true);
    } catch {
      const shown = await this.#driver.evaluate(`document.body.innerText`).catch(() => 'nothing');
      const at = await this.#driver.address().catch(() => 'nowhere');
      throw new Error(`Not true: ${what}. ${explain() || fault}\nAt ${at}:\n${String(shown).slice(0, 1500)}`);
    }
  }
}
