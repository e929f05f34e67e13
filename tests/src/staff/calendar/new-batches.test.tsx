import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CalendarOptions, NewStaffBatch } from '../../../../contract/staff/batches.ts';
import { ApiError } from '../../../../src/lib/api.ts';
import { showConsole } from '../show-console.tsx';

const options: CalendarOptions = {
  today: '2026-12-01',
  courses: [
    { id: 101, course_name: 'Fire Fighting', duration: 3, duration_unit: 'day' },
    { id: 102, course_name: 'Radar', duration: 1, duration_unit: 'week' },
  ],
  venues: [{ id: 'bridge', address: 'Bridge 1', is_exclusive: true }],
  instructors: [{ id: 'rao', name: 'Capt. Rao' }],
  days_off: { weekly_off: ['sunday'], holidays: [{ date: '2027-01-18', name: 'Harvest' }], breaks: [] },
};

const failure = { statusCode: 409, errorCode: 'CONFLICT', requestId: 'r1' };

const noClashes = ({ body }: { body?: unknown }) => ({
  data: (body as { batches: NewStaffBatch[] }).batches.map(({ start_date, end_date = start_date }) => ({
    ...{ start_date, end_date, clashes: [], same_start: [], overlaps: [] },
  })),
  existing: 0,
});

/** Returns a response according to which the batch that starts on `day` has conflicts. */
const checkedWith =
  (day: string, conflicts: object, existing = 0) =>
  (input: { body?: unknown }) => ({
    existing,
    data: noClashes(input).data.map((one) => (one.start_date === day ? { ...one, ...conflicts } : one)),
  });

const clashesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...{ batch_id: 8 + index, course_name: 'Radar', start_date: '2027-01-11', end_date: '2027-01-15' },
    ...{ what: 'venue', name: 'Bridge 1', day: '2027-01-12' },
  }));

const placeFields = ['Seats', 'Venue', 'Instructor', 'Lessons start at', 'Lessons end at'];

const isOfRadar = ({ query }: { query?: unknown }) => (query as { course_id: number }).course_id === 102;

/**
 * Fire Fighting has batches in the coming hundred days, the last of them cancelled. Radar has none from today on, but
 * had one in the past.
 */
function batchesOf(input: { query?: unknown }) {
  const { from } = input.query as { from: string };
  const [bridge, rao] = [
    { id: 'bridge', address: 'Bridge 1' },
    { id: 'rao', name: 'Capt. Rao' },
  ];
  const batch = (start_date: string, values: object) => ({ start_date, state: 'open', venue: null, ...values });
  if (isOfRadar(input) && from === options.today) return { data: [] };
  if (isOfRadar(input))
    return {
      data: [batch('2026-10-05', { times: '08:30-16:30', instructor: { id: 'gone', name: 'X' }, capacity: 12 })],
    };
  const place = { venue: bridge, instructor: rao, times: '09:00-17:00' };
  return {
    data: [
      batch('2026-12-07', { ...place, venue: null, capacity: 20 }),
      batch('2026-12-14', { ...place, capacity: 24 }),
      batch('2026-12-21', { ...place, capacity: 8, state: 'cancelled' }),
    ],
  };
}

type Answers = Parameters<typeof showConsole>[2];

const monday = '?course=101&day=2027-01-04';

async function openForm(search: string, answers: Answers = {}) {
  const shown = showConsole(`/staff/calendar/new${search}`, 'registrar', {
    getCalendarOptions: () => ({ data: options }),
    checkNewBatches: noClashes,
    listStaffBatches: () => ({ data: [] }),
    createStaffBatches: () => ({ data: { ids: [1, 2, 3] } }),
    ...answers,
  });
  await screen.findByText('Course and days');
  const field = (label: string) => screen.getByLabelText(new RegExp(`^${label}( \\*)?$`));
  const fill = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
  return {
    ...shown,
    fill,
    valueOf: (label: string) => (field(label) as HTMLInputElement).value,
    async choose(course: string) {
      await shown.user.type(screen.getByRole('combobox', { name: 'Course' }), `{Control>}a{/Control}${course}{Enter}`);
    },
    async planMondays() {
      fill('Repeats', 'week');
      fill('Last possible day', '2027-01-31');
      fireEvent.click(screen.getByLabelText('Monday'));
      fill('Seats', '24');
      fill('Reason', 'calendar of 2027');
    },
    rows: () => [...document.querySelectorAll('li[aria-label]')].map((row) => row.getAttribute('aria-label')),
    /** Presses the button with this name once it is enabled, after the batches have been checked. */
    async create(name: string) {
      const button = await screen.findByText(name);
      await waitFor(() => expect(button.closest('button')?.disabled).toBe(false));
      fireEvent.click(button);
    },
    created: () => shown.inputsOf('createStaffBatches').map(({ body }) => body),
  };
}

describe('creating batches in the console', () => {
  it('staff can edit a planned series of course batches before the batches are created in one call', async () => {
    const form = await openForm(monday);
    await form.planMondays();
    expect(form.rows()).toEqual(['Mon 4 Jan 2027', 'Mon 11 Jan 2027', 'Mon 18 Jan 2027, left out', 'Mon 25 Jan 2027']);
    fireEvent.click(screen.getByLabelText('Change the batch of 18 Jan 2027'));
    form.fill('First day of the batch of 18 Jan 2027', '2027-01-19');
    fireEvent.click(screen.getByLabelText('Add the batch of 18 Jan 2027'));
    fireEvent.click(screen.getByLabelText('Leave out the batch of 25 Jan 2027'));
    await form.create('Create 3 batches');
    await screen.findByText('3 batches created, 4 Jan 2027 – 19 Jan 2027');
    const same = { course_id: 101, capacity: 24, is_draft: false };
    expect(form.created()).toEqual([
      {
        batches: [
          { ...same, start_date: '2027-01-04', end_date: '2027-01-06' },
          { ...same, start_date: '2027-01-11', end_date: '2027-01-13' },
          { ...same, start_date: '2027-01-19', end_date: '2027-01-21' },
        ],
        reason: 'calendar of 2027',
      },
    ]);
    expect(form.rows()).toEqual([]);
    await form.user.type(screen.getByRole('combobox', { name: 'Course' }), 'Radar');
    await form.user.click(await screen.findByText('Radar, 1 week'));
    expect(form.rows()).toHaveLength(4);
  });

  it('the form for new batches says how many batches the course already has in the period, and which new ones overlap with them', async () => {
    const overlaps = [
      { batch_id: 8, start_date: '2027-01-11', end_date: '2027-01-13' },
      { batch_id: 9, start_date: '2027-01-12', end_date: '2027-01-14' },
    ];
    const form = await openForm(monday, {
      checkNewBatches: checkedWith('2027-01-11', { same_start: [8], overlaps }, 3),
    });
    await form.planMondays();
    const said = await screen.findByText(/^The course already has 3 batches in this period/);
    expect(said.textContent).toContain('4 Jan 2027 – 27 Jan 2027. 1 of the new ones overlaps with them.');
    const link = within(said).getByRole<HTMLAnchorElement>('link', { name: /^Show the course in the calendar/ });
    expect(link.getAttribute('href')).toBe('/staff/calendar?day=2027-01-04&course=101');
    const row = within(screen.getByRole('listitem', { name: 'Mon 11 Jan 2027' }));
    row.getByText('A batch of this course already starts on 11 Jan 2027 (batch 8).');
    row.getByText('Overlaps with the course’s batch of 12 Jan 2027 – 14 Jan 2027 (batch 9).');
    expect(screen.getAllByText(/^Overlaps with/)).toHaveLength(1);
  });

  it('pressing Enter in the course field of the form for new batches chooses the first matching course', async () => {
    const form = await openForm(monday);
    const course = screen.getByRole('combobox', { name: 'Course' });
    await form.user.type(course, '{Enter}');
    expect(course).toHaveProperty('value', 'Fire Fighting, 3 days');
    await form.user.clear(course);
    await form.user.type(course, 'radar{Enter}');
    expect(course).toHaveProperty('value', 'Radar, 1 week');
    await form.user.type(course, ' of another academy{Enter}');
    await form.user.tab();
    expect(course).toHaveProperty('value', 'Radar, 1 week');
    expect(screen.queryByText('Enter the number of seats')).toBeNull();
    expect(form.created()).toEqual([]);
  });

  it('new course batches that clash with other batches are created only after staff accept the clashes', async () => {
    const form = await openForm(monday, { checkNewBatches: checkedWith('2027-01-11', { clashes: clashesOf(1) }) });
    await form.planMondays();
    const text = await screen.findByText('Clash on 12 Jan 2027: Bridge 1 is taken by Radar (batch 8).');
    expect(text.closest('li')?.getAttribute('aria-label')).toBe('Mon 11 Jan 2027');
    screen.getByText('3 batches, 1 left out, 1 with a clash.');
    await form.create('Create 3 batches');
    await screen.findByText('Read the warnings, then tick this box');
    expect(form.created()).toEqual([]);
    const accept = screen.getByLabelText('Create the batches in spite of 1 clash');
    expect(document.activeElement).toBe(accept);
    fireEvent.click(accept);
    await form.create('Create 3 batches');
    await screen.findByText(/^3 batches created/);
    expect(form.created()).toHaveLength(1);
  });

  it('a new batch that starts on the same day as another batch of the course is created only after staff confirm', async () => {
    const form = await openForm(monday, { checkNewBatches: checkedWith('2027-01-04', { same_start: [8, null] }) });
    form.fill('Seats', '24');
    form.fill('Reason', 'second group');
    await screen.findByText('A batch of this course already starts on 4 Jan 2027 (batch 8).');
    screen.getByText('Another batch of this list also starts on 4 Jan 2027.');
    screen.getByText('1 batch, 1 on the first day of another batch of the course.');
    await form.create('Create 1 batch');
    await screen.findByText('Read the warnings, then tick this box');
    expect(form.created()).toEqual([]);
    fireEvent.click(
      screen.getByLabelText('Create the batches although another batch of the course starts on the same day'),
    );
    await form.create('Create 1 batch');
    await waitFor(() => expect(form.created()).toHaveLength(1));
  });

  it('the form for new batches shows the first three of 27 clashes and hides the others behind “Show the other 24”', async () => {
    const form = await openForm(monday, { checkNewBatches: checkedWith('2027-01-04', { clashes: clashesOf(27) }) });
    form.fill('Seats', '24');
    const more = (await screen.findByText('Show the other 24 of 27')).closest('details');
    expect(more?.open).toBe(false);
    const texts = screen.getAllByText(/^Clash on 12 Jan 2027/);
    expect(texts.filter((text) => !more?.contains(text))).toHaveLength(3);
    expect(texts).toHaveLength(27);
  });

  it('the message “3 batches created” gets the focus and links to the batches in the calendar', async () => {
    const form = await openForm(monday);
    await form.planMondays();
    await form.create('Create 3 batches');
    const message = (await screen.findByText(/^3 batches created/)).closest('[role=status]');
    expect(document.activeElement).toBe(message?.parentElement);
    const link = screen.getByRole('link', { name: 'Show in the calendar' });
    expect(link.getAttribute('href')).toBe('/staff/calendar?day=2027-01-04&course=101');
  });

  it('the message “3 batches created” disappears when staff try to create more batches with an incomplete form', async () => {
    const form = await openForm(monday);
    await form.planMondays();
    await form.create('Create 3 batches');
    await screen.findByText(/^3 batches created/);
    form.fill('Reason', '');
    await form.create('Create');
    await screen.findByText('Choose the course');
    expect(screen.queryByText(/batches created/)).toBeNull();
  });

  it('if the server refuses new batches, the form keeps its entries, and submitting the form again uses a new idempotency key', async () => {
    const keys: unknown[] = [];
    const form = await openForm(monday, {
      createStaffBatches: (_, sent) => {
        keys.push(sent?.key);
        throw new ApiError('refused', 'There is no venue bridge.', 409, {
          failure: { ...failure, code: 'NO_SUCH_PLACE', message: 'There is no venue bridge.' },
        });
      },
    });
    await form.planMondays();
    await form.create('Create 3 batches');
    expect((await screen.findByRole('alert')).textContent).toContain('There is no venue bridge.');
    expect(form.rows()).toHaveLength(4);
    await form.create('Create 3 batches');
    await screen.findByRole('alert');
    expect(new Set(keys).size).toBe(2);
    form.fill('Reason', '');
    await form.create('Create 3 batches');
    await screen.findByText('Say why, in a few words');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('the form for new batches shows an error for a missing field and sends nothing', async () => {
    const form = await openForm(monday);
    await form.create('Create 1 batch');
    await screen.findByText('Enter the number of seats');
    screen.getByText('Say why, in a few words');
    expect(form.created()).toEqual([]);
  });

  it('the form for new batches asks for missing days first, and says “No batch starts on these days.” if the chosen days yield no batch', async () => {
    const form = await openForm('?course=101');
    screen.getByText('Choose the course and the days first.');
    form.fill('First day', '2027-01-05');
    expect(form.rows()).toEqual(['Tue 5 Jan 2027']);
    form.fill('Repeats', 'week');
    screen.getByText('Choose the course and the days first.');
    form.fill('Last possible day', '2027-01-08');
    fireEvent.click(screen.getByLabelText('Monday'));
    screen.getByText('No batch starts on these days.');
  });

  it('in the form for new batches, changing the repetition from weekly to monthly resets the interval to 1', async () => {
    const form = await openForm(monday);
    form.fill('Repeats', 'week');
    form.fill('Every how many weeks', '4');
    expect(screen.getByLabelText(/^Every how many weeks/)).toHaveProperty('value', '4');
    form.fill('Repeats', 'month');
    expect(screen.getByLabelText(/^Every how many months/)).toHaveProperty('value', '1');
  });

  it('duplicating a course batch copies its course, seats, venue, instructor and times, but not its dates', async () => {
    const form = await openForm('?like=7', {
      getStaffBatch: () => ({
        data: {
          ...{ id: 7, course_id: 101, course_name: 'Fire Fighting', start_date: '2026-03-01', end_date: '2026-03-03' },
          ...{ state: 'done', times: '09:00-17:00', venue: { id: 'bridge', address: 'Bridge 1' }, capacity: 24 },
          instructor: { id: 'rao', name: 'Capt. Rao' },
        },
      }),
    });
    form.fill('First day', '2027-03-01');
    form.fill('Reason', 'as last year');
    await form.create('Create 1 batch');
    await screen.findByText('Show in the calendar');
    expect(form.created()).toEqual([
      {
        batches: [
          {
            ...{ course_id: 101, start_date: '2027-03-01', end_date: '2027-03-03', capacity: 24, is_draft: false },
            ...{ venue_id: 'bridge', instructor_id: 'rao', times: { start_time: '09:00', end_time: '17:00' } },
          },
        ],
        reason: 'as last year',
      },
    ]);
  });

  it('if the batch to duplicate does not exist, the form says so and opens empty', async () => {
    await openForm('?like=9', {
      getStaffBatch: () => {
        const notFound = { statusCode: 404, errorCode: 'NOT_FOUND', requestId: 'r1' };
        throw new ApiError('refused', 'Not found', 404, {
          endpoint: 'getStaffBatch',
          failure: { ...notFound, code: 'NOT_FOUND', message: 'Not found' },
        });
      },
    });
    expect((await screen.findByRole('alert')).textContent).toContain('There is no such batch to duplicate.');
    expect(screen.getByRole('combobox', { name: 'Course' })).toHaveProperty('value', '');
  });

  it('in the form for new batches, choosing a course fills in seats, venue, instructor and times of the course’s latest uncancelled batch', async () => {
    const form = await openForm('?day=2027-01-04', { listStaffBatches: batchesOf });
    await form.choose('Fire');
    await screen.findByText('As in the course’s batch of 14 Dec 2026. Change what differs.');
    expect(placeFields.map(form.valueOf)).toEqual(['24', 'bridge', 'rao', '09:00', '17:00']);
    expect(form.inputsOf('listStaffBatches')).toEqual([
      { query: { from: '2026-12-01', to: '2027-03-11', course_id: 101 } },
    ]);
    await form.choose('Radar');
    await screen.findByText('As in the course’s batch of 5 Oct 2026. Change what differs.');
    expect(placeFields.map(form.valueOf)).toEqual(['12', '', '', '08:30', '16:30']);
    expect(form.inputsOf('listStaffBatches').at(-1)).toEqual({
      query: { from: '2026-08-23', to: '2026-12-01', course_id: 102 },
    });
  });

  it('choosing a course in the form for new batches does not overwrite the seats and times that staff have already changed', async () => {
    const form = await openForm('?day=2027-01-04', { listStaffBatches: batchesOf });
    form.fill('Seats', '30');
    form.fill('Lessons start at', '10:00');
    form.fill('Lessons end at', '18:00');
    await form.choose('Fire');
    await waitFor(() => expect(form.valueOf('Venue')).toBe('bridge'));
    expect(placeFields.map(form.valueOf)).toEqual(['30', 'bridge', 'rao', '10:00', '18:00']);
  });

  it('after creating batches, choosing another course keeps the days and the reason and fills in values of that course’s latest batch', async () => {
    const form = await openForm('', { listStaffBatches: batchesOf });
    await form.choose('Fire');
    await waitFor(() => expect(form.valueOf('Seats')).toBe('24'));
    form.fill('First day', '2027-01-04');
    await form.planMondays();
    form.fill('Seats', '30');
    form.fill('Instructor', '');
    await form.create('Create 3 batches');
    await screen.findByText(/^3 batches created/);
    await form.choose('Radar');
    await waitFor(() => expect(form.valueOf('Seats')).toBe('12'));
    expect(form.rows()).toHaveLength(4);
    expect(['Last possible day', 'Reason'].map(form.valueOf)).toEqual(['2027-01-31', 'calendar of 2027']);
    expect(placeFields.map(form.valueOf)).toEqual(['12', '', '', '08:30', '16:30']);
  });

  it('if no recent batch of a course is found, the form for new batches keeps only values that staff have typed, and says to check them', async () => {
    const form = await openForm('', {
      listStaffBatches: (input) => {
        if (isOfRadar(input)) throw new ApiError('offline', 'No connection');
        return batchesOf(input);
      },
    });
    form.fill('First day', '2027-01-04');
    await form.choose('Fire');
    await waitFor(() => expect(form.valueOf('Venue')).toBe('bridge'));
    await form.planMondays();
    form.fill('Seats', '30');
    await form.create('Create 3 batches');
    await screen.findByText(/^3 batches created/);
    await form.choose('Radar');
    await screen.findByText('No recent batch of the course was found. Check the seats, the place and the times.');
    expect(placeFields.map(form.valueOf)).toEqual(['30', '', '', '', '']);
  });

  it('leaving the page with an unfinished form for new batches asks for confirmation', async () => {
    const form = await openForm(monday);
    form.fill('Reason', 'calendar of 2027');
    await form.user.click(screen.getByText('Calendar'));
    const dialog = await screen.findByRole('dialog', { name: 'Leave without creating the batches?' });
    await form.user.click(within(dialog).getByRole('button', { name: 'Stay' }));
    expect(form.router.state.location.pathname).toBe('/staff/calendar/new');
  });
});
