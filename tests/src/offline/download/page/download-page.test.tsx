import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { savedLibrary } from '../../../../../lab/alphabets/samples.ts';
import {
  type LibraryDownloadOffer,
  type LibraryDownloadStep,
  libraryDownloadMachine,
  type SavedLibraryState,
} from '../../../../../machines/library-download.machine.ts';
import { rowsOf } from '../../../../../src/offline/download/course-search.ts';
import { DownloadPage } from '../../../../../src/offline/download/page/download-page.tsx';
import { answeringApi } from '../../../../support/answers.ts';
import { renderInPage } from '../../../../support/in-page.tsx';
import { whileServerIsDown } from '../../../../support/server-down.ts';
import { coursesResponse } from '../course-response.ts';

const offer: LibraryDownloadOffer = { bytes: 92_160, pictureBytes: 409_600 };
const nothingNew: LibraryDownloadOffer = { bytes: 0, pictureBytes: 409_600 };
const rows = rowsOf([
  {
    path: '/api/course?course_id=401',
    body: coursesResponse({ id: 401, name: 'Fire Fighting', code: 'FPFF', days: 3, fee: 4500 }),
  },
  {
    path: '/api/course?course_id=402',
    body: coursesResponse({ id: 402, name: 'Radar Simulator', code: 'RANSCO', days: 5, fee: 12_500 }),
  },
]);
const never = new Promise<never>(() => {});

type Given = {
  onDevice?: SavedLibraryState;
  compared?: LibraryDownloadOffer | Error | Promise<never>;
  /** The results of the first download steps; later steps never end. */
  steps?: Array<LibraryDownloadStep | Error>;
};

async function openPage({ onDevice = { saved: null, underWay: null }, compared = offer, steps = [] }: Given = {}) {
  const choices: Array<{ pictures: boolean }> = [];
  const removed: true[] = [];
  const actor = createActor(
    libraryDownloadMachine.provide({
      actors: {
        readSavedLibrary: fromPromise(async () => onDevice),
        compareLibrary: fromPromise(async () => {
          if (compared instanceof Error) throw compared;
          return removed.length > 0 ? offer : compared;
        }),
        saveNext: fromPromise(async ({ input }: { input: { pictures: boolean } }) => {
          choices.push(input);
          const step = steps.shift() ?? (await never);
          if (step instanceof Error) throw step;
          return step;
        }),
        savePause: fromPromise(async () => {}),
        removeLibrary: fromPromise<void, undefined>(async () => {
          removed.push(true);
        }),
      },
    }),
  ).start();
  await renderInPage(<DownloadPage actor={actor} readRows={async () => rows} phone="1800-000-0000" />, {
    api: answeringApi({}).api,
  });
  return { actor, choices, person: userEvent.setup() };
}

const saved = { saved: savedLibrary, underWay: null };

describe('the offline library page', () => {
  it('the offline library page shows the download size with and without pictures', async () => {
    const { person, choices } = await openPage();
    const save = await screen.findByRole('button', { name: 'Save (90 KB)' });
    await person.click(screen.getByRole('checkbox', { name: 'With pictures (400 KB more)' }));
    expect(save.textContent).toBe('Save (490 KB)');
    await person.click(save);
    expect(choices).toEqual([{ pictures: true }]);
  });

  it('the offline library page shows the download progress in KB and percent', async () => {
    const step: LibraryDownloadStep = { kind: 'saved', progress: { bytes: 30_720, totalBytes: 92_160 } };
    const { person } = await openPage({ steps: [step] });
    await person.click(await screen.findByRole('button', { name: 'Save (90 KB)' }));
    expect(await screen.findByText('30 KB of 90 KB · 33 %')).toBeTruthy();
    expect(document.activeElement).not.toBe(document.body);
    expect(screen.getByRole('progressbar', { name: 'Saving' }).getAttribute('value')).toBe('33');
  });

  it('a download of the offline library waits when the connection is lost, keeps what has arrived and resumes when it is back', async () => {
    const { person, actor, choices } = await openPage({ steps: [{ kind: 'cut' }] });
    await person.click(await screen.findByRole('button', { name: 'Save (90 KB)' }));
    expect(await screen.findByRole('heading', { name: 'Waiting for the connection' })).toBeTruthy();
    expect(screen.getByText(/Everything downloaded so far is saved/)).toBeTruthy();
    actor.send({ type: 'connection.change', isOnline: true });
    expect(await screen.findByRole('heading', { name: 'Saving' })).toBeTruthy();
    await expect.poll(() => choices.length).toBe(2);
  });

  it('while our server is not answering, a download of the offline library says that it waits for the server, not for the connection', async () => {
    await whileServerIsDown(async () => {
      const { person } = await openPage({ steps: [{ kind: 'cut' }] });
      await person.click(await screen.findByRole('button', { name: 'Save (90 KB)' }));
      expect(await screen.findByRole('heading', { name: 'Waiting for our server' })).toBeTruthy();
    });
  });

  it('a download of the offline library can be paused and continued', async () => {
    const { person, choices } = await openPage();
    await person.click(await screen.findByRole('button', { name: 'Save (90 KB)' }));
    await person.click(await screen.findByRole('button', { name: 'Pause' }));
    expect(await screen.findByText('Paused.')).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Continue' }));
    await expect.poll(() => choices.length).toBe(2);
  });

  it('a download of the offline library that an earlier visit started resumes by itself', async () => {
    const { choices } = await openPage({ onDevice: { saved: null, underWay: { pictures: true } } });
    await expect.poll(() => choices).toEqual([{ pictures: true }]);
    expect(screen.getByRole('heading', { name: 'Saving' })).toBeTruthy();
  });

  it('the offline library page shows what is saved, since when, and that it is up to date', async () => {
    await openPage({ onDevice: saved, compared: nothingNew });
    expect(await screen.findByText('Everything is on this device.')).toBeTruthy();
    const facts = within(screen.getByRole('region', { name: 'On this device' }));
    expect(facts.getByText('45')).toBeTruthy();
    expect(facts.getByText('not saved')).toBeTruthy();
    expect(facts.getByText('1 Jan 1970, 05:30')).toBeTruthy();
  });

  it('pictures that were left out of the offline library can be downloaded later', async () => {
    const { person, choices } = await openPage({ onDevice: saved, compared: nothingNew });
    await person.click(await screen.findByRole('button', { name: 'Save pictures (400 KB)' }));
    expect(choices).toEqual([{ pictures: true }]);
  });

  it('the saved courses of the offline library can be searched by words, duration and fee', async () => {
    const { person } = await openPage({ onDevice: saved, compared: nothingNew });
    const search = within(await screen.findByRole('region', { name: 'Search saved courses' }));
    expect(await search.findByText('2 courses')).toBeTruthy();
    await person.type(search.getByRole('searchbox', { name: 'Course, code, category or tag' }), 'fire');
    expect(search.getByRole('link').getAttribute('href')).toBe('/course-booking/fire-fighting-401');
    await person.clear(search.getByRole('searchbox'));
    await person.type(search.getByRole('textbox', { name: 'Maximum fee in rupees' }), '₹5,000');
    expect(search.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Fire Fighting']);
    await person.type(search.getByRole('textbox', { name: 'Maximum duration in days' }), '2');
    expect(search.getByText(/No saved course matches/)).toBeTruthy();
  });

  it('the offline library page offers an update when the content has changed', async () => {
    await openPage({ onDevice: saved });
    expect(await screen.findByRole('heading', { name: 'What has changed' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Update (90 KB)' })).toBeTruthy();
  });

  it('the offline library page shows what is saved on the device when the server cannot be reached', async () => {
    await openPage({ onDevice: saved, compared: new Error('offline') });
    expect(await screen.findByRole('region', { name: 'On this device' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Check for changes' })).toBeTruthy();
  });

  it('the offline library page shows an error and a retry button when the server cannot be reached and nothing is saved', async () => {
    await openPage({ compared: new Error('offline') });
    expect(await screen.findByText('We could not check what can be saved.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it.each([
    ['a full device', { kind: 'full' } as const, 'There is no space left on this device.'],
    ['an unexpected error', new Error('unforeseen'), 'Something went wrong.'],
  ])(
    'a download of the offline library stopped by %s says what happened and that nothing is lost',
    async (_, step, title) => {
      const { person } = await openPage({ steps: [step] });
      await person.click(await screen.findByRole('button', { name: 'Save (90 KB)' }));
      expect(await screen.findByText(title)).toBeTruthy();
      expect(screen.getByText(/Everything downloaded so far is saved/)).toBeTruthy();
      expect(screen.getByRole('button', { name: 'Continue' })).toBeTruthy();
    },
  );

  it('the offline library is deleted only after confirmation', async () => {
    const { person } = await openPage({ onDevice: saved, compared: nothingNew });
    await person.click(await screen.findByRole('button', { name: 'Delete from this device' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete saved content?' }));
    await person.click(dialog.getByRole('button', { name: 'Keep' }));
    expect(screen.getByRole('region', { name: 'On this device' })).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Delete from this device' }));
    await person.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(await screen.findByRole('button', { name: 'Save (90 KB)' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'On this device' })).toBeNull();
  });

  it('when the browser cannot store anything, the offline library page says so', async () => {
    const blocked = Promise.reject(new Error('blocked'));
    blocked.catch(() => {});
    const refused = createActor(
      libraryDownloadMachine.provide({
        actors: { readSavedLibrary: fromPromise<SavedLibraryState, undefined>(() => blocked) },
      }),
    ).start();
    await renderInPage(<DownloadPage actor={refused} readRows={async () => []} phone={null} />, {
      api: answeringApi({}).api,
    });
    expect(await screen.findByText('This browser cannot save data for this site.')).toBeTruthy();
  });
});
