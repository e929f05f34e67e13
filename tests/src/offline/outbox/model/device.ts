import type { OutboxNotice } from '../../../../../src/offline/outbox/notice.ts';
import type { OutboxRow } from '../../../../../src/offline/outbox/row.ts';
import { type ChangeRows, openOutboxStore } from '../../../../../src/offline/outbox/store.ts';
import type { HonestServer } from './honest-server.ts';
import { Locks } from './locks.ts';
import { Tab } from './tab.ts';

type Timer = { tab: Tab; at: number; work: () => void };

let devices = 0;
const connections: IDBDatabase[] = [];
const { open } = IDBFactory.prototype;

IDBFactory.prototype.open = function openRecorded(this: IDBFactory, ...request) {
  const opening = open.apply(this, request);
  opening.addEventListener('success', () => connections.push(opening.result));
  return opening;
};

/**
 * A simulated device: a phone or a shared computer. Its tabs share one storage, one lock, one session cookie and one
 * clock, which the user of the device may set.
 */
export class Device {
  readonly name = `model-${++devices}`;
  readonly server: HonestServer;
  readonly random: () => number;
  readonly locks = new Locks();
  readonly tabs: Tab[] = [];
  readonly storage = new Map<string, string>();
  /** Maps the idempotency key of each change to the title of the change, such as `tap 3`. */
  readonly titles = new Map<string, string>();
  /**
   * Maps the title of each outbox row to the row as it was last stored. Rows of the kind `receipt`, which only confirm
   * that a form was delivered, are left out.
   */
  readonly seen = new Map<string, OutboxRow>();
  /** Titles of outbox rows that were replaced by a later tap before they were sent. */
  readonly replaced = new Set<string>();
  /**
   * Titles of changes that may have been sent but are stored as unsent, because the disk was full when the outbox tried
   * to record the sending.
   */
  readonly unmarked = new Set<string>();
  #keys = 0;
  #elapsed = 0;
  #clockOffset = 0;
  #timers: Timer[] = [];

  constructor(server: HonestServer, random: () => number) {
    this.server = server;
    this.random = random;
  }

  now = (): number => 1_700_000_000_000 + this.#elapsed + this.#clockOffset;
  newKey = (): string => `key-${++this.#keys}`;

  openTab(): Tab {
    const tab = new Tab(this);
    this.tabs.push(tab);
    tab.start();
    return tab;
  }

  closeTab(tab: Tab): void {
    tab.isAlive = false;
    this.tabs.splice(this.tabs.indexOf(tab), 1);
    this.#timers = this.#timers.filter((timer) => timer.tab !== tab);
    this.locks.abandon(tab);
  }

  setClock(hours: number): void {
    this.#clockOffset += hours * 3_600_000;
  }

  after(tab: Tab, pause: number, work: () => void): () => void {
    const timer = { tab, at: this.#elapsed + pause, work };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  }

  pass(seconds: number): void {
    this.#elapsed += seconds * 1000;
    const due = this.#timers.filter(({ at }) => at <= this.#elapsed);
    this.#timers = this.#timers.filter((timer) => !due.includes(timer));
    for (const { work } of due) work();
  }

  broadcast(from: Tab, notice: OutboxNotice): void {
    for (const tab of this.tabs) if (tab !== from) setImmediate(() => tab.isAlive && void tab.outbox.receive(notice));
  }

  /** Opens the device's storage for one tab and records the outbox rows after each transaction of the tab. */
  openStore(): ChangeRows {
    const store = openOutboxStore(this.name);
    return async (change, options) => {
      const found = await store(change, options);
      this.note(found.rows);
      if ('replaced' in found) this.#noteReplaced(found.replaced as string[]);
      return found;
    };
  }

  note(rows: readonly OutboxRow[]): void {
    for (const row of rows.filter(({ kind }) => kind !== 'receipt')) {
      this.seen.set(row.title, row);
      this.titles.set(row.key, row.title);
    }
  }

  noteUnmarked(row: OutboxRow): void {
    if (row.attempts > 0) this.unmarked.add(row.title);
  }

  #noteReplaced(keys: readonly string[]): void {
    for (const key of keys) this.replaced.add(this.titles.get(key) ?? key);
  }

  /** Closes the device's database connections without a `close` event, as Safari does. */
  closeStorage(): void {
    for (const connection of connections.splice(0)) connection.close();
  }
}
