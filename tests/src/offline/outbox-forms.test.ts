import 'fake-indexeddb/auto';
import { describe, expect, it, vi } from 'vitest';
import type { OutboxForm } from '../../../src/offline/outbox-row.ts';
import { addCourse, fakeServer, full, noAnswer, openDevice } from './outbox-world.ts';

const enquiry: OutboxForm = {
  key: 'enquiry-1',
  kind: 'contact.send',
  user: null,
  title: 'Enquiry (fees)',
  payload: { name: 'Nila Thomas', email: 'nila@example.com', phone: '', subject: 'fees', message: 'In parts?' },
};
const anonymous: OutboxForm = {
  key: 'grievance-1',
  kind: 'grievance.send',
  user: null,
  title: 'Message to the academy',
  payload: { anonymous: true, grievance: 'The warden shouts.' },
};
const received = { kind: 'delivered', reference: 'LFE-7K3MQ9XD2A' } as const;
const lost = () => Promise.reject(new TypeError('Failed to fetch'));
const isNoAnswer = () => false;

describe('a form in the outbox', () => {
  it('is kept before its screen sends it, and gone once the screen shows its number', async () => {
    const world = openDevice(fakeServer());
    const seen: string[] = [];
    const send = async () => {
      seen.push(...(await world.rows()).map(({ key, state }) => `${key} ${state}`));
      return 'LFE-1';
    };
    expect(await world.openTab().sendForm(enquiry, send, isNoAnswer)).toBe('LFE-1');
    expect(seen).toEqual(['enquiry-1 sending']);
    await vi.waitFor(async () => expect(await world.rows()).toEqual([]));
  });

  it('is on no disk while it is sent, where it is anonymous', async () => {
    const world = openDevice(fakeServer());
    const seen: number[] = [];
    const send = async () => {
      seen.push((await world.rows()).length);
      return 'LFG-1';
    };
    await world.openTab().sendForm(anonymous, send, isNoAnswer);
    expect(seen).toEqual([0]);
  });

  it('waits without a connection, is sent once, and leaves its number and nothing of its text', async () => {
    const server = fakeServer(() => received);
    const world = openDevice(server, null);
    const tab = world.openTab();
    world.device.isCut = true;
    expect(await tab.sendForm(anonymous, lost, isNoAnswer)).toBeNull();
    expect(await world.rows()).toMatchObject([{ key: 'grievance-1', user: null, state: 'waiting', attempts: 0 }]);
    world.device.isCut = false;
    await Promise.all([tab.drain(), world.openTab().drain()]);
    expect(server.calls).toEqual(['grievance-1']);
    const left = await world.rows();
    expect(left).toMatchObject([{ kind: 'receipt', payload: { reference: 'LFE-7K3MQ9XD2A' }, state: 'delivered' }]);
    expect(JSON.stringify(left)).not.toMatch(/warden|grievance/);
    await tab.drain();
    expect(server.calls).toHaveLength(1);
    expect(await tab.discard(left[0]?.key ?? '')).toBe(true);
    expect(await world.rows()).toEqual([]);
  });

  it('goes on under its key where its own call found no answer', async () => {
    const server = fakeServer(() => received);
    const world = openDevice(server, null);
    expect(await world.openTab().sendForm(enquiry, lost, isNoAnswer)).toBeNull();
    await vi.waitFor(async () => expect(await world.rows()).toMatchObject([{ kind: 'receipt' }]));
    expect(server.calls).toEqual(['enquiry-1']);
  });

  it('is not kept where our server answered: the screen says what', async () => {
    const world = openDevice(fakeServer());
    await expect(world.openTab().sendForm(enquiry, lost, () => true)).rejects.toThrow('Failed to fetch');
    expect(await world.rows()).toEqual([]);
  });

  it('stays with its screen where the browser stores nothing', async () => {
    const refuse = () => Promise.reject(new DOMException('blocked', 'SecurityError'));
    const tab = openDevice(fakeServer(), null).openTab(refuse);
    await expect(tab.sendForm(enquiry, lost, isNoAnswer)).rejects.toThrow('Failed to fetch');
  });

  it('is taken up by the next page where its tab died meanwhile', async () => {
    const server = fakeServer(() => received);
    const world = openDevice(server, null);
    void world.openTab().sendForm(enquiry, () => new Promise(() => {}), isNoAnswer);
    await vi.waitFor(async () => expect(await world.rows()).toMatchObject([{ state: 'sending' }]));
    await world.openTab().resume();
    expect(server.calls).toEqual(['enquiry-1']);
    expect(await world.rows()).toMatchObject([{ kind: 'receipt' }]);
  });

  it('of nobody is sent whoever is signed in, also while a student’s own waits for signing in', async () => {
    const server = fakeServer((key) => (key === 'enquiry-1' ? received : { kind: 'signedOut' }));
    const world = openDevice(server);
    const tab = world.openTab();
    world.device.isCut = true;
    await tab.submit(addCourse(1));
    await tab.submit(addCourse(2));
    await tab.sendForm(enquiry, lost, isNoAnswer);
    await tab.drain();
    // The second add does not overtake the first.
    expect(server.calls).toEqual(['add-1-10', 'enquiry-1']);
  });
});

describe('giving up', () => {
  it('leaves what is being sent at this moment, and says so', async () => {
    let answer: () => void = () => {};
    const server = fakeServer(async () => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return { kind: 'delivered' };
    });
    const world = openDevice(server);
    const tab = world.openTab();
    void tab.submit(addCourse(1));
    await vi.waitFor(() => expect(server.calls).toHaveLength(1));
    expect(await tab.discard('add-1-10')).toBe(false);
    answer();
    await vi.waitFor(async () => expect(await world.rows()).toEqual([]));
  });

  it('is not told where the browser does not let go', async () => {
    const world = openDevice(fakeServer(() => noAnswer));
    world.device.isCut = true;
    await world.openTab().submit(addCourse(1));
    const refuse = () => Promise.reject(new DOMException('closed', 'QuotaExceededError'));
    expect(await world.openTab(refuse).discard('add-1-10')).toBe(false);
    expect(await world.rows()).toHaveLength(1);
  });

  it('at signing out takes what nobody signed with it, and one that is resumed does not', async () => {
    const world = openDevice(fakeServer(() => full));
    const tab = world.openTab();
    world.device.isCut = true;
    await tab.submit(addCourse(1));
    await tab.sendForm(enquiry, lost, isNoAnswer);
    await tab.discardAll('asha');
    expect(await world.rows()).toMatchObject([{ key: 'enquiry-1' }]);
    await tab.discardAll('asha', { andOfNobody: true });
    expect(await world.rows()).toEqual([]);
  });
});
