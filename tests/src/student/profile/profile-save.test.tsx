import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ProfileEditor } from '../../../../src/student/profile/profile-editor.tsx';
import { ToastHost } from '../../../../src/ui/toast-host.tsx';
import { type Answered, answeringApi, refusal } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { profile, studentId } from '../../checkout/orders.ts';

beforeEach(() => sessionStorage.clear());

async function save(answer: Answered) {
  const onClose = vi.fn();
  const { api } = answeringApi({ [`PUT /api/users/student/${studentId}`]: answer });
  const editor = (
    <>
      <ProfileEditor student={profile()} onClose={onClose} />
      <ToastHost />
    </>
  );
  await renderInPage(editor, { api });
  await userEvent.setup().click(screen.getByRole('button', { name: 'Save' }));
  return { onClose };
}

describe('a profile that is saved', () => {
  it('says so and closes its form', async () => {
    const { onClose } = await save({ body: { statusCode: 200 } });
    await screen.findByText('Updated Successfully', undefined, { timeout: 4000 });
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  });

  it('says in a dialog that somebody else has the same', async () => {
    const { onClose } = await save(refusal(409, 'USER_EXISTS'));
    const dialog = await screen.findByRole('dialog', { name: 'Conflict' });
    expect(dialog.textContent).toContain('Another user exists with similar data.');
    expect(onClose).not.toHaveBeenCalled();
  });

  it.each<[string, Answered, string]>([
    ['the server fails', refusal(500, 'INTERNAL_ERROR'), 'Something went wrong.'],
    ['nobody answers', 'no answer', 'Something went wrong.There is no connection. Save again when it is back.'],
    [
      'it comes too often',
      refusal(429, 'RATE_LIMITED', 'Too many requests. Please try again in 30 seconds.'),
      'Something went wrong.Too many requests. Please try again in 30 seconds.',
    ],
  ])('says what happened where %s, and keeps what was typed', async (_, answer, text) => {
    const { onClose } = await save(answer);
    expect((await screen.findByRole('alert')).textContent).toBe(`${text}Nothing you typed is lost.`);
    expect(onClose).not.toHaveBeenCalled();
  });
});
