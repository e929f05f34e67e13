import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { showConsole } from '../show-console.tsx';

const options = {
  ...{ today: '2027-01-10', courses: [], venues: [], instructors: [] },
  days_off: { weekly_off: ['sunday'], holidays: [{ date: '2027-10-02', name: 'Gandhi Jayanti' }], breaks: [] },
};
const fill = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

async function open() {
  const shown = showConsole('/staff/calendar/days-off', 'registrar', {
    getCalendarOptions: () => ({ data: options }),
    changeDaysOff: () => ({}),
  });
  await screen.findByText('Weekdays without lessons');
  return shown;
}

describe('the days off in the console', () => {
  it('a registrar adds a holiday and a break, removes another holiday, and saves these changes in one call', async () => {
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
        reason: 'holidays of 2027',
      },
    });
  });

  it('the first field of a holiday or break that a registrar adds has the focus', async () => {
    await open();
    const waitForFocus = (label: string) =>
      waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(label)));
    fireEvent.click(screen.getByText('Add a holiday'));
    await waitForFocus('Day of holiday 2');
    fireEvent.click(screen.getByText('Add a break'));
    await waitForFocus('Name of break 1');
  });

  it('an incomplete holiday or break shows an error at each missing field, and nothing is sent', async () => {
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
