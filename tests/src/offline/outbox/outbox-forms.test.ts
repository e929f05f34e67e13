import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { OutboxForm } from '../../../../src/offline/outbox/row.ts';
import type { Delivery } from '../../../../src/offline/outbox/row-rules.ts';
import { addCourse, enquiry, fakeServer, fillDevice, full, noResponse, openDevice } from './fake-device.ts';

afterEach(() => void vi.restoreAllMocks());

const anonymous: OutboxForm = {
  key: 'grievance-1',
  kind: 'grievance.send',
  user: null,
  title: 'Message to the academy',
  payload: { anonymous: true, grievance: 'The warden shouts.' },
};
const signedGrievance: OutboxForm = {
  ...anonymous,
  user: 'asha',
  payload: {
    anonymous: false,
    name: 'Asha',
    contact: '9876543210',
    email: 'asha@example.com',
    grievance: 'The warden shouts.',
  },
};
const received = { kind: 'delivered', reference: 'LFE-7K3MQ9XD2A' } as const;
const lostError = new TypeError('Failed to fetch');
const lost = () => Promise.reject(lostError);
const hasNoResponse = () => false;

/**
 * A tab whose storage does not respond until `open` is called, as after the browser has closed the connection to it.
 */
function openDelayedTab({ openTab, storage }: ReturnType<typeof openDevice>) {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const tab = openTab(async (change) => {
    await opened;
    return storage(change);
  });
  return { tab, open };
}

describe('a form in the outbox', () => {
  it.each([
    ['an enquiry', enquiry],
    ['a grievance with a name', signedGrievance],
  ])(
    'a form (%s) is stored in the outbox while it is being sent, and deleted once its reference number has arrived',
    async (_, form) => {
      const world = openDevice(fakeServer());
      const seen: string[] = [];
      const send = async () => {
        seen.push(...(await world.rows()).map(({ key, state }) => `${key} ${state}`));
        return 'LFE-1';
      };
      expect(await world.openTab().sendForm(form, send, hasNoResponse)).toBe('LFE-1');
      expect(seen).toEqual([`${form.key} sending`]);
      await vi.waitFor(async () => expect(await world.rows()).toEqual([]));
    },
  );

  it('a form is sent online even if the device is too full to store it', async () => {
    const world = openDevice(fakeServer());
    const tab = world.openTab();
    await tab.refresh();
    fillDevice();
    expect(await tab.sendForm(enquiry, async () => 'LFE-1', hasNoResponse)).toBe('LFE-1');
  });

  it('a form is sent before slow storage has opened, and is stored afterwards if it gets no response', async () => {
    const world = openDevice(fakeServer(() => noResponse));
    const tab = world.openTab((change, { isPatient = false } = {}) =>
      isPatient ? world.storage(change) : Promise.reject(new DOMException('The storage does not open', 'TimeoutError')),
    );
    const seen: unknown[] = [];
    const send = async () => {
      seen.push(...(await world.rows()));
      return lost();
    };
    expect(await tab.sendForm(enquiry, send, hasNoResponse)).toBeNull();
    expect(seen).toEqual([]);
    expect(await world.rows()).toMatchObject([{ key: 'enquiry-1', state: 'waiting', attempts: 1 }]);
    world.closeTabs();
  });

  it('an anonymous grievance that gets no response waits in the outbox even if the signed-in student discards all changes', async () => {
    const world = openDevice(fakeServer(() => noResponse));
    const tab = world.openTab();
    world.device.isOffline = true;
    await tab.submit(addCourse(1), 'asha');
    world.device.isOffline = false;
    const send = async () => {
      await tab.discard('add-1-10');
      await tab.discardAll('asha');
      return lost();
    };
    expect(await tab.sendForm(anonymous, send, hasNoResponse)).toBeNull();
    expect(await world.rows()).toMatchObject([{ key: 'grievance-1', user: null }]);
    world.closeTabs();
  });

  it('when a form gets no response in one tab and another tab delivers it, there is no error and one stored reference number', async () => {
    const server = fakeServer(() => received);
    const world = openDevice(server);
    const call = Promise.withResolvers<string>();
    const sending = world.openTab().sendForm(enquiry, () => call.promise, hasNoResponse);
    await expect.poll(world.rows).toHaveLength(1);
    await world.openTab().drain();
    call.reject(lostError);
    expect(await sending).toBeNull();
    await expect.poll(world.rows).toMatchObject([{ kind: 'receipt', payload: { reference: received.reference } }]);
    expect(server.calls).toEqual(['enquiry-1', 'enquiry-1']);
  });

  it.each([
    ['an enquiry', enquiry],
    ['an anonymous grievance', anonymous],
  ])(
    'sending a form (%s) fails when the browser is offline and the device has no space to store the form',
    async (_, form) => {
      const world = openDevice(fakeServer());
      world.device.isOffline = true;
      const tab = world.openTab();
      await tab.refresh();
      const freeSpace = fillDevice();
      await expect(tab.sendForm(form, lost, hasNoResponse)).rejects.toMatchObject({ name: 'QuotaExceededError' });
      freeSpace();
      await tab.refresh();
      expect(await world.rows()).toEqual([]);
    },
  );

  it('if the device’s storage fills up while a form is being sent and no response arrives, the form still waits in the outbox', async () => {
    const world = openDevice(fakeServer(() => noResponse));
    const tab = world.openTab();
    let freeSpace = () => {};
    const send = () => {
      freeSpace = fillDevice();
      return lost();
    };
    expect(await tab.sendForm(enquiry, send, hasNoResponse)).toBeNull();
    freeSpace();
    await tab.drain();
    expect(await world.rows()).toMatchObject([{ key: 'enquiry-1', state: 'waiting' }]);
    world.closeTabs();
  });

  it('an anonymous grievance is not stored on the device while it is being sent', async () => {
    const world = openDevice(fakeServer());
    const seen: number[] = [];
    const send = async () => {
      seen.push((await world.rows()).length);
      return 'LFE-1';
    };
    await world.openTab().sendForm(anonymous, send, hasNoResponse);
    expect(seen).toEqual([0]);
  });

  it('a form sent offline waits, is sent once, and leaves only its reference number on the device', async () => {
    const server = fakeServer(() => received);
    const world = openDevice(server, null);
    const tab = world.openTab();
    world.device.isOffline = true;
    expect(await tab.sendForm(anonymous, lost, hasNoResponse)).toBeNull();
    expect(await world.rows()).toMatchObject([{ key: 'grievance-1', user: null, state: 'waiting', attempts: 0 }]);
    world.device.isOffline = false;
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

  it.each([
    ['an enquiry', enquiry],
    ['an anonymous grievance', anonymous],
  ])(
    'if the visitor leaves the page of a form (%s) before the response, the device stores the reference number but none of the form’s text',
    async (_, form) => {
      const world = openDevice(fakeServer());
      const tab = world.openTab();
      expect(
        await tab.sendForm(
          form,
          async () => 'LFX-1',
          hasNoResponse,
          () => false,
        ),
      ).toBe('LFX-1');
      const left = await world.rows();
      expect(left).toMatchObject([
        { kind: 'receipt', user: null, title: form.title, state: 'delivered', payload: { reference: 'LFX-1' } },
      ]);
      expect(JSON.stringify(left)).not.toMatch(/warden|Nila/);
      expect([...tab.held]).toEqual([]);
    },
  );

  it('a form that got no response is sent again with the same idempotency key', async () => {
    const server = fakeServer(() => received);
    const world = openDevice(server, null);
    expect(await world.openTab().sendForm(enquiry, lost, hasNoResponse)).toBeNull();
    await vi.waitFor(async () => expect(await world.rows()).toMatchObject([{ kind: 'receipt' }]));
    expect(server.calls).toEqual(['enquiry-1']);
  });

  it('a form whose sending fails after the server has responded is not stored in the outbox', async () => {
    const world = openDevice(fakeServer());
    await expect(world.openTab().sendForm(enquiry, lost, () => true)).rejects.toThrow('Failed to fetch');
    expect(await world.rows()).toEqual([]);
  });

  it('sending a form fails with an error when the browser can neither send the form nor store it', async () => {
    const refuse = () => Promise.reject(new DOMException('blocked', 'SecurityError'));
    const tab = openDevice(fakeServer(), null).openTab(refuse);
    await expect(tab.sendForm(enquiry, lost, hasNoResponse)).rejects.toThrow('Failed to fetch');
  });

  it('if a tab is closed while a form is being sent, the next page sends the form', async () => {
    const server = fakeServer(() => received);
    const world = openDevice(server, null);
    void world.openTab().sendForm(enquiry, () => new Promise(() => {}), hasNoResponse);
    await vi.waitFor(async () => expect(await world.rows()).toMatchObject([{ state: 'sending' }]));
    await world.openTab().resume();
    expect(server.calls).toEqual(['enquiry-1']);
    expect(await world.rows()).toMatchObject([{ kind: 'receipt' }]);
  });

  it('a visitor’s form in the outbox is sent even while a student’s changes wait for the student to sign in again', async () => {
    const server = fakeServer((key) => (key === 'enquiry-1' ? received : { kind: 'signedOut' }));
    const world = openDevice(server);
    const tab = world.openTab();
    world.device.isOffline = true;
    await tab.submit(addCourse(1), 'asha');
    await tab.submit(addCourse(2), 'asha');
    await tab.sendForm(enquiry, lost, hasNoResponse);
    await tab.drain();
    // The second addition to the cart is not sent before the first, which waits for the sign-in.
    expect(server.calls).toEqual(['add-1-10', 'enquiry-1']);
  });
});

describe('discarding a change', () => {
  it('a change in the outbox cannot be discarded while it is being sent', async () => {
    let answer: () => void = () => {};
    const server = fakeServer(async () => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return { kind: 'delivered' };
    });
    const world = openDevice(server);
    const tab = world.openTab();
    void tab.submit(addCourse(1), 'asha');
    await vi.waitFor(() => expect(server.calls).toHaveLength(1));
    expect(await tab.discard('add-1-10')).toBe(false);
    answer();
    await vi.waitFor(async () => expect(await world.rows()).toEqual([]));
  });

  it('while one tab is sending a change, another tab cannot discard that change, but can discard a change that still waits', async () => {
    const call = Promise.withResolvers<Delivery>();
    const server = fakeServer(() => call.promise);
    const world = openDevice(server);
    const [sending, other] = [world.openTab(), world.openTab()];
    world.device.isOffline = true;
    for (const course of [1, 2]) await sending.submit(addCourse(course), 'asha');
    world.device.isOffline = false;
    const drained = sending.drain();
    await vi.waitFor(() => expect(server.calls).toHaveLength(1));
    expect(await other.discard('add-1-10')).toBe(false);
    expect(await other.discard('add-2-20')).toBe(true);
    call.resolve({ kind: 'delivered' });
    await drained;
    expect(server.calls).toEqual(['add-1-10']);
    expect(await world.rows()).toEqual([]);
  });

  it('a form whose sending fails after another tab has discarded the form is not put back into the outbox', async () => {
    const server = fakeServer(() => noResponse);
    const world = openDevice(server);
    const call = Promise.withResolvers<string>();
    const [own, other] = [world.openTab(), world.openTab()];
    const sending = own.sendForm(enquiry, () => call.promise, hasNoResponse);
    await expect.poll(world.rows).toHaveLength(1);
    await other.drain();
    expect(await world.rows()).toMatchObject([{ key: 'enquiry-1', state: 'waiting' }]);
    expect(await other.discard('enquiry-1')).toBe(true);
    await expect.poll(() => own.rows).toEqual([]);
    call.reject(lostError);
    await expect(sending).rejects.toThrow(lostError);
    expect(await world.rows()).toEqual([]);
    expect(server.calls).toEqual(['enquiry-1']);
  });

  it('discarding a change in the outbox fails when the browser cannot delete it, and the change stays', async () => {
    const world = openDevice(fakeServer(() => noResponse));
    world.device.isOffline = true;
    await world.openTab().submit(addCourse(1), 'asha');
    const refuse = () => Promise.reject(new DOMException('closed', 'QuotaExceededError'));
    expect(await world.openTab(refuse).discard('add-1-10')).toBe(false);
    expect(await world.openTab(refuse).discardAll('asha')).toBe(false);
    expect(await world.rows()).toHaveLength(1);
  });

  it('discarding all changes of a student keeps forms sent without an account, unless the option withAnonymous is set', async () => {
    const world = openDevice(fakeServer(() => full));
    const tab = world.openTab();
    world.device.isOffline = true;
    await tab.submit(addCourse(1), 'asha');
    await tab.sendForm(enquiry, lost, hasNoResponse);
    await tab.discardAll('asha');
    expect(await world.rows()).toMatchObject([{ key: 'enquiry-1' }]);
    await tab.discardAll('asha', { withAnonymous: true });
    expect(await world.rows()).toEqual([]);
  });

  it('a sign-out that also deletes anonymous forms keeps the changes of another student', async () => {
    const world = openDevice(fakeServer(), 'dev');
    const tab = world.openTab();
    world.device.isOffline = true;
    await tab.submit(addCourse(1), 'dev');
    await tab.sendForm(enquiry, lost, hasNoResponse);
    world.device.student = null;
    expect(await tab.discardAll('asha', { withAnonymous: true })).toBe(true);
    expect(await world.rows()).toMatchObject([{ key: 'add-1-10', user: 'dev', state: 'waiting' }]);
  });

  const named: OutboxForm = { ...enquiry, user: 'asha' };
  it.each([
    ['a form of a student', named],
    ['a form of a signed-out visitor', enquiry],
    ['an anonymous grievance', anonymous],
  ])(
    'a form (%s) that gets no response is not put back into the outbox if the student signs out while the form is being sent',
    async (_, form) => {
      const server = fakeServer(() => received);
      const world = openDevice(server);
      const tab = world.openTab();
      const call = Promise.withResolvers<string>();
      const sending = tab.sendForm(form, () => call.promise, hasNoResponse);
      await tab.refresh();
      world.device.student = null;
      await tab.discardAll('asha', { withAnonymous: true });
      expect(await world.rows()).toEqual([]);
      call.reject(lostError);
      await expect(sending).rejects.toThrow(lostError);
      world.device.student = 'asha';
      await tab.resume();
      expect(await world.rows()).toEqual([]);
      expect(server.calls).toEqual([]);
    },
  );

  it.each([
    ['a form of a student', named],
    ['a form of a signed-out visitor', enquiry],
    ['an anonymous grievance', anonymous],
  ])(
    'a form (%s) that the server receives after the student has left its page and signed out leaves nothing in the outbox',
    async (_, form) => {
      const world = openDevice(fakeServer());
      const tab = world.openTab();
      const call = Promise.withResolvers<string>();
      const sending = tab.sendForm(
        form,
        () => call.promise,
        hasNoResponse,
        () => false,
      );
      await tab.refresh();
      world.device.student = null;
      await tab.discardAll('asha', { withAnonymous: true });
      call.resolve('LFX-1');
      await sending;
      expect(await world.rows()).toEqual([]);
    },
  );

  it('a form whose sending fails after its student has signed out in another tab is not put back into the outbox', async () => {
    const world = openDevice(fakeServer());
    const call = Promise.withResolvers<string>();
    const sending = world.openTab().sendForm(named, () => call.promise, hasNoResponse);
    await expect.poll(world.rows).toHaveLength(1);
    world.device.student = null;
    await world.openTab().discardAll('asha', { withAnonymous: true });
    call.reject(lostError);
    await expect(sending).rejects.toThrow(lostError);
    expect(await world.rows()).toEqual([]);
  });

  it('a student’s form that gets no response after the student’s session has expired waits in the outbox for this student', async () => {
    const world = openDevice(fakeServer());
    const call = Promise.withResolvers<string>();
    const sending = world.openTab().sendForm(named, () => call.promise, hasNoResponse);
    await expect.poll(world.rows).toHaveLength(1);
    world.device.student = null;
    call.reject(lostError);
    expect(await sending).toBeNull();
    expect(await world.rows()).toMatchObject([{ key: 'enquiry-1', user: 'asha', state: 'waiting' }]);
  });

  it('deleting the outbox of a signed-out student late does not delete a form that a visitor has sent in the meantime', async () => {
    const world = openDevice(fakeServer());
    const leaving = openDelayedTab(world);
    world.device.isOffline = true;
    world.device.student = null;
    const deletion = leaving.tab.discardAll('asha', { withAnonymous: true });
    expect(await world.openTab().sendForm(enquiry, lost, hasNoResponse)).toBeNull();
    leaving.open();
    await deletion;
    expect(await world.rows()).toMatchObject([{ key: 'enquiry-1', state: 'waiting' }]);
  });

  it('deleting the outbox of a signed-out student late does not delete a change that the student made after signing in again', async () => {
    const world = openDevice(fakeServer());
    const leaving = openDelayedTab(world);
    world.device.isOffline = true;
    const deletion = leaving.tab.discardAll('asha', { withAnonymous: true });
    await world.openTab().submit(addCourse(1), 'asha');
    leaving.open();
    await deletion;
    expect(await world.rows()).toMatchObject([{ key: 'add-1-10', state: 'waiting' }]);
  });

  it('a sign-out also deletes the unsent changes that the student has made in another tab', async () => {
    const world = openDevice(fakeServer());
    world.device.isOffline = true;
    await world.openTab().submit(addCourse(1), 'asha');
    world.device.student = null;
    await world.openTab().discardAll('asha');
    expect(await world.rows()).toEqual([]);
  });
});
