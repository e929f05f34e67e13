import { fireEvent, screen, waitFor } from '@testing-library/react';
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

it('the confirm dialog is named by its question and opens with the focus on the Cancel button', async () => {
  const { onConfirm, onClose } = await openDialog();
  const dialog = screen.getByRole('dialog', { name: 'Delete Passport?' });
  expect(dialog.textContent).toContain('It cannot be brought back.');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' })));
  await userEvent.keyboard('{Enter}');
  expect(onClose).toHaveBeenCalledOnce();
  expect(onConfirm).not.toHaveBeenCalled();
});

it('pressing Escape outside the confirm dialog, for example in the dialog behind it, does not close the confirm dialog', async () => {
  const { onClose } = await openDialog();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' })));
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(onClose).not.toHaveBeenCalled();
});

it('in the confirm dialog, Escape and the Close button cancel, and only the confirm button confirms', async () => {
  const { onConfirm, onClose } = await openDialog();
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect([onClose.mock.calls.length, onConfirm.mock.calls.length]).toEqual([2, 0]);
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  expect([onClose.mock.calls.length, onConfirm.mock.calls.length]).toEqual([2, 1]);
});
