import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import '../../../../src/staff/members/members-page.tsx';
import { showConsole } from '../show-console.tsx';

const member = {
  ...{ id: '7d4cf2ac-6c3c-4b57-9d25-d1c1ad35a5f1', name: 'Ravi Pillai', email: 'ravi@example.com' },
  ...{ role: 'administrator', state: 'active', second_factors: ['totp'] },
  ...{ last_signed_in_at: null, invited_until: null, instructor: null },
};

async function openInvitation() {
  const { user, inputsOf } = showConsole('/staff/members', 'administrator', {
    listStaffMembers: () => ({ data: [member] }),
    inviteStaffMember: () => ({ data: member }),
  });
  await user.click(await screen.findByRole('button', { name: 'Invite' }));
  const dialog = await screen.findByRole('dialog', { name: 'Invite a staff member' });
  return { user, inputsOf, dialog, name: within(dialog).getByLabelText<HTMLInputElement>('Name') };
}

const question = () => screen.queryByRole('dialog', { name: 'Discard what you entered?' });
const isClosed = () => expect.poll(() => document.querySelector('.mantine-Modal-content')).toBeNull();

const waysToClose: ReadonlyArray<readonly [string, (user: UserEvent, dialog: HTMLElement) => Promise<void>]> = [
  ['Escape', (user) => user.keyboard('{Escape}')],
  ['its Close button', (user, dialog) => user.click(within(dialog).getByRole('button', { name: 'Close' }))],
  ['its Cancel button', (user, dialog) => user.click(within(dialog).getByRole('button', { name: 'Cancel' }))],
];

it.each(waysToClose)('a form dialog of the console without changes is closed by %s at once', async (_, close) => {
  const { user, dialog } = await openInvitation();
  await close(user, dialog);
  expect(question()).toBeNull();
  await isClosed();
});

it.each(waysToClose)(
  'a form dialog of the console with a changed field asks before %s closes it, and keeps the text if staff go on editing',
  async (_, close) => {
    const { user, dialog, name } = await openInvitation();
    await user.type(name, 'Dev Menon');
    await close(user, dialog);
    const asked = within(await screen.findByRole('dialog', { name: 'Discard what you entered?' }));
    const stay = asked.getByRole('button', { name: 'Keep editing' });
    await waitFor(() => expect(document.activeElement).toBe(stay));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(question()).toBeNull());
    expect(dialog.isConnected).toBe(true);
    expect(name.value).toBe('Dev Menon');

    await close(user, dialog);
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await isClosed();
  },
);

it('when staff decide not to close a form dialog of the console, the focus returns to the field in which they were typing', async () => {
  const { user, name } = await openInvitation();
  await user.type(name, 'Dev Menon{Escape}');
  await screen.findByRole('dialog', { name: 'Discard what you entered?' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(name));
});

it('a form dialog of the console closes at once if a changed field has its original value again', async () => {
  const { user, name } = await openInvitation();
  await user.type(name, 'Dev');
  await user.clear(name);
  await user.keyboard('{Escape}');
  await isClosed();
});

it('a form dialog of the console closes without a question once the server has stored the change', async () => {
  const { user, inputsOf, dialog, name } = await openInvitation();
  await user.type(name, 'Dev Menon');
  await user.type(within(dialog).getByLabelText('Email address'), 'dev@example.com');
  await user.click(within(dialog).getByRole('button', { name: 'Send invitation' }));
  await isClosed();
  expect(inputsOf('inviteStaffMember')).toHaveLength(1);
});
