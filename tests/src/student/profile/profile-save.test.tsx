import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ProfileEditor } from '../../../../src/student/profile/profile-editor.tsx';
import { ToastHost } from '../../../../src/ui/toast-host.tsx';
import { type Answered, answeringApi, refusal } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { profile, studentId } from '../../checkout/orders.ts';

beforeEach(() => sessionStorage.clear());

function Editor() {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <>
      <ProfileEditor student={profile()} isOpen={isOpen} onClose={() => setIsOpen(false)} />
      <ToastHost />
    </>
  );
}

const sheet = () => screen.queryByRole('dialog', { name: 'Edit Profile' });

async function save(answer: Answered) {
  const { api } = answeringApi({ [`PUT /api/users/student/${studentId}`]: answer });
  await renderInPage(<Editor />, { api });
  const person = userEvent.setup();
  await person.click(screen.getByRole('button', { name: 'Save' }));
  return { person };
}

describe('a profile that is saved', () => {
  it('says so and closes its sheet', async () => {
    await save({ body: { statusCode: 200 } });
    await screen.findByText('Updated Successfully', undefined, { timeout: 4000 });
    await waitFor(() => expect(sheet()).toBeNull());
  });

  it('says in a dialog that somebody else has the same, and goes back to the form', async () => {
    const { person } = await save(refusal(409, 'USER_EXISTS'));
    const dialog = await screen.findByRole('dialog', { name: 'Conflict' });
    expect(dialog.textContent).toContain('Another user exists with similar data.');
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Conflict' })).toBeNull());
    expect(sheet()).not.toBeNull();
    await person.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('dialog', { name: 'Conflict' })).toBeTruthy();
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
    await save(answer);
    expect((await screen.findByRole('alert')).textContent).toBe(`${text}Nothing you typed is lost.`);
    expect(sheet()).not.toBeNull();
  });

  it.each([
    [403, 'RECENT_SIGN_IN_NEEDED'],
    [401, 'UNAUTHORIZED'],
  ])('shows where to sign in again when a %s asks for it', async (status, code) => {
    await save(refusal(status, code, 'Please sign in again.'));
    const link = await screen.findByRole('link', { name: 'Sign in again and come back' });
    expect(link.getAttribute('href')).toContain('/login?from=');
  });
});
