import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ConfirmDialog } from '../../../src/ui/confirm-dialog.tsx';
import { renderInPage } from '../../support/in-page.tsx';
import { answering } from '../catalogue/academy.ts';

async function ask() {
  const asked = { onConfirm: vi.fn(), onClose: vi.fn() };
  await renderInPage(
    <ConfirmDialog isOpen title="Delete Passport?" confirm="Delete" keep="Cancel" {...asked}>
      <p>It cannot be brought back.</p>
    </ConfirmDialog>,
    { api: answering({}) },
  );
  return asked;
}

it('is named by its question and has the focus where nothing is lost', async () => {
  const { onConfirm, onClose } = await ask();
  const dialog = screen.getByRole('dialog', { name: 'Delete Passport?' });
  expect(dialog.textContent).toContain('It cannot be brought back.');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' })));
  await userEvent.keyboard('{Enter}');
  expect(onClose).toHaveBeenCalledOnce();
  expect(onConfirm).not.toHaveBeenCalled();
});

it('takes Escape and its cross for a no, and only its own button for a yes', async () => {
  const { onConfirm, onClose } = await ask();
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect([onClose.mock.calls.length, onConfirm.mock.calls.length]).toEqual([2, 0]);
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  expect([onClose.mock.calls.length, onConfirm.mock.calls.length]).toEqual([2, 1]);
});
