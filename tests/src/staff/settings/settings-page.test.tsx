import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { StaffRole } from '../../../../contract/staff/permissions.ts';
import type { SettingsOverview } from '../../../../contract/staff/settings.ts';
import '../../../../src/staff/settings/settings-page.tsx';
import { refusal } from '../../../support/answers.ts';
import { type Answers, answered, openConsole } from '../open-console.tsx';

const overview: SettingsOverview = {
  settings: {
    ...{ enable_booking: true, require_login: true, booking_title: 'Book Online' },
    ...{ booking_description: 'Choose a course.', payment_note: 'You pay by UPI.' },
  },
  ...{ carts: 12, paying: 1 },
  history: [
    {
      ...{ id: 4, at: '2040-03-10T06:30:00.000Z', actor: 'Anna Rao <anna@example.com>', reason: 'monsoon break' },
      ...{ before: { enable_booking: false }, after: { enable_booking: true } },
    },
  ],
};

const open = (role: StaffRole = 'administrator', answers: Answers = {}) =>
  openConsole('/staff/settings', { 'GET /api/staff/settings': answered(overview), ...answers }, role);

/** Opens the dialog to change the booking settings, and returns queries for its elements. */
async function openDialog(answers: Answers = {}) {
  const { user, sent } = await open('administrator', answers);
  await user.click(await screen.findByRole('button', { name: 'Change settings' }));
  return { user, sent, dialog: within(await screen.findByRole('dialog', { name: 'Change the settings' })) };
}

it('an auditor can read the booking settings and their history, but has no button “Change settings”', async () => {
  await open('auditor');
  const booking = await screen.findByRole('region', { name: 'Booking' });
  expect(booking.textContent).toContain('Online bookingopen');
  expect(booking.textContent).toContain('“You pay by UPI.”');
  const history = screen.getByRole('region', { name: 'History' });
  expect(history.textContent).toContain('Anna Rao <anna@example.com> (monsoon break)');
  expect(history.textContent).toContain('Online booking: open, before closed');
  expect(screen.queryByRole('button', { name: 'Change settings' })).toBeNull();
});

it('the settings dialog shows how many students are affected when staff close online booking', async () => {
  const { user, sent, dialog } = await openDialog({ 'PUT /api/staff/settings': answered(overview) });
  expect(dialog.queryByRole('region', { name: 'What changes' })).toBeNull();
  await user.click(dialog.getByRole('switch', { name: 'Online booking is open' }));
  const preview = dialog.getByRole('region', { name: 'What changes' });
  expect(preview.textContent).toContain('Online booking: open now, closed after saving');
  expect(preview.textContent).toContain('12 students have something in the cart. Carts stay as they are');
  expect(preview.textContent).toContain('1 student has begun to pay.');
  expect(preview.textContent).toContain('no seat is offered, and nobody misses a deadline.');
  await user.type(dialog.getByLabelText(/^Reason/), 'monsoon break');
  await user.click(dialog.getByRole('button', { name: 'Close online booking' }));
  await screen.findByText('The settings were changed');
  expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({
    ...{ settings: { enable_booking: false }, seen: { enable_booking: true }, reason: 'monsoon break' },
  });
});

it('the form for the booking settings is not sent without a change, with an empty text or without a reason', async () => {
  const { user, sent, dialog } = await openDialog();
  await user.click(dialog.getByRole('button', { name: 'Save settings' }));
  expect(dialog.getByText('Change at least one setting')).toBeTruthy();
  expect(dialog.getByText('Say why, in a few words')).toBeTruthy();
  await user.clear(dialog.getByLabelText('Title of Book Online'));
  await user.click(dialog.getByRole('button', { name: 'Save settings' }));
  expect(dialog.getByText('Enter a text')).toBeTruthy();
  expect(sent.some(({ method }) => method === 'PUT')).toBe(false);
});

it('the settings dialog shows the current value of a setting that a colleague has just changed', async () => {
  let title = 'Book Online';
  const { user, sent, dialog } = await openDialog({
    'GET /api/staff/settings': () =>
      answered({ ...overview, settings: { ...overview.settings, booking_title: title, payment_note: title } }),
    'PUT /api/staff/settings': ({ body }) => {
      const { seen } = body as { seen: { booking_title: string } };
      if (seen.booking_title === 'Reserve') return answered(overview);
      title = 'Reserve';
      return refusal(409, 'SETTINGS_CHANGED', 'Somebody else has changed this meanwhile.');
    },
  });
  const field = dialog.getByLabelText('Title of Book Online');
  await user.clear(field);
  await user.type(field, 'Book now');
  await user.type(dialog.getByLabelText(/^Reason/), 'shorter');
  await user.click(dialog.getByRole('button', { name: 'Save settings' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('Somebody else has changed this meanwhile.');
  await dialog.findByText('Title of Book Online: “Reserve” now, “Book now” after saving');
  await user.click(dialog.getByRole('button', { name: 'Save settings' }));
  await screen.findByText('The settings were changed');
  expect(sent.findLast(({ method }) => method === 'PUT')?.body).toEqual({
    ...{ settings: { booking_title: 'Book now' }, seen: { booking_title: 'Reserve' }, reason: 'shorter' },
  });
});

it('the settings page shows a retry button when the settings cannot be loaded', async () => {
  let isDown = true;
  const { user } = await open('administrator', {
    'GET /api/staff/settings': () => (isDown ? refusal(500, 'INTERNAL_ERROR', 'Oops') : answered(overview)),
  });
  await screen.findByText('The settings could not be loaded.');
  isDown = false;
  await user.click(screen.getByRole('button', { name: /try again/i }));
  await screen.findByRole('region', { name: 'Booking' });
});
