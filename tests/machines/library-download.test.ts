import { expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { savedLibrary } from '../../lab/alphabets/samples.ts';
import {
  type LibraryDownloadEvent,
  type LibraryDownloadOffer,
  type LibraryDownloadStep,
  libraryDownloadMachine,
  type SavedLibraryState,
} from '../../machines/library-download.machine.ts';
import { settled } from './settled.ts';

const everything: LibraryDownloadOffer = { bytes: 90_000, pictureBytes: 400_000 };
const nothing: LibraryDownloadOffer = { bytes: 0, pictureBytes: 0 };
const withPictures = { ...savedLibrary, hasPictures: true };
const progress = { bytes: 30_000, totalBytes: 90_000 };
const step: LibraryDownloadStep = { kind: 'saved', progress };
const noResponse = new Error('no response');

/**
 * What the calls of the state machine return. An `Error` is thrown instead of returned. `steps`: the results of the
 * download's steps, in turn; any further step never ends.
 */
type Outside = {
  onDevice?: SavedLibraryState | Error;
  compared?: LibraryDownloadOffer | Error;
  steps?: Array<LibraryDownloadStep | Error>;
  paused?: Error;
  removed?: Error;
};

function orThrow<Found>(found: Found | Error): Found {
  if (found instanceof Error) throw found;
  return found;
}

async function open(outside: Outside = {}) {
  const clock = new SimulatedClock();
  const calls: string[] = [];
  const machine = libraryDownloadMachine.provide({
    actors: {
      readSavedLibrary: fromPromise(async () => {
        calls.push('read');
        return orThrow(outside.onDevice ?? { saved: null, underWay: null });
      }),
      compareLibrary: fromPromise(async () => {
        calls.push('compare');
        return orThrow(outside.compared ?? everything);
      }),
      saveNext: fromPromise(async ({ input }) => {
        calls.push(input.pictures ? 'save with pictures' : 'save');
        return orThrow(outside.steps?.shift() ?? (await new Promise<LibraryDownloadStep>(() => {})));
      }),
      savePause: fromPromise(async () => {
        calls.push('pause');
        orThrow(outside.paused);
      }),
      removeLibrary: fromPromise(async () => {
        calls.push('remove');
        orThrow(outside.removed);
      }),
    },
  });
  const actor = createActor(machine, { clock }).start();
  await settled(2);
  const send = async (...events: LibraryDownloadEvent[]) => {
    for (const event of events) {
      actor.send(event);
      await settled(2);
    }
  };
  return { clock, calls, send, state: () => actor.getSnapshot() };
}

const save = { type: 'library.save', pictures: false } as const;
const saveAll = { type: 'library.save', pictures: true } as const;
const pause = { type: 'download.pause' } as const;
const resume = { type: 'download.resume' } as const;
const remove = { type: 'library.remove' } as const;
const check = { type: 'library.check' } as const;
const connected = { type: 'connection.change', isOnline: true } as const;
const disconnected = { type: 'connection.change', isOnline: false } as const;

it.each([
  ['nothing is saved, even if there is nothing to download', null, nothing, 'offering'],
  ['saved content has changed', savedLibrary, { bytes: 1, pictureBytes: 0 }, 'offering'],
  ['saved pictures have changed', withPictures, { bytes: 0, pictureBytes: 1 }, 'offering'],
  ['only pictures that the student has left out have changed', savedLibrary, { bytes: 0, pictureBytes: 1 }, 'upToDate'],
  ['nothing has changed', withPictures, nothing, 'upToDate'],
] as const)(
  'the download of the offline library is offered if nothing is saved or saved content is outdated, and not otherwise (case: %s)',
  async (_, saved, compared, value) => {
    const { state } = await open({ onDevice: { saved, underWay: null }, compared });
    expect(state().value).toBe(value);
    expect(state().context).toEqual({
      ...{ saved, offer: compared, progress: null, isUnderWay: false },
      pictures: saved?.hasPictures ?? false,
    });
  },
);

it.each([
  ['with pictures', { saved: null, underWay: { pictures: true } }, 'save with pictures'],
  [
    'without pictures, although an earlier one had them',
    { saved: withPictures, underWay: { pictures: false } },
    'save',
  ],
] as const)(
  'an unfinished download of the offline library continues on the next visit with the same choice of pictures: %s',
  async (_, onDevice, call) => {
    const { calls, state } = await open({ onDevice });
    expect(calls).toEqual(['read', 'compare', call]);
    expect(state().context.isUnderWay).toBe(true);
  },
);

it('a download of the offline library reports its progress, and when it is complete, the library is up to date', async () => {
  const complete: LibraryDownloadStep = { kind: 'complete', saved: savedLibrary };
  const { calls, send, state } = await open({ steps: [step, complete] });
  await send(save);
  expect(calls).toEqual(['read', 'compare', 'save', 'save']);
  expect(state().value).toBe('upToDate');
  const offer = { bytes: 0, pictureBytes: everything.pictureBytes };
  expect(state().context).toMatchObject({ saved: savedLibrary, offer, progress: null, isUnderWay: false });
});

it('after a download of the offline library with pictures, nothing is left to download', async () => {
  const { send, state } = await open({ steps: [{ kind: 'complete', saved: withPictures }] });
  await send(saveAll);
  expect(state().context.offer).toEqual(nothing);
});

it('a resumed download of the offline library does not start with the progress shown before the pause', async () => {
  const { send, state } = await open({ steps: [step] });
  await send(save);
  expect(state().hasTag('busy')).toBe(true);
  expect(state().context.progress).toEqual(progress);
  await send(pause, resume);
  expect(state().value).toBe('saving');
  expect(state().context.progress).toBeNull();
});

it('a download of the offline library that lost the connection goes on when the connection is back, or after exactly 5 seconds', async () => {
  const cut: LibraryDownloadStep = { kind: 'cut' };
  const { calls, clock, send, state } = await open({ steps: [cut, cut] });
  await send(saveAll, disconnected);
  expect(state().value).toBe('waitingForConnection');
  expect(state().context.isUnderWay).toBe(true);
  await send(connected);
  expect(state().value).toBe('waitingForConnection');
  expect(calls.slice(2)).toEqual(['save with pictures', 'compare', 'save with pictures']);
  clock.increment(4999);
  expect(state().value).toBe('waitingForConnection');
  clock.increment(1);
  await settled(2);
  expect(calls.slice(5)).toEqual(['compare', 'save with pictures']);
});

it('a download of the offline library waits for the connection if the server cannot be reached when the download resumes', async () => {
  const { state, send, calls } = await open({
    onDevice: { saved: null, underWay: { pictures: false } },
    compared: noResponse,
  });
  expect(state().value).toBe('waitingForConnection');
  await send(pause);
  expect(state().value).toBe('paused');
  expect(calls).toEqual(['read', 'compare', 'pause']);
});

it.each([
  ['while it downloads', {}, [save]],
  ['while it waits for the connection', { steps: [{ kind: 'cut' }] }, [save]],
] satisfies [string, Outside, LibraryDownloadEvent[]][])(
  'a download of the offline library can be paused and resumed, even if the device cannot store the pause (paused %s)',
  async (_, outside, begin) => {
    const { calls, send, state } = await open({ ...outside, paused: noResponse });
    await send(...begin);
    const pausing = send(pause);
    expect(state().hasTag('busy')).toBe(true);
    await pausing;
    expect(state().value).toBe('paused');
    expect(state().context.isUnderWay).toBe(false);
    await send(connected);
    expect(state().value).toBe('paused');
    await send(resume);
    expect(calls.slice(-2)).toEqual(['compare', 'save']);
    expect(state().context.isUnderWay).toBe(true);
  },
);

it('a comparison of the offline library with the server can be paused only when it is part of a download', async () => {
  const { calls, state, send } = await open();
  await send(pause);
  expect(state().value).toBe('offering');
  await send(save, pause);
  const going = send(resume);
  expect(state().value).toBe('comparing');
  expect(state().hasTag('busy')).toBe(true);
  expect(state().can(pause)).toBe(true);
  await going;
  expect(calls).not.toContain('remove');
  const idle = await open({ onDevice: { saved: savedLibrary, underWay: null }, compared: nothing });
  const checking = idle.send(check);
  expect(idle.state().value).toBe('comparing');
  expect(idle.state().can(pause)).toBe(false);
  await checking;
});

it.each([
  ['the device is full', { kind: 'full' }, 'deviceFull'],
  ['an unexpected error occurs', noResponse, 'savingFailed'],
] satisfies [string, LibraryDownloadStep | Error, string][])(
  'if the download of the offline library stops because %s, the student can continue the download or delete the library',
  async (_, end, value) => {
    const { calls, send, state } = await open({ steps: [end, end] });
    await send(saveAll);
    expect(state().value).toBe(value);
    expect(state().hasTag('failed')).toBe(true);
    expect(state().context.isUnderWay).toBe(false);
    await send(resume);
    expect(calls.slice(2)).toEqual(['save with pictures', 'compare', 'save with pictures']);
    expect(state().value).toBe(value);
    await send(remove);
    expect(calls.slice(5)).toEqual(['remove', 'compare']);
  },
);

it('on a full device, the student can go on downloading the offline library without the pictures', async () => {
  const { calls, send } = await open({ steps: [{ kind: 'full' }] });
  await send(saveAll, save);
  expect(calls.slice(2)).toEqual(['save with pictures', 'save']);
});

it('a failed comparison of the offline library with the server is repeated on request or once the connection is back', async () => {
  const { calls, send, state } = await open({ compared: noResponse });
  expect(state().value).toBe('comparisonFailed');
  expect(state().hasTag('failed')).toBe(true);
  await send(disconnected);
  expect(calls).toEqual(['read', 'compare']);
  await send(check, connected);
  expect(calls).toEqual(['read', 'compare', 'compare', 'compare']);
});

it.each([
  ['is offered an update', savedLibrary, everything],
  ['cannot reach the server', savedLibrary, noResponse],
  ['has nothing to update', savedLibrary, nothing],
] as const)(
  'a student can delete the saved offline library, and then has nothing saved (a student who %s)',
  async (_, saved, compared) => {
    const { calls, send, state } = await open({ onDevice: { saved, underWay: null }, compared });
    expect(state().can(remove)).toBe(true);
    const removing = send(remove);
    expect(state().hasTag('busy')).toBe(true);
    await removing;
    expect(calls).toEqual(['read', 'compare', 'remove', 'compare']);
    expect(state().context).toMatchObject({ saved: null, progress: null, isUnderWay: false });
  },
);

it.each([
  ['is offered the download', everything],
  ['cannot reach the server', noResponse],
])('a student who has saved nothing cannot delete the offline library (a student who %s)', async (_, compared) => {
  expect((await open({ compared })).state().can(remove)).toBe(false);
});

it('a paused download of the offline library can be deleted', async () => {
  const { calls, send, state } = await open({ steps: [step] });
  await send(saveAll, pause, remove);
  expect(calls.slice(-2)).toEqual(['remove', 'compare']);
  expect(state().context).toMatchObject({ progress: null, isUnderWay: false });
  expect(state().value).toBe('offering');
});

it('an up-to-date offline library can be compared with the server again, and can later be completed with pictures', async () => {
  const { calls, send } = await open({ onDevice: { saved: savedLibrary, underWay: null }, compared: nothing });
  await send(check, saveAll);
  expect(calls).toEqual(['read', 'compare', 'compare', 'save with pictures']);
});

it('a failure to read or delete the offline library is shown, and the student can try again', async () => {
  const blocked = await open({ onDevice: noResponse });
  expect(blocked.state().value).toBe('storageRefused');
  expect(blocked.state().hasTag('failed')).toBe(true);
  const unknown = { saved: null, offer: null, progress: null, pictures: false, isUnderWay: false };
  expect(blocked.state().context).toEqual(unknown);
  const reading = blocked.send(check);
  expect(blocked.state().hasTag('busy')).toBe(true);
  await reading;
  expect(blocked.calls).toEqual(['read', 'read']);
  const undeletable = await open({ onDevice: { saved: savedLibrary, underWay: null }, removed: noResponse });
  await undeletable.send(remove);
  expect(undeletable.state().value).toBe('storageRefused');
});
