import type { Page } from '@playwright/test';

/**
 * Functions of the page that a test path can break, to cause faults that neither the server nor the network can cause.
 */
type Breakage =
  /** The check whether a one-time code is complete. */
  | 'code.test'
  /** The timer with which a countdown starts. */
  | 'clock.timer'
  /** Reading the response of the one-time-code provider's widget. */
  | 'widget.answer';

/** Makes the next call of the function named by `breakage` throw an error in the page. Later calls work again. */
export async function breakOnce(page: Page, breakage: Breakage): Promise<void> {
  await page.evaluate((what) => {
    const broken = () => new Error(`broken by the path: ${what}`);
    if (what === 'code.test') {
      const original = RegExp.prototype.test;
      RegExp.prototype.test = function test(text) {
        if (this.source !== '^\\d{6}$') return original.call(this, text);
        RegExp.prototype.test = original;
        throw broken();
      };
    }
    if (what === 'clock.timer') {
      const original = window.setTimeout;
      const failingTimer = (callback: () => void, delay?: number, ...rest: unknown[]) => {
        // Break only the first timer of a countdown, recognized by its delay: almost a second, because the timer fires
        // when a whole number of seconds is left.
        if (delay === undefined || delay < 700 || delay > 1000) return original(callback, delay, ...rest);
        window.setTimeout = original;
        throw broken();
      };
      window.setTimeout = failingTimer as typeof window.setTimeout;
    }
    if (what === 'widget.answer') {
      const original = Response.prototype.json;
      Response.prototype.json = async function json() {
        if (!this.url.includes('/sandbox/otp/')) return original.call(this);
        Response.prototype.json = original;
        // The code provider's script reads `message` in the response to `/send` before our code does. Let the script's
        // read succeed, so that only the read by our code fails.
        let readsLeft = this.url.endsWith('/send') ? 1 : 0;
        return {
          type: 'success',
          get message() {
            readsLeft -= 1;
            if (readsLeft < 0) throw broken();
            return '';
          },
        };
      };
    }
  }, breakage);
}

type BrokenWindow = { repairPath?: Array<() => void> };

/**
 * Makes every read and write of the outbox fail until `repairBrowser` is called, as on a device whose storage is
 * broken.
 */
export async function breakStore(page: Page): Promise<void> {
  await page.evaluate(() => {
    const original = IDBDatabase.prototype.transaction;
    IDBDatabase.prototype.transaction = function transaction(...args) {
      if (this.name === 'landfall-outbox') throw new Error('broken by the path: the store');
      return original.apply(this, args);
    };
    const broken = window as BrokenWindow;
    broken.repairPath = [...(broken.repairPath ?? []), () => (IDBDatabase.prototype.transaction = original)];
  });
}

/**
 * Makes the outbox fail when it notifies other tabs, so that nothing can be added to the outbox until `repairBrowser`
 * is called.
 */
export async function breakTabs(page: Page): Promise<void> {
  await page.evaluate(() => {
    const original = BroadcastChannel.prototype.postMessage;
    BroadcastChannel.prototype.postMessage = function postMessage(message) {
      if (this.name === 'landfall-outbox') throw new Error('broken by the path: the tabs');
      return original.call(this, message);
    };
    const broken = window as BrokenWindow;
    broken.repairPath = [...(broken.repairPath ?? []), () => (BroadcastChannel.prototype.postMessage = original)];
  });
}

/** Makes the outbox work again after `breakStore` or `breakTabs`. */
export async function repairBrowser(page: Page): Promise<void> {
  await page.evaluate(() => {
    const broken = window as BrokenWindow;
    for (const repair of broken.repairPath ?? []) repair();
    broken.repairPath = [];
  });
}

/** Deletes all entries of the outbox. */
export async function emptyOutbox(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('landfall-outbox');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const change = opening.result.transaction('rows', 'readwrite');
          change.objectStore('rows').clear();
          change.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
  );
}
