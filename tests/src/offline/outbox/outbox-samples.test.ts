import 'fake-indexeddb/auto';
import { readdirSync, readFileSync } from 'node:fs';
import { createStore } from 'idb-keyval';
import { describe, expect, it } from 'vitest';
import { type OutboxRow, readRow, rowVersion } from '../../../../src/offline/outbox/row.ts';
import { fakeServer, openDevice } from './fake-device.ts';

const folder = new URL('./samples/', import.meta.url);
const versions = readdirSync(folder).map((name) => Number.parseInt(name, 10));

/** The sample rows of a row version, in the format in which the site stored rows of that version. */
function readSamples(version: number): OutboxRow[] {
  return JSON.parse(readFileSync(new URL(`${version}.json`, folder), 'utf8'));
}

it('for every released version of the outbox’s row format, the tests have stored sample rows', () => {
  expect(versions.toSorted((a, b) => a - b)).toEqual(Array.from({ length: rowVersion }, (_, before) => before + 1));
});

describe.each(versions)('outbox rows of version %i', (version) => {
  it('for each version of the outbox’s row format, the sample rows cover every state and kind of row in that version', () => {
    const samples = readSamples(version);
    expect(samples.every(({ schemaVersion }) => schemaVersion === version)).toBe(true);
    expect(new Set(samples.map(({ state }) => state))).toEqual(
      new Set(['waiting', 'sending', 'needsAuth', 'needsAttention', ...(version > 1 ? ['delivered'] : [])]),
    );
    const forms = version > 1 ? ['contact.send', 'grievance.send', 'receipt'] : [];
    expect(new Set(samples.map(({ kind }) => kind))).toEqual(new Set(['cart.add', 'cart.remove', ...forms]));
  });

  it('outbox rows stored by any released version are read without losing a field', () => {
    for (const sample of readSamples(version))
      expect(readRow(sample)).toEqual({ ...sample, schemaVersion: rowVersion });
  });

  it('outbox rows stored by any released version are sent once each, in order', async () => {
    const server = fakeServer(() => ({ kind: 'delivered', reference: 'LF-1' }));
    const world = openDevice(server);
    await world.rows();
    const samples = readSamples(version);
    await createStore(world.name, 'rows')('readwrite', (records) => {
      for (const sample of samples) records.put(sample, sample.key);
    });
    await world.openTab().resume();
    const sendable = samples.filter(({ kind, state }) => kind !== 'receipt' && state !== 'needsAttention');
    expect(server.calls).toEqual(sendable.toSorted((a, b) => a.sequence - b.sequence).map(({ key }) => key));
  });
});
