import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { StaffMember } from '../../../../contract/staff/staff-members.ts';
import { keepFocus } from '../../../../src/staff/frame/keep-focus.ts';
import { showConsole } from '../show-console.tsx';

const esha: StaffMember = {
  ...{ id: 'f3f0e3ae-61f4-4e61-8d1f-6f6f2e0f4d0a', name: 'Esha Kurian', email: 'esha@example.com', role: 'editor' },
  ...{ state: 'active', second_factors: ['totp'], last_signed_in_at: null, invited_until: null, instructor: null },
};

let stop = () => {};
beforeEach(() => {
  stop = keepFocus(document);
});
afterEach(() => stop());

const showMembers = () =>
  showConsole('/staff/members', 'administrator', { listStaffMembers: () => ({ data: [esha] }) });

/**
 * Presses Enter on a button, and calls `act` as soon as the focus is inside an element with this role. Resolves after
 * the timers that were pending at that moment.
 */
function pressAndAct(button: HTMLElement, role: string, act: (focused: Element) => void): Promise<void> {
  return new Promise((resolve) => {
    document.addEventListener('focusin', function listen({ target }) {
      if (!(target instanceof Element) || !target.closest(`[role=${role}]`)) return;
      document.removeEventListener('focusin', listen);
      act(target);
      setTimeout(resolve);
    });
    button.focus();
    fireEvent.click(button);
  });
}

it('an arrow key that is pressed as soon as a menu of the console has the focus moves to the next entry', async () => {
  showMembers();
  const opener = await screen.findByRole('button', { name: 'Change the account of Esha Kurian' });
  await pressAndAct(opener, 'menu', (entry) => fireEvent.keyDown(entry, { key: 'ArrowDown' }));
  expect(document.activeElement).toBe(screen.getAllByRole('menuitem')[1]);
});

it('a dialog of the console that has just opened does not take the focus away from a field that already has it', async () => {
  showMembers();
  const opener = await screen.findByRole('button', { name: 'Invite' });
  await pressAndAct(opener, 'dialog', () => screen.getByLabelText('Email address').focus());
  expect(document.activeElement).toBe(screen.getByLabelText('Email address'));
});
