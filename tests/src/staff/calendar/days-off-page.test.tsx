import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { changeDaysOff } from '../../../../contract/staff/days-off.ts';
import { refusedCall } from '../../../support/refused-call.ts';
import { showConsole } from '../show-console.tsx';

const options = {
  ...{ today: '2027-01-10', courses: [], venues: [], instructors: [] },
  days_off: { weekly_off: ['sunday'], holidays: [{ date: '2027-10-02', name: 'Gandhi Jayanti' }], breaks: [] },
};
const fill = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

async function open(answers: Parameters<typeof showConsole>[2] = {}) {
  const shown = showConsole('/staff/calendar/days-off', 'registrar', {
    getCalendarOptions: () => ({ data: options }),
    changeDaysOff: () => ({ data: { batches: [], total: 0 } }),
    ...answers,
  });
  await screen.findByText('Weekdays without lessons');
  return shown;
}

describe('the days off in the console', () => {
  it('the form for days off saves an added holiday, an added break and a removed holiday in one call', async () => {
    const { inputsOf } = await open();
    fireEvent.click(screen.getByText('Add a holiday'));
    fill('Day of holiday 2', '2027-01-26');
    fill('Name of holiday 2', 'Republic Day');
    fireEvent.click(screen.getByLabelText('Remove holiday 1'));
    fireEvent.click(screen.getByText('Add a break'));
    fill('Name of break 1', 'Monsoon');
    fill('First day of break 1', '2027-07-01');
    fill('Last day of break 1', '2027-07-18');
    fill(/^Reason/, 'holidays of 2027');
    fireEvent.click(screen.getByText('Save the days off'));
    await waitFor(() => expect(inputsOf('changeDaysOff')).toHaveLength(1));
    expect(inputsOf('changeDaysOff')[0]).toEqual({
      body: {
        weekly_off: ['sunday'],
        holidays: [{ date: '2027-01-26', name: 'Republic Day' }],
        breaks: [{ name: 'Monsoon', start_date: '2027-07-01', end_date: '2027-07-18' }],
        seen: options.days_off,
        reason: 'holidays of 2027',
      },
    });
  });

  it('after days off are saved, the page lists the existing batches on the new days off with links, and says how many more there are', async () => {
    const batch = { id: 7, course_name: 'Fire Fighting', start_date: '2027-01-25', end_date: '2027-01-27' };
    await open({
      changeDaysOff: () => ({
        data: { batches: [{ ...batch, day: '2027-01-26', reason: 'Republic Day' }], total: 3 },
      }),
    });
    fill('Name of holiday 1', 'Gandhi’s birthday');
    fill(/^Reason/, 'holidays of 2027');
    fireEvent.click(screen.getByText('Save the days off'));
    const title = await screen.findByText('3 batches on the new days off: they keep their dates');
    const notice = title.closest<HTMLElement>('[role=status]');
    expect(notice?.textContent).toContain('Fire Fighting, 25 Jan 2027 – 27 Jan 2027: 26 Jan 2027, Republic Day');
    expect(notice?.textContent).toContain('and 2 later ones');
    const link = screen.getByRole('link', { name: 'Fire Fighting, 25 Jan 2027 – 27 Jan 2027' });
    expect(link.getAttribute('href')).toBe('/staff/batches/7');
    expect(document.activeElement?.contains(title)).toBe(true);
  });

  it('a second save of the days off sends the result of the first save as the version last seen, so that a colleague’s change is noticed', async () => {
    let stored = options.days_off;
    const { inputsOf } = await open({ getCalendarOptions: () => ({ data: { ...options, days_off: stored } }) });
    fill('Name of holiday 1', 'Gandhi’s birthday');
    fill(/^Reason/, 'a better name');
    stored = { ...stored, holidays: [{ date: '2027-10-02', name: 'Gandhi’s birthday' }] };
    fireEvent.click(screen.getByText('Save the days off'));
    await waitFor(() => expect(screen.getByLabelText(/^Reason/)).toHaveProperty('value', ''));
    fireEvent.click(screen.getByLabelText('Remove holiday 1'));
    fill(/^Reason/, 'not a holiday');
    fireEvent.click(screen.getByText('Save the days off'));
    await waitFor(() => expect(inputsOf('changeDaysOff')).toHaveLength(2));
    expect(inputsOf('changeDaysOff')[1]).toMatchObject({ body: { holidays: [], seen: stored } });
  });

  it('when a colleague has changed the days off, the form keeps the registrar’s entries until the registrar loads the colleague’s version', async () => {
    let holidays = options.days_off.holidays;
    await open({
      getCalendarOptions: () => ({ data: { ...options, days_off: { ...options.days_off, holidays } } }),
      changeDaysOff: () => {
        throw refusedCall(changeDaysOff, 'DAYS_OFF_CHANGED', { message: 'Somebody else has changed the days off.' });
      },
    });
    holidays = [...holidays, { date: '2027-11-08', name: 'Diwali' }];
    fill('Name of holiday 1', 'Gandhi’s birthday');
    fill(/^Reason/, 'a better name');
    fireEvent.click(screen.getByText('Save the days off'));
    expect((await screen.findByRole('alert')).textContent).toContain('Somebody else has changed the days off.');
    screen.getByDisplayValue('Gandhi’s birthday');
    fireEvent.click(screen.getByText('Discard mine and load the newer lists'));
    await screen.findByDisplayValue('Diwali');
    screen.getByDisplayValue('Gandhi Jayanti');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('when staff return to the page for days off, the form is not shown before the current days off have loaded', async () => {
    let { days_off } = options;
    let request = Promise.resolve();
    const getCalendarOptions = async () => {
      await request;
      return { data: { ...options, days_off } };
    };
    const { router } = await open({ getCalendarOptions });
    await act(() => router.navigate({ to: '/staff/calendar/new' }));
    await screen.findByRole('heading', { name: 'New batches' });
    const { promise, resolve } = Promise.withResolvers<void>();
    request = promise;
    days_off = { ...days_off, holidays: [{ date: '2027-11-08', name: 'Diwali' }] };
    await act(() => router.navigate({ to: '/staff/calendar/days-off' }));
    await screen.findByRole('heading', { name: 'Days off' });
    expect(screen.queryByText('Weekdays without lessons')).toBeNull();
    resolve();
    await screen.findByDisplayValue('Diwali');
  });

  it('adding a holiday or break to the days off moves the focus to the first field of the new entry', async () => {
    await open();
    const waitForFocus = (label: string) =>
      waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(label)));
    fireEvent.click(screen.getByText('Add a holiday'));
    await waitForFocus('Day of holiday 2');
    fireEvent.click(screen.getByText('Add a break'));
    await waitForFocus('Name of break 1');
  });

  it('the form for days off shows errors for an incomplete holiday or break, and sends nothing', async () => {
    const { inputsOf } = await open();
    fireEvent.click(screen.getByText('Add a holiday'));
    fireEvent.click(screen.getByText('Add a break'));
    fill('First day of break 1', '2027-07-18');
    fill('Last day of break 1', '2027-07-01');
    fill(/^Reason/, 'holidays of 2027');
    fireEvent.click(screen.getByText('Save the days off'));
    await screen.findByText('Choose the day');
    expect(screen.getAllByText('Enter a name')).toHaveLength(2);
    screen.getByText('Not before the first day');
    expect(inputsOf('changeDaysOff')).toEqual([]);
  });
});
