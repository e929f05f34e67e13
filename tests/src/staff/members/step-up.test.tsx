import { screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { StaffMember } from '../../../../contract/staff/staff-members.ts';
import { ApiError } from '../../../../src/lib/api.ts';
import { authenticationGate } from '../../../../src/staff/session/authentication-gate.ts';
import { signedInStaff } from '../render-console.tsx';
import { showConsole } from '../show-console.tsx';

const esha: StaffMember = {
  ...{ id: 'f3f0e3ae-61f4-4e61-8d1f-6f6f2e0f4d0a', name: 'Esha Kurian', email: 'esha@example.com', role: 'editor' },
  ...{ state: 'active', second_factors: ['totp'], last_signed_in_at: null, invited_until: null, instructor: null },
};
const stepUpNeeded = new ApiError('refused', 'Please confirm that it is you.', 403, {
  failure: {
    ...{ statusCode: 403, code: 'STEP_UP_NEEDED', errorCode: 'STEP_UP_NEEDED', requestId: '1' },
    message: 'Please confirm that it is you.',
  },
});

afterEach(() => authenticationGate.refuse());

/**
 * Opens the dialog that resets an account. The fake API requires step-up authentication until the code 123456 is
 * entered.
 */
async function reset(answers: Parameters<typeof showConsole>[2] = {}) {
  const keys: Array<string | undefined> = [];
  let isVerified = false;
  const { user } = showConsole('/staff/members', 'administrator', {
    listStaffMembers: () => ({ data: [esha] }),
    getStaffAccount: () => ({ data: { has_totp: true, passkeys: [] } }),
    resetStaffMember(_, options) {
      keys.push(options?.key);
      if (!isVerified) throw stepUpNeeded;
      return { data: esha };
    },
    checkStaffCode({ body }) {
      expect(body).toEqual({ method: 'totp', code: '123456' });
      isVerified = true;
      return { data: { id: '7d4cf2ac-6c3c-4b57-9d25-d1c1ad35a5f1', name: 'Ravi Pillai', role: 'administrator' } };
    },
    ...answers,
  });
  const press = async () => {
    await user.click(await screen.findByRole('button', { name: 'Change the account of Esha Kurian' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Reset sign-in' }));
    const dialog = await screen.findByRole('dialog', { name: 'Reset the sign-in of Esha Kurian' });
    await user.type(within(dialog).getByLabelText('Reason'), 'Lost phone');
    await user.click(within(dialog).getByRole('button', { name: 'Reset sign-in' }));
    return screen.findByRole('dialog', { name: 'Confirm that it is you' });
  };
  return { user, keys, press, stepUp: await press() };
}

it('a staff API call that needs the second factor is repeated under the same idempotency key after the code is entered', async () => {
  const { user, keys, stepUp } = await reset();
  await user.type(await within(stepUp).findByLabelText('Code from your authenticator app'), '123456{Enter}');
  await expect.poll(() => document.querySelector('.mantine-Modal-content')).toBeNull();
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
});

it('a click outside the dialog that asks staff for the second factor does not close it', async () => {
  const { user, stepUp } = await reset();
  const overlay = stepUp.closest('.mantine-Modal-root')?.querySelector('.mantine-Modal-overlay');
  if (!overlay) throw new Error('no overlay');
  await user.click(overlay);
  await user.type(await within(stepUp).findByLabelText('Code from your authenticator app'), '123456{Enter}');
  await expect.poll(() => document.querySelector('.mantine-Modal-content')).toBeNull();
});

it('the dialog that asks staff for the second factor is shown in front of the dialog from which the change was sent', async () => {
  const { stepUp } = await reset();
  const form = screen.getByRole('dialog', { name: 'Reset the sign-in of Esha Kurian' });
  const layer = (dialog: HTMLElement) =>
    Number(dialog.closest<HTMLElement>('.mantine-Modal-root')?.style.getPropertyValue('--mb-z-index') || 200);
  expect(layer(stepUp)).toBeGreaterThan(layer(form));
});

it('closing the dialog that asks staff for the second factor keeps the entries in the form behind the dialog', async () => {
  const { user, keys } = await reset();
  await user.keyboard('{Escape}');
  await expect.poll(() => screen.queryByRole('dialog', { name: 'Confirm that it is you' })).toBeNull();
  const form = screen.getByRole('dialog', { name: 'Reset the sign-in of Esha Kurian' });
  expect((await within(form).findByRole('alert')).textContent).toBe('Please confirm that it is you.');
  expect(within(form).getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Lost phone');
  expect(keys).toHaveLength(1);
});

it('the dialog that asks for the second factor advises staff who signed in with a recovery code to set up a new factor', async () => {
  const { stepUp } = await reset({
    getStaffSession: () => ({ data: { ...signedInStaff('administrator'), verified_until: null } }),
  });
  expect(await within(stepUp).findByText(/You signed in with a recovery code.*within 15 minutes/)).toBeTruthy();
});

it('the advice to set up a new second factor after a sign-in with a recovery code disappears once a second factor was used', async () => {
  let resets = 0;
  const staff = signedInStaff('administrator');
  const { user, stepUp, press } = await reset({
    getStaffSession: () => ({ data: { ...staff, verified_until: null } }),
    checkStaffCode: () => ({ data: { ...staff, verified_until: '2030-01-01T00:00:00.000Z' } }),
    resetStaffMember() {
      resets += 1;
      if (resets % 2 === 1) throw stepUpNeeded;
      return { data: esha };
    },
  });
  await user.type(await within(stepUp).findByLabelText('Code from your authenticator app'), '123456{Enter}');
  await expect.poll(() => document.querySelector('.mantine-Modal-content')).toBeNull();
  const again = await press();
  await within(again).findByLabelText('Code from your authenticator app');
  expect(within(again).queryByText(/You signed in with a recovery code/)).toBeNull();
});
