import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ConfirmDialog } from '../../../../src/ui/messages/confirm-dialog.tsx';
import { renderInPage } from '../../../support/in-page.tsx';
import { apiWith } from '../../catalogue/academy.ts';

async function openDialog() {
  const handlers = { onConfirm: vi.fn(), onClose: vi.fn() };
  await renderInPage(
    <ConfirmDialog isOpen title="Delete Passport?" confirm="Delete" cancel="Cancel" {...handlers}>
      <p>It cannot be brought back.</p>
    </ConfirmDialog>,
    { api: apiWith({}) },
  );
  return handlers;
}

it('the confirm dialog has its question as accessible name and puts the focus on the Cancel button', async () => {
  const { onConfirm, onClose } = await openDialog();
  const dialog = screen.getByRole('dialog', { name: 'Delete Passport?' });
  expect(dialog.textContent).toContain('It cannot be brought back.');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' })));
  await userEvent.keyboard('{Enter}');
  expect(onClose).toHaveBeenCalledOnce();
  expect(onConfirm).not.toHaveBeenCalled();
});

it('the confirm dialog confirms only when its confirm button is pressed; Escape and the close button cancel', async () => {
  const { onConfirm, onClose } = await openDialog();
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect([onClose.mock.calls.length, onConfirm.mock.calls.length]).toEqual([2, 0]);
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  expect([onClose.mock.calls.length, onConfirm.mock.calls.length]).toEqual([2, 1]);
});
