import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { StaffMember } from '../../../../contract/staff/staff-members.ts';
import { ApiError } from '../../../../src/lib/api.ts';
import { showConsole } from '../show-console.tsx';

const member = (fields: Partial<StaffMember>): StaffMember => ({
  ...{ id: 'f3f0e3ae-61f4-4e61-8d1f-6f6f2e0f4d0a', name: 'Esha Kurian', email: 'esha@example.com', role: 'editor' },
  ...{
    state: 'active',
    second_factors: ['totp'],
    last_signed_in_at: null,
    invited_until: null,
    instructor: null,
    ...fields,
  },
});
/** The account with which `showConsole` is signed in. */
const own = member({ id: '7d4cf2ac-6c3c-4b57-9d25-d1c1ad35a5f1', name: 'Ravi Pillai', role: 'administrator' });

const noOptions = {
  today: '2026-11-27',
  courses: [],
  venues: [],
  days_off: { weekly_off: [], holidays: [], breaks: [] },
};

const refusal = (code: string, message: string, fields?: Record<string, string>) =>
  new ApiError('refused', message, 409, {
    failure: { statusCode: 409, code, errorCode: code, message, requestId: '1', ...(fields ? { fields } : {}) },
  });

it('a staff invitation refused for its email address is sent under a new idempotency key after a correction', async () => {
  const keys: Array<string | undefined> = [];
  const taken = 'There is a staff account with this email address already.';
  const { inputsOf, user } = showConsole('/staff/members', 'administrator', {
    listStaffMembers: () => ({ data: [own] }),
    inviteStaffMember(_, options) {
      keys.push(options?.key);
      if (keys.length === 1) throw refusal('STAFF_MEMBER_EXISTS', taken, { email: taken });
      return { data: member({}) };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Invite' }));
  const dialog = await screen.findByRole('dialog', { name: 'Invite a staff member' });
  await user.click(within(dialog).getByRole('button', { name: 'Send invitation' }));
  within(dialog).getByText('Enter an email address');
  expect(inputsOf('inviteStaffMember')).toEqual([]);
  await user.type(within(dialog).getByLabelText('Name'), 'Esha Kurian');
  await user.type(within(dialog).getByLabelText('Email address'), 'esha@example.com');
  within(dialog).getByText(/^May change students, batches, orders/);
  await user.selectOptions(within(dialog).getByLabelText('Role'), 'editor');
  within(dialog).getByText(
    /^May change all content: courses and packages .* fees and discounts, .* policies, .* receipts/,
  );
  await user.click(within(dialog).getByRole('button', { name: 'Send invitation' }));
  expect((await within(dialog).findByRole('alert')).textContent).toBe(taken);
  await user.type(within(dialog).getByLabelText('Email address'), '.in');
  await user.click(within(dialog).getByRole('button', { name: 'Send invitation' }));
  await expect.poll(() => document.querySelector('.mantine-Modal-content')).toBeNull();
  expect(inputsOf('inviteStaffMember').at(-1)).toEqual({
    body: { email: 'esha@example.com.in', name: 'Esha Kurian', role: 'editor' },
  });
  expect(new Set(keys).size).toBe(2);
});

it('the dialog to enable a staff account that was never set up says that the person needs a new link to set up the account', async () => {
  const { user } = showConsole('/staff/members', 'administrator', {
    listStaffMembers: () => ({ data: [own, member({ state: 'disabled', second_factors: [] })] }),
  });
  await user.click(await screen.findByRole('button', { name: 'Change the account of Esha Kurian' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Enable account' }));
  await screen.findByText('They have not set up their account. Send them a new link afterwards.');
});

it('the dialog to disable a staff account requires a reason and warns that the person is signed out on every device', async () => {
  const { inputsOf, user } = showConsole('/staff/members', 'administrator', {
    listStaffMembers: () => ({ data: [own, member({})] }),
    setStaffState: () => ({ data: member({ state: 'disabled' }) }),
  });
  await user.click(await screen.findByRole('button', { name: 'Change the account of Esha Kurian' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Disable account' }));
  const dialog = await screen.findByRole('dialog', { name: 'Disable the account of Esha Kurian' });
  within(dialog).getByText(/signed out on every device at once/);
  await user.click(within(dialog).getByRole('button', { name: 'Disable account' }));
  within(dialog).getByText('Say why, in a few words');
  await user.type(within(dialog).getByLabelText('Reason'), 'Left the academy');
  await user.click(within(dialog).getByRole('button', { name: 'Disable account' }));
  await expect
    .poll(() => inputsOf('setStaffState'))
    .toEqual([{ params: { id: member({}).id }, body: { is_disabled: true, reason: 'Left the academy' } }]);
});

it('the dialog to send a staff member a new invitation link retries under the same idempotency key after a lost connection', async () => {
  const keys: Array<string | undefined> = [];
  const { user } = showConsole('/staff/members', 'administrator', {
    listStaffMembers: () => ({ data: [own, member({ state: 'invited', invited_until: '2030-01-08T00:00:00.000Z' })] }),
    resetStaffMember(_, options) {
      keys.push(options?.key);
      if (keys.length === 1) throw new ApiError('offline', 'No response from server');
      return { data: member({}) };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Change the account of Esha Kurian' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Send a new link' }));
  const dialog = await screen.findByRole('dialog', { name: 'Send Esha Kurian a new link' });
  await user.type(within(dialog).getByLabelText('Reason'), 'Link expired');
  await user.click(within(dialog).getByRole('button', { name: 'Send link' }));
  expect((await within(dialog).findByRole('alert')).textContent).toContain('There is no connection');
  await user.click(within(dialog).getByRole('button', { name: 'Send link' }));
  await expect.poll(() => document.querySelector('.mantine-Modal-content')).toBeNull();
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
});

it('an auditor sees the list of staff members without any buttons to change an account', async () => {
  showConsole('/staff/members', 'auditor', { listStaffMembers: () => ({ data: [own, member({})] }) });
  const table = await screen.findByRole('table', { name: 'Staff members' });
  within(table).getByText('Authenticator app', { selector: 'tr:last-child *' });
  expect(within(table).queryByRole('button')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Invite' })).toBeNull();
});

it('an administrator can connect a staff account with an instructor of the course calendar', async () => {
  const { inputsOf, user } = showConsole('/staff/members', 'administrator', {
    listStaffMembers: () => ({ data: [own, member({ role: 'instructor' })] }),
    getCalendarOptions: () => ({ data: { ...noOptions, instructors: [{ id: 'capt-rao', name: 'Capt. S. Rao' }] } }),
    setStaffInstructor: () => ({ data: member({ role: 'instructor' }) }),
  });
  await screen.findByText('Not connected with an instructor');
  await user.click(screen.getByRole('button', { name: 'Change the account of Esha Kurian' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Connect with an instructor' }));
  const dialog = await screen.findByRole('dialog', { name: 'Connect Esha Kurian with an instructor' });
  await within(dialog).findByRole('option', { name: 'Capt. S. Rao' });
  await user.selectOptions(within(dialog).getByLabelText('Instructor'), 'capt-rao');
  await user.type(within(dialog).getByLabelText('Reason'), 'Joined in January');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await expect
    .poll(() => inputsOf('setStaffInstructor'))
    .toEqual([{ params: { id: member({}).id }, body: { instructor_id: 'capt-rao', reason: 'Joined in January' } }]);
});
