import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { savedLibrary } from '../../../../../lab/alphabets/samples.ts';
import {
  type LibraryDownloadOffer,
  type LibraryDownloadStep,
  libraryDownloadMachine,
  type SavedLibraryState,
} from '../../../../../machines/library-download.machine.ts';
import { type CourseRow, rowsOf } from '../../../../../src/offline/download/course-search.ts';
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
const [fireFighting] = rows as [CourseRow, CourseRow];
const never = new Promise<never>(() => {});

type Given = {
  onDevice?: SavedLibraryState;
  compared?: LibraryDownloadOffer | Error | Promise<never>;
  /** The results of the first download steps; later steps never end. */
  steps?: Array<LibraryDownloadStep | Error>;
  savedRows?: CourseRow[];
};

async function openPage({
  onDevice = { saved: null, underWay: null },
  compared = offer,
  steps = [],
  savedRows = rows,
}: Given = {}) {
  const choices: Array<{ pictures: boolean }> = [];
  const comparisons: true[] = [];
  const removed: true[] = [];
  const actor = createActor(
    libraryDownloadMachine.provide({
      actors: {
        readSavedLibrary: fromPromise(async () => onDevice),
        compareLibrary: fromPromise(async () => {
          comparisons.push(true);
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
  await renderInPage(<DownloadPage actor={actor} readRows={async () => savedRows} phone="1800-000-0000" />, {
    api: answeringApi({}).api,
  });
  return { actor, choices, comparisons, person: userEvent.setup() };
}

const saved = { saved: savedLibrary, underWay: null };

describe('the offline library page', () => {
  it('the offline library page shows the download size with and without pictures', async () => {
    const { person, choices } = await openPage();
    const save = await screen.findByRole('button', { name: 'Save (90 KB)' });
    const section = screen.getByRole('region', { name: 'What is saved' });
    expect(section.textContent).toContain('Every course with its dates, fees and seats');
    expect(screen.queryByRole('button', { name: 'Delete from this device' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Check for changes' })).toBeNull();
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
    expect(screen.getByText('You can keep reading. The download continues while the site is open.')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'What is saved' })).toBeNull();
  });

  it('a download of the offline library waits when the connection is lost, keeps what has arrived and resumes when the device is online', async () => {
    const { person, actor, choices } = await openPage({ steps: [{ kind: 'cut' }] });
    await person.click(await screen.findByRole('button', { name: 'Save (90 KB)' }));
    expect(await screen.findByRole('heading', { name: 'Waiting for the connection' })).toBeTruthy();
    expect(screen.getByText('Starting…')).toBeTruthy();
    expect(screen.getByRole('status').textContent).toContain(
      'Everything downloaded so far is saved. The rest will download automatically',
    );
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
    expect((await screen.findByRole('status')).textContent).toBe(
      'Paused.Everything downloaded so far is saved.Continue',
    );
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
    expect(screen.getByText('Nothing has changed since you saved it.')).toBeTruthy();
    const facts = within(screen.getByRole('region', { name: 'On this device' }));
    const texts = (role: string) => facts.getAllByRole(role).map(({ textContent }) => textContent);
    expect(texts('term').map((term, at) => `${term}: ${texts('definition')[at]}`)).toEqual([
      'Courses: 45',
      'Pages, lists and policies: 27',
      'Posts: 36',
      'Pictures: not saved',
      'Size: 88 KB',
      'As of: 1 Jan 1970, 05:30',
    ]);
  });

  it('pictures that were left out of the offline library can be downloaded later', async () => {
    const { person, choices } = await openPage({ onDevice: saved, compared: nothingNew });
    const section = within(await screen.findByRole('region', { name: 'Pictures' }));
    expect(section.getByText('Pictures were not saved.')).toBeTruthy();
    await person.click(section.getByRole('button', { name: 'Save pictures (400 KB)' }));
    expect(choices).toEqual([{ pictures: true }]);
  });

  it('the saved courses of the offline library can be searched by words, duration and fee', async () => {
    const { person } = await openPage({ onDevice: saved, compared: nothingNew });
    const search = within(await screen.findByRole('region', { name: 'Search saved courses' }));
    expect(await search.findByText('2 courses')).toBeTruthy();
    await person.type(search.getByRole('searchbox', { name: 'Course, code, category or tag' }), 'fire');
    expect(search.getByRole('status').textContent).toBe('1 course');
    expect(search.getByRole('link').getAttribute('href')).toBe('/course-booking/fire-fighting-401');
    await person.clear(search.getByRole('searchbox'));
    await person.type(search.getByRole('textbox', { name: 'Maximum fee in rupees' }), '₹5,000');
    expect(search.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Fire Fighting']);
    const days = search.getByRole('textbox', { name: 'Maximum duration in days' });
    await person.type(days, '2');
    expect(search.getByText('No saved course matches. Try fewer words or higher limits.')).toBeTruthy();
    await person.clear(days);
    await person.type(days, '0');
    expect(search.getByRole('status').textContent).toBe('1 course');
  });

  it('the offline library page offers an update when the content has changed', async () => {
    await openPage({ onDevice: saved });
    expect(await screen.findByRole('heading', { name: 'What has changed' })).toBeTruthy();
    expect(screen.getByText('Only the changes will be downloaded.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Update (90 KB)' })).toBeTruthy();
  });

  it('the offline library page shows what is saved on the device when the server cannot be reached', async () => {
    const { person, comparisons } = await openPage({ onDevice: saved, compared: new Error('offline') });
    expect(await screen.findByRole('region', { name: 'On this device' })).toBeTruthy();
    expect(screen.queryByText('We could not check what can be saved.')).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Check for changes' }));
    expect(comparisons).toHaveLength(2);
  });

  it('the offline library page shows an error and a retry button when the server cannot be reached and nothing is saved', async () => {
    const { person, comparisons } = await openPage({ compared: new Error('offline') });
    expect(await screen.findByText('We could not check what can be saved.')).toBeTruthy();
    expect(screen.getByRole('link', { name: '1800-000-0000' })).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(comparisons).toHaveLength(2);
  });

  it.each([
    [
      'a full device',
      { kind: 'full' } as const,
      'There is no space left on this device.Everything downloaded so far is saved. Free up space, then continue.Continue',
    ],
    [
      'an unexpected error',
      new Error('unforeseen'),
      'Something went wrong.Everything downloaded so far is saved. Please try again in a moment.Continue',
    ],
  ])(
    'a download of the offline library stopped by %s says what happened and that nothing is lost',
    async (_, step, text) => {
      const { person } = await openPage({ steps: [step] });
      await person.click(await screen.findByRole('button', { name: 'Save (90 KB)' }));
      expect((await screen.findByRole('status')).textContent).toBe(text);
      expect(screen.getByRole('button', { name: 'Continue' })).toBeTruthy();
    },
  );

  it('a download of the offline library that has filled the device can be continued without pictures', async () => {
    const { person, choices } = await openPage({ steps: [{ kind: 'full' }] });
    await person.click(await screen.findByRole('checkbox', { name: 'With pictures (400 KB more)' }));
    await person.click(screen.getByRole('button', { name: 'Save (490 KB)' }));
    await person.click(await screen.findByRole('button', { name: 'Continue without pictures' }));
    expect(choices).toEqual([{ pictures: true }, { pictures: false }]);
  });

  it('until the server responds, the offline library page lists up to 8 saved courses; if nothing is saved, it says that it is checking', async () => {
    // An older release has saved the courses without their price.
    const { price: _, ...older } = fireFighting;
    const many = Array.from({ length: 9 }, (_course, at) => ({ ...older, id: at + 1 }));
    const { actor } = await openPage({ compared: never, savedRows: many });
    expect(screen.getByText('Checking what can be saved')).toBeTruthy();
    actor.stop();
    cleanup();
    await openPage({ onDevice: saved, compared: never, savedRows: many });
    expect(await screen.findByText('9 courses; the first 8 are shown.')).toBeTruthy();
    expect(screen.queryByText('Checking what can be saved')).toBeNull();
    const items = within(screen.getByRole('region', { name: 'Search saved courses' })).getAllByRole('listitem');
    expect(items).toHaveLength(8);
    expect(items[0]?.textContent).toContain('FPFF · 3 days · ');
    expect(items[0]?.textContent).toContain('4,500');
  });

  it('the offline library is deleted only after confirmation', async () => {
    const { person } = await openPage({ onDevice: saved, compared: nothingNew });
    await person.click(await screen.findByRole('button', { name: 'Delete from this device' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete saved content?' }));
    expect(dialog.getByText(/^You will need a connection to see courses, pages and pictures\./)).toBeTruthy();
    await person.click(dialog.getByRole('button', { name: 'Keep' }));
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('region', { name: 'On this device' })).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Delete from this device' }));
    await person.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(await screen.findByRole('button', { name: 'Save (90 KB)' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'On this device' })).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('the offline library page offers no pictures when the academy has none', async () => {
    const withoutPictures = { bytes: 92_160, pictureBytes: 0 };
    await openPage({ compared: withoutPictures });
    await screen.findByRole('button', { name: 'Save (90 KB)' });
    expect(screen.queryByRole('checkbox', { name: /pictures/ })).toBeNull();
    cleanup();
    await openPage({ onDevice: saved, compared: { bytes: 0, pictureBytes: 0 } });
    await screen.findByText('Everything is on this device.');
    expect(screen.queryByRole('region', { name: 'Pictures' })).toBeNull();
  });

  it('when the browser cannot store anything, the offline library page says so', async () => {
    const read = vi.fn(() => Promise.reject(new Error('blocked')));
    const refused = createActor(
      libraryDownloadMachine.provide({ actors: { readSavedLibrary: fromPromise<SavedLibraryState, undefined>(read) } }),
    ).start();
    await renderInPage(<DownloadPage actor={refused} readRows={async () => []} phone={null} />, {
      api: answeringApi({}).api,
    });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('This browser cannot save data for this site.');
    expect(alert.textContent).toContain('you can use this site only online');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(read).toHaveBeenCalledTimes(2);
  });
});
