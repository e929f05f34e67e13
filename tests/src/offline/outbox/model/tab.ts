import { createApi } from '../../../../../src/lib/api.ts';
import { createPageFetch } from '../../../../../src/offline/calls/page-fetch.ts';
import { Connection, probeOf } from '../../../../../src/offline/connection/connection.ts';
import { asUser, deliverRow } from '../../../../../src/offline/outbox/delivery.ts';
import { Outbox } from '../../../../../src/offline/outbox/outbox.ts';
import type { OutgoingRow } from '../../../../../src/offline/outbox/sender.ts';
import type { ChangeRows } from '../../../../../src/offline/outbox/store.ts';
import { Subject } from '../../../../../src/offline/session/subject.ts';
import type { Device } from './device.ts';
import { sabotage } from './sabotage.ts';

const never = new Promise<never>(() => {});

/** The tab whose outbox is writing its rows now; null if none is. */
let writer: Tab | null = null;
const { put } = IDBObjectStore.prototype;

IDBObjectStore.prototype.put = function putUnlessFull(this: IDBObjectStore, ...row) {
  if (!writer || writer.full === 0) return put.apply(this, row);
  writer.full -= 1;
  writer.device.noteUnmarked(row[0]);
  throw new DOMException('The disk is full', 'QuotaExceededError');
};

function shareStorage(map: Map<string, string>): Storage {
  const storage = {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  };
  return storage as Storage;
}

/**
 * A simulated tab with the outbox wired as in the real page. Once the tab is closed, nothing that it started continues.
 */
export class Tab {
  isAlive = true;
  /** How many of the next writes of outbox rows in this tab fail because the disk is full. */
  full = 0;
  readonly window = new EventTarget();
  readonly subject: Subject;
  readonly connection: Connection;
  readonly api: ReturnType<typeof createApi>;
  readonly outbox: Outbox;
  readonly device: Device;

  constructor(device: Device) {
    this.device = device;
    const { server } = device;
    this.subject = new Subject(shareStorage(device.storage));
    this.connection = new Connection({
      ping: async () => probeOf(await server.send('/api/health')),
      isVisible: () => true,
      random: device.random,
    });
    const pendingSignOut = { student: null, deliver: async () => true };
    const page = { send: server.send, connection: this.connection, pendingSignOut, subject: this.subject };
    this.api = createApi(createPageFetch(page));
    const deliver = (row: OutgoingRow) => deliverRow(createApi(createPageFetch(asUser(row.user, page))), row);
    this.outbox = new Outbox({
      change: this.#untilClosed(sabotage.storing(this.#failWhenFull(device.openStore()), this)),
      deliver: this.#untilClosed((row: OutgoingRow) => deliver(sabotage.sending(row, device))),
      withLock: (work) => (this.isAlive ? device.locks.request(this, work) : never),
      student: () => this.subject.student,
      isOffline: () => this.connection.isOffline,
      broadcast: (notice) => this.isAlive && device.broadcast(this, notice),
      newKey: device.newKey,
      now: device.now,
      random: device.random,
      after: (pause, work) => device.after(this, pause, work),
    });
  }

  /** Starts the outbox in this tab, as `startOutbox` does in the real page. */
  start(): void {
    const { subject, connection, outbox } = this;
    subject.follow(this.window as Window);
    subject.subscribe(() => void outbox.resume());
    connection.subscribe(() => {
      if (connection.state === 'online') void outbox.drain();
    });
    void outbox.refresh().then(() => outbox.resume());
  }

  enter(student: string): void {
    this.subject.enter(student);
    this.#notifyOthers();
  }

  leave(): void {
    this.subject.leave();
    this.#notifyOthers();
  }

  /** Returns a promise that settles as `work` does, but never settles if the tab was closed meanwhile. */
  untilClosed<T>(work: Promise<T>): Promise<T> {
    return work.then(
      (ended) => (this.isAlive ? ended : never),
      (error: unknown) => (this.isAlive ? Promise.reject(error) : never),
    );
  }

  #notifyOthers(): void {
    const newValue = this.subject.student;
    const event = Object.assign(new Event('storage'), { key: 'landfall:subject', newValue });
    for (const tab of this.device.tabs) if (tab !== this) tab.window.dispatchEvent(event);
  }

  #untilClosed<Input extends unknown[], Output>(work: (...input: Input) => Promise<Output>) {
    return (...input: Input): Promise<Output> => (this.isAlive ? this.untilClosed(work(...input)) : never);
  }

  /**
   * Makes the storage refuse to write rows of this tab while its disk is full. Reading and deleting rows need no space.
   */
  #failWhenFull(change: ChangeRows): ChangeRows {
    return (rule, options) =>
      change((rows) => {
        // The outbox writes its rows as soon as `rule` has returned, before any microtask runs.
        writer = this;
        queueMicrotask(() => {
          writer = null;
        });
        return rule(rows);
      }, options);
  }
}
