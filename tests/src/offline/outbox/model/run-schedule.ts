import { createStore } from 'idb-keyval';
import { type OutboxRow, rowVersion } from '../../../../../src/offline/outbox/row.ts';
import { openOutboxStore } from '../../../../../src/offline/outbox/store.ts';
import { settled } from '../../../../machines/settled.ts';
import { Device } from './device.ts';
import { HonestServer } from './honest-server.ts';
import { judge } from './judge.ts';
import { Person } from './person.ts';
import { type Sabotage, sabotage } from './sabotage.ts';
import { type Step, students } from './schedule.ts';
import type { Tab } from './tab.ts';

const mostTabs = 3;
const newerVersion = 99;

/**
 * A generator of pseudo-random numbers. It starts from a seed, so that a sequence of events can be repeated exactly.
 */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

class Run {
  readonly device: Device;
  readonly person: Person;
  readonly happened: Set<string>;

  constructor(happened: Set<string>) {
    this.device = new Device(new HonestServer(happened), randomFrom(7));
    this.person = new Person(this.device);
    this.happened = happened;
  }

  /**
   * Changes outbox rows in the device's storage without the outbox, as an older or a newer release of the site would.
   */
  #write(change: (records: IDBObjectStore) => void): Promise<void> {
    return createStore(this.device.name, 'rows')('readwrite', change);
  }

  open(): Tab {
    const tab = this.device.openTab();
    this.person.watch(tab);
    return tab;
  }

  tab(nth: number): Tab {
    return this.device.tabs[nth % this.device.tabs.length] ?? this.open();
  }

  do(step: Step): void {
    const { device, person } = this;
    this.happened.add(`done: ${step.do}`);
    if (step.do === 'add' || step.do === 'remove') void person.change(this.tab(step.tab), step);
    else if (step.do === 'send form') void person.writes(this.tab(step.tab), step.form);
    else if (step.do === 'discard') void person.discards(this.tab(step.tab), step.nth);
    else if (step.do === 'retry') void person.retries(this.tab(step.tab), step.nth);
    else if (step.do === 'sign in') person.signsIn(this.tab(step.tab), step.as);
    else if (step.do === 'sign out') void person.signsOut(this.tab(step.tab));
    else if (step.do === 'time passes') device.pass(step.seconds);
    else if (step.do === 'clock jumps') device.setClock(step.hours);
    else if (step.do === 'calls fail') device.server.faults.push(...step.by);
    else if (step.do === 'storage is full') this.tab(step.tab).full = step.times;
    else if (step.do === 'storage closes') device.closeStorage();
    else this.#doElse(step);
  }

  #doElse(step: Step): void {
    const { device } = this;
    if (step.do === 'line') {
      device.server.line = step.is;
      for (const tab of device.tabs) void tab.connection.probe();
    } else if (step.do === 'session expires') {
      device.server.session = null;
      if (step.isNoticed) this.tab(0).leave();
    } else if (step.do === 'older release leaves a row') void this.#leave(1);
    else if (step.do === 'newer release leaves a row') void this.#leave(newerVersion);
    else if ('tab' in step) this.#doWithTabs(step.do, this.tab(step.tab));
  }

  #doWithTabs(what: Step['do'], tab: Tab): void {
    if (what === 'look at tab') void tab.outbox.drain();
    if (what === 'reload' || (what === 'close tab' && this.device.tabs.length > 1)) this.device.closeTab(tab);
    if (what === 'reload' || (what === 'open tab' && this.device.tabs.length < mostTabs)) this.open();
  }

  /**
   * Simulates a page of another release of the site that stores an outbox row, if the student Asha is signed in.
   * `version`: the schema version of that release.
   */
  async #leave(version: number): Promise<void> {
    if (this.tab(0).subject.student !== 'asha') return;
    const row = this.person.leavesRow(version);
    this.device.seen.set(row.title, row);
    await this.#write((records) => void records.put(row, row.key));
  }

  /**
   * Ends all faults, signs in each student once and lets the outbox send what waits. Returns the outbox rows that
   * remain.
   */
  async rest(): Promise<OutboxRow[]> {
    const { device, person } = this;
    device.server.line = 'open';
    device.server.faults.length = 0;
    for (const tab of device.tabs) tab.full = 0;
    await settled(60);
    await this.#write((records) => {
      const all = records.getAll();
      all.onsuccess = () => {
        for (const row of all.result)
          if (row.schemaVersion === newerVersion) records.put({ ...row, schemaVersion: rowVersion }, row.key);
      };
    });
    for (const who of students) {
      person.signsIn(this.tab(0), who);
      await this.#calm();
    }
    for (const press of person.pendingForms.splice(0)) void press();
    await this.#calm();
    const { rows } = await openOutboxStore(device.name)((found) => ({ rows: found }));
    for (const tab of [...device.tabs]) device.closeTab(tab);
    device.closeStorage();
    return rows;
  }

  async #calm(): Promise<void> {
    const { device } = this;
    for (let round = 0; round < 12; round += 1) {
      for (const tab of device.tabs) void tab.connection.probe();
      await settled(round < 2 ? 60 : 30);
      device.pass(100);
      await settled(10);
      const isBusy = [...device.tabs].some((tab) =>
        tab.outbox.rows.some(
          ({ state, user, kind }) =>
            kind !== 'receipt' &&
            (state === 'waiting' || state === 'sending') &&
            (user === null || user === tab.subject.student),
        ),
      );
      if (!isBusy && round > 0) return;
    }
  }
}

/** Plays a sequence of events on a new simulated device and returns the rules that the outbox violated. */
export async function runSchedule(
  steps: readonly Step[],
  happened: Set<string>,
  planted: Sabotage = 'none',
): Promise<string[]> {
  sabotage.begin(planted);
  const run = new Run(happened);
  run.open();
  run.person.signsIn(run.open(), 'asha');
  await settled(4);
  for (const step of steps) {
    run.do(step);
    await settled(step.turns);
  }
  const left = await run.rest();
  const violations = judge(run.device, run.person, left);
  indexedDB.deleteDatabase(run.device.name);
  return violations;
}
