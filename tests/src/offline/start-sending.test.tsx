import 'fake-indexeddb/auto';
import { beforeEach, expect, it, vi } from 'vitest';
import { apiVersion, markerHeader } from '../../../contract/headers.ts';
import { signOut } from '../../../contract/signed-in.ts';
import { addRow } from '../../../src/offline/outbox/row-rules.ts';
import { openOutboxStore } from '../../../src/offline/outbox/store.ts';
import { addCourse } from './outbox/fake-device.ts';

/** Which of the mocked modules were loaded. Each mock returns the real module. */
const loaded = vi.hoisted(() => new Set<string>());
vi.mock('../../../src/offline/outbox/list/waiting-slot.tsx', (load) => {
  loaded.add('the place of the list');
  return load();
});
vi.mock('../../../src/offline/outbox/list/waiting-changes.tsx', (load) => {
  loaded.add('the list');
  return load();
});
vi.mock('../../../src/ui/toasts/toast-region.tsx', (load) => {
  loaded.add('the toasts');
  return load();
});

const sent: string[] = [];
vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
  sent.push(String(input));
  return Response.json({ statusCode: 200 }, { headers: { [markerHeader]: apiVersion } });
});

beforeEach(() => {
  vi.resetModules();
  localStorage.clear();
  sent.length = 0;
  loaded.clear();
});

/** Stores a waiting change on the device, as an earlier visit does. Returns the states of the device's changes. */
async function leaveChange(): Promise<() => Promise<string[]>> {
  const storage = openOutboxStore('landfall-outbox');
  await storage(() => ({ rows: addRow([], addCourse(1), 'asha', Date.now()).rows }));
  return async () => (await storage((rows) => ({ rows }))).rows.map(({ state }) => state);
}

/** Opens a page of the site: its modules are loaded anew. */
async function openPage() {
  const { pendingSignOut } = await import('../../../src/offline/calls/page-api.ts');
  const { subject } = await import('../../../src/offline/session/subject.ts');
  const { saveLowDataChoice } = await import('../../../src/offline/low-data/low-data-mode.ts');
  const { startSending } = await import('../../../src/offline/start-sending.ts');
  return { pendingSignOut, subject, saveLowDataChoice, startSending };
}

it('a page that opens sends a pending sign-out to the server and signs the student out on the device', async () => {
  const { pendingSignOut, subject, startSending } = await openPage();
  subject.enter('asha');
  pendingSignOut.record('asha');
  startSending();
  await expect.poll(() => pendingSignOut.isPending).toBe(false);
  expect(sent).toEqual([signOut.url]);
  expect([subject.student, pendingSignOut.unwiped]).toEqual([null, null]);
});

it('a page that opens sends the changes that are waiting in the outbox from an earlier visit', async () => {
  const statesOfChanges = await leaveChange();
  const { subject, startSending } = await openPage();
  subject.enter('asha');
  startSending();
  await expect.poll(statesOfChanges).toEqual(['delivered']);
  expect(sent).toEqual(['/api/cart/add']);
});

it('preloading the outbox’s code sends nothing, but opening the outbox sends the changes left by an earlier visit', async () => {
  const statesOfChanges = await leaveChange();
  const { subject } = await openPage();
  const { openOutbox, preloadOutbox } = await import('../../../src/offline/outbox/open-outbox.ts');
  subject.enter('asha');
  preloadOutbox();
  await vi.dynamicImportSettled();
  expect(sent).toEqual([]);
  const outbox = await openOutbox();
  await expect.poll(statesOfChanges).toEqual(['delivered']);
  expect(sent).toEqual(['/api/cart/add']);
  expect(outbox.rows.map(({ state }) => state)).toEqual(['delivered']);
});

it('a page loads the code that shows waiting changes in advance only in low-data mode, where only loaded scripts work offline', async () => {
  const { saveLowDataChoice, startSending } = await openPage();
  saveLowDataChoice(false);
  startSending();
  await vi.dynamicImportSettled();
  expect([...loaded]).toEqual([]);
  saveLowDataChoice(true);
  startSending();
  await expect.poll(() => loaded).toEqual(new Set(['the place of the list', 'the list', 'the toasts']));
});
