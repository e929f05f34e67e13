import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { savedVoyage } from '../../../../machines/paths/samples.ts';
import { voyageMachine } from '../../../../machines/voyage.machine.ts';
import type { VoyageOffer, VoyageShelfState, VoyageStep } from '../../../../machines/voyage.types.ts';
import { rowsOf } from '../../../../src/offline/voyage/course-search.ts';
import { VoyagePage } from '../../../../src/offline/voyage/voyage-page.tsx';
import { answeringApi } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { courseAnswer } from './course-answer.ts';

const offer: VoyageOffer = { bytes: 92_160, pictureBytes: 409_600 };
const nothingNew: VoyageOffer = { bytes: 0, pictureBytes: 409_600 };
const rows = rowsOf([
  {
    path: '/api/course?course_id=401',
    body: courseAnswer({ id: 401, name: 'Fire Fighting', code: 'FPFF', days: 3, fee: 4500 }),
  },
  {
    path: '/api/course?course_id=402',
    body: courseAnswer({ id: 402, name: 'Radar Simulator', code: 'RANSCO', days: 5, fee: 12_500 }),
  },
]);
const never = new Promise<never>(() => {});

type Given = {
  shelf?: VoyageShelfState;
  compared?: VoyageOffer | Error | Promise<never>;
  /** What each step answers, in turn; then nothing more. */
  steps?: Array<VoyageStep | Error>;
};

async function openPage({ shelf = { saved: null, underWay: null }, compared = offer, steps = [] }: Given = {}) {
  const choices: Array<{ pictures: boolean }> = [];
  const removed: true[] = [];
  const actor = createActor(
    voyageMachine.provide({
      actors: {
        readShelf: fromPromise(async () => shelf),
        compareVoyage: fromPromise(async () => {
          if (compared instanceof Error) throw compared;
          return removed.length > 0 ? offer : compared;
        }),
        saveNext: fromPromise(async ({ input }: { input: { pictures: boolean } }) => {
          choices.push(input);
          const step = steps.shift() ?? (await never);
          if (step instanceof Error) throw step;
          return step;
        }),
        keepPaused: fromPromise(async () => {}),
        removeVoyage: fromPromise<void, undefined>(async () => {
          removed.push(true);
        }),
      },
    }),
  ).start();
  await renderInPage(<VoyagePage actor={actor} readRows={async () => rows} phone="1800-000-0000" />, {
    api: answeringApi({}).api,
  });
  return { actor, choices, person: userEvent.setup() };
}

const saved = { saved: savedVoyage, underWay: null };

describe('Save for the voyage', () => {
  it('says the size before, with and without pictures', async () => {
    const { person, choices } = await openPage();
    const save = await screen.findByRole('button', { name: 'Save (90 KB)' });
    await person.click(screen.getByRole('checkbox', { name: 'With pictures (400 KB more)' }));
    expect(save.textContent).toBe('Save (490 KB)');
    await person.click(save);
    expect(choices).toEqual([{ pictures: true }]);
  });

  it('shows how far it has come in numbers', async () => {
    const step: VoyageStep = { kind: 'saved', progress: { bytes: 30_720, totalBytes: 92_160 } };
    const { person } = await openPage({ steps: [step] });
    await person.click(await screen.findByRole('button', { name: 'Save (90 KB)' }));
    expect(await screen.findByText('30 KB of 90 KB · 33 %')).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: 'Saving' }).getAttribute('value')).toBe('33');
  });

  it('waits for the connection when the line is cut, keeping what came, and goes on when it is back', async () => {
    const { person, actor, choices } = await openPage({ steps: [{ kind: 'cut' }] });
    await person.click(await screen.findByRole('button', { name: 'Save (90 KB)' }));
    expect(await screen.findByRole('heading', { name: 'Waiting for the connection' })).toBeTruthy();
    expect(screen.getByText(/What came is kept/)).toBeTruthy();
    actor.send({ type: 'connection.change', isOnline: true });
    expect(await screen.findByRole('heading', { name: 'Saving' })).toBeTruthy();
    await expect.poll(() => choices.length).toBe(2);
  });

  it('pauses, and goes on', async () => {
    const { person, choices } = await openPage();
    await person.click(await screen.findByRole('button', { name: 'Save (90 KB)' }));
    await person.click(await screen.findByRole('button', { name: 'Pause' }));
    expect(await screen.findByText('Paused.')).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Go on' }));
    await expect.poll(() => choices.length).toBe(2);
  });

  it('goes on by itself where it was cut off before', async () => {
    const { choices } = await openPage({ shelf: { saved: null, underWay: { pictures: true } } });
    await expect.poll(() => choices).toEqual([{ pictures: true }]);
    expect(screen.getByRole('heading', { name: 'Saving' })).toBeTruthy();
  });

  it('says what is on the device and since when, and that nothing has changed', async () => {
    await openPage({ shelf: saved, compared: nothingNew });
    expect(await screen.findByText('Everything is on this device.')).toBeTruthy();
    const facts = within(screen.getByRole('region', { name: 'On this device' }));
    expect(facts.getByText('45')).toBeTruthy();
    expect(facts.getByText('not saved')).toBeTruthy();
    expect(facts.getByText('1 Jan 1970, 05:30')).toBeTruthy();
  });

  it('adds the pictures that were left out', async () => {
    const { person, choices } = await openPage({ shelf: saved, compared: nothingNew });
    await person.click(await screen.findByRole('button', { name: 'Save pictures (400 KB)' }));
    expect(choices).toEqual([{ pictures: true }]);
  });

  it('searches what is saved by words, duration and fee', async () => {
    const { person } = await openPage({ shelf: saved, compared: nothingNew });
    const search = within(await screen.findByRole('region', { name: 'Search what is saved' }));
    expect(await search.findByText('2 courses')).toBeTruthy();
    await person.type(search.getByRole('searchbox', { name: 'Course, code, category or tag' }), 'fire');
    expect(search.getByRole('link').getAttribute('href')).toBe('/course-booking/fire-fighting-401');
    await person.clear(search.getByRole('searchbox'));
    await person.type(search.getByRole('textbox', { name: 'Up to, in rupees' }), '₹5,000');
    expect(search.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Fire Fighting']);
    await person.type(search.getByRole('textbox', { name: 'Longest, in days' }), '2');
    expect(search.getByText(/No saved course has all of these/)).toBeTruthy();
  });

  it('offers what has changed', async () => {
    await openPage({ shelf: saved });
    expect(await screen.findByRole('heading', { name: 'What has changed' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Update (90 KB)' })).toBeTruthy();
  });

  it('shows what is saved where the server cannot be asked', async () => {
    await openPage({ shelf: saved, compared: new Error('offline') });
    expect(await screen.findByRole('region', { name: 'On this device' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Look for changes' })).toBeTruthy();
  });

  it('says that it could not ask where nothing is saved either', async () => {
    await openPage({ compared: new Error('offline') });
    expect(await screen.findByText('What there is to save could not be asked.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it.each([
    [{ kind: 'full' } as const, 'This device takes no more.'],
    [new Error('unforeseen'), 'Something went wrong.'],
  ])('says what happened and that nothing is lost (%#)', async (step, title) => {
    const { person } = await openPage({ steps: [step] });
    await person.click(await screen.findByRole('button', { name: 'Save (90 KB)' }));
    expect(await screen.findByText(title)).toBeTruthy();
    expect(screen.getByText(/What came is kept/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Go on' })).toBeTruthy();
  });

  it('deletes only after asking', async () => {
    const { person } = await openPage({ shelf: saved, compared: nothingNew });
    await person.click(await screen.findByRole('button', { name: 'Delete from this device' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete what was saved?' }));
    await person.click(dialog.getByRole('button', { name: 'Keep' }));
    expect(screen.getByRole('region', { name: 'On this device' })).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Delete from this device' }));
    await person.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(await screen.findByRole('button', { name: 'Save (90 KB)' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'On this device' })).toBeNull();
  });

  it('says in one line that a private window keeps nothing', async () => {
    const shelf = Promise.reject(new Error('blocked'));
    shelf.catch(() => {});
    const refused = createActor(
      voyageMachine.provide({ actors: { readShelf: fromPromise<VoyageShelfState, undefined>(() => shelf) } }),
    ).start();
    await renderInPage(<VoyagePage actor={refused} readRows={async () => []} phone={null} />, {
      api: answeringApi({}).api,
    });
    expect(await screen.findByText('This browser keeps nothing for this site.')).toBeTruthy();
  });
});
