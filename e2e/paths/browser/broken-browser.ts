import type { Page } from '@playwright/test';

/**
 * What fails once in the browser itself, for ends that no server and no network brings about. `code.test`: looking whether a
 * code is complete. `clock.timer`: the timer of a clock that begins to tick. `widget.answer`: reading what the provider's widget answers.
 */
export type Breakage = 'code.test' | 'clock.timer' | 'widget.answer';

/** The next use of that part of the browser throws; then it is whole again. */
export async function breakOnce(page: Page, breakage: Breakage): Promise<void> {
  await page.evaluate((what) => {
    const broken = () => new Error(`broken by the path: ${what}`);
    if (what === 'code.test') {
      const whole = RegExp.prototype.test;
      RegExp.prototype.test = function test(text) {
        if (this.source !== '^\\d{6}$') return whole.call(this, text);
        RegExp.prototype.test = whole;
        throw broken();
      };
    }
    if (what === 'clock.timer') {
      const whole = window.setTimeout;
      const brittle = (work: () => void, delay?: number, ...rest: unknown[]) => {
        // A clock waits for the next full second, or a whole one.
        if (delay === undefined || delay < 700 || delay > 1000) return whole(work, delay, ...rest);
        window.setTimeout = whole;
        throw broken();
      };
      window.setTimeout = brittle as typeof window.setTimeout;
    }
    if (what === 'widget.answer') {
      const whole = Response.prototype.json;
      Response.prototype.json = async function json() {
        if (!this.url.includes('/sandbox/otp/')) return whole.call(this);
        Response.prototype.json = whole;
        // The widget itself reads the answer to a first sending; what it hands on is read by the site.
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

type Broken = { mendPath?: Array<() => void> };

/** The outbox can store nothing, as in a browser whose disk is full, until `mend`. */
export async function breakStore(page: Page): Promise<void> {
  await page.evaluate(() => {
    const whole = IDBDatabase.prototype.transaction;
    IDBDatabase.prototype.transaction = function transaction(...words) {
      if (this.name === 'landfall-outbox') throw new Error('broken by the path: the store');
      return whole.apply(this, words);
    };
    const broken = window as Broken;
    broken.mendPath = [...(broken.mendPath ?? []), () => (IDBDatabase.prototype.transaction = whole)];
  });
}

/** The outbox cannot tell other tabs of an add, and so breaks off, until `mend`. */
export async function breakTabs(page: Page): Promise<void> {
  await page.evaluate(() => {
    const whole = BroadcastChannel.prototype.postMessage;
    BroadcastChannel.prototype.postMessage = function postMessage(message) {
      if (this.name === 'landfall-outbox') throw new Error('broken by the path: the tabs');
      return whole.call(this, message);
    };
    const broken = window as Broken;
    broken.mendPath = [...(broken.mendPath ?? []), () => (BroadcastChannel.prototype.postMessage = whole)];
  });
}

/** Everything that was broken works again. */
export async function mend(page: Page): Promise<void> {
  await page.evaluate(() => {
    const broken = window as Broken;
    for (const work of broken.mendPath ?? []) work();
    broken.mendPath = [];
  });
}

/** Nothing waits in the outbox any more. */
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
