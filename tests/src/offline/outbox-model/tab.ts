import { createApi } from '../../../../src/lib/api.ts';
import { Connection } from '../../../../src/offline/connection.ts';
import { Outbox } from '../../../../src/offline/outbox.ts';
import { deliverRow, fetchAs } from '../../../../src/offline/outbox-delivery.ts';
import type { Sent } from '../../../../src/offline/outbox-sending.ts';
import type { ChangeRows } from '../../../../src/offline/outbox-store.ts';
import { createPageFetch } from '../../../../src/offline/page-fetch.ts';
import { Subject } from '../../../../src/offline/subject.ts';
import type { Device } from './device.ts';
import { sabotage } from './sabotage.ts';

const never = new Promise<never>(() => {});

function shareStorage(map: Map<string, string>): Storage {
  const storage = {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  };
  return storage as Storage;
}

/** A tab with the outbox as the page wires it. Once it is not alive nothing that it began goes on. */
export class Tab {
  isAlive = true;
  /** So many changes of its storage fail: the disk is full. */
  full = 0;
  readonly window = new EventTarget();
  readonly subject: Subject;
  readonly connection: Connection;
  readonly api: ReturnType<typeof createApi>;
  readonly outbox: Outbox;
  readonly #device: Device;

  constructor(device: Device) {
    this.#device = device;
    const { server } = device;
    this.subject = new Subject(shareStorage(device.storage));
    this.connection = new Connection({
      ask: async () => ((await server.send('/api/health')).headers.has('x-landfall') ? 'ours' : 'foreign'),
      isVisible: () => true,
      random: device.random,
    });
    const note = { isPending: false, deliver: async () => true };
    const page = { send: server.send, connection: this.connection, note, subject: this.subject };
    this.api = createApi(createPageFetch(page));
    const deliver = (row: Sent) => deliverRow(createApi(createPageFetch(fetchAs(row.user, page))), row);
    this.outbox = new Outbox({
      change: this.#mortal(sabotage.storing(this.#fillable(device.openStore()), this)),
      deliver: this.#mortal((row: Sent) => deliver(sabotage.sending(row, device))),
      exclusively: (work) => (this.isAlive ? device.locks.request(this, work) : never),
      student: () => this.subject.student,
      isCut: () => this.connection.isCut,
      broadcast: (notice) => this.isAlive && device.broadcast(this, notice),
      newKey: device.newKey,
      now: device.now,
      random: device.random,
      after: (pause, work) => device.after(this, pause, work),
    });
  }

  /** As `startOutbox` does. */
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
    this.#tellOthers();
  }

  leave(): void {
    this.subject.leave();
    this.#tellOthers();
  }

  /** Sends as a form's own screen does. */
  mortal<T>(work: Promise<T>): Promise<T> {
    return work.then(
      (ended) => (this.isAlive ? ended : never),
      (error: unknown) => (this.isAlive ? Promise.reject(error) : never),
    );
  }

  #tellOthers(): void {
    const newValue = this.subject.student;
    const event = Object.assign(new Event('storage'), { key: 'landfall:subject', newValue });
    for (const tab of this.#device.tabs) if (tab !== this) tab.window.dispatchEvent(event);
  }

  #mortal<Input, Output>(work: (input: Input) => Promise<Output>) {
    return (input: Input): Promise<Output> => (this.isAlive ? this.mortal(work(input)) : never);
  }

  #fillable(change: ChangeRows): ChangeRows {
    return async (rule) => {
      const isFull = this.full > 0;
      if (isFull) this.full -= 1;
      if (isFull) throw new DOMException('The disk is full', 'QuotaExceededError');
      return change(rule);
    };
  }
}
