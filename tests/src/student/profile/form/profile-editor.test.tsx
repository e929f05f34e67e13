import { notifications } from '@mantine/notifications';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { documentQueries } from '../../../../../src/student/documents/document.queries.ts';
import { ProfileEditor } from '../../../../../src/student/profile/form/profile-editor.tsx';
import { ToastHost } from '../../../../../src/ui/toasts/toast-host.tsx';
import { type Answered, answeringApi, refusal } from '../../../../support/answers.ts';
import { renderInPage } from '../../../../support/in-page.tsx';
import { profile, studentId } from '../../../checkout/orders.ts';

beforeEach(() => sessionStorage.clear());
afterEach(() => act(() => notifications.clean()));

function Editor() {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <>
      <ProfileEditor student={profile()} isOpen={isOpen} onClose={() => setIsOpen(false)} />
      <ToastHost />
    </>
  );
}

const lastName = () => screen.getByLabelText<HTMLInputElement>(/Last name/);
const sheet = () => screen.queryByRole('dialog', { name: 'Edit Profile' });

const saveCall = `PUT /api/users/student/${studentId}`;

async function save(answer: Answered) {
  const { api } = answeringApi({ [saveCall]: answer });
  await renderInPage(<Editor />, { api });
  const person = userEvent.setup({ delay: null });
  await person.click(screen.getByRole('button', { name: 'Save' }));
  return { person };
}

describe('saving the profile', () => {
  it('saving the profile shows a toast and closes the sheet with the profile form', async () => {
    await save({ body: { statusCode: 200 } });
    await screen.findByText('Updated Successfully', undefined, { timeout: 4000 });
    await waitFor(() => expect(sheet()).toBeNull());
  });

  it('saving the profile reads the list of documents again, because changed names and numbers put documents back to review', async () => {
    const { api } = answeringApi({ [saveCall]: { body: { statusCode: 200 } } });
    const { queryClient } = await renderInPage(<Editor />, { api });
    const { queryKey } = documentQueries.list(studentId);
    queryClient.setQueryData(queryKey, []);
    await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true));
  });

  it('while the profile is being saved, the profile form takes no input and cannot be closed', async () => {
    const response = Promise.withResolvers<Answered>();
    const { api } = answeringApi({ [saveCall]: () => response.promise });
    await renderInPage(<Editor />, { api });
    const person = userEvent.setup({ delay: null });
    fireEvent.change(lastName(), { target: { value: 'Nair Menon' } });
    await person.click(screen.getByRole('button', { name: 'Save' }));
    await person.type(lastName(), ' typed meanwhile');
    expect(lastName().value).toBe('Nair Menon');
    await person.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
    await person.keyboard('{Escape}');
    expect(screen.queryByRole('dialog', { name: 'Discard your changes?' })).toBeNull();
    expect(sheet()).not.toBeNull();
    response.resolve({ body: { statusCode: 200 } });
    await waitFor(() => expect(sheet()).toBeNull());
    expect(sessionStorage.length).toBe(0);
  });

  it('a late response to an earlier save of the profile does not overwrite new input in the profile form', async () => {
    const response = Promise.withResolvers<Answered>();
    const { api } = answeringApi({ [saveCall]: () => response.promise });
    const first = await renderInPage(<Editor />, { api });
    fireEvent.change(lastName(), { target: { value: 'Nair Menon' } });
    await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Save' }));
    first.unmount();
    await renderInPage(<Editor />, { api });
    fireEvent.change(lastName(), { target: { value: 'Nair Pillai' } });
    response.resolve({ body: { statusCode: 200 } });
    await screen.findByText('Updated Successfully', undefined, { timeout: 4000 });
    expect(lastName().value).toBe('Nair Pillai');
    expect(sessionStorage.length).toBe(1);
  });

  it('if the server answers that another user has similar data, saving the profile opens the dialog “Conflict”, also on a second attempt', async () => {
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
    ['a server error', refusal(500, 'INTERNAL_ERROR'), 'Something went wrong.'],
    ['a network error', 'no answer', 'Something went wrong.Our server did not respond. Save again in a moment.'],
    [
      'a rate limit',
      refusal(429, 'RATE_LIMITED', 'Too many requests. Please try again in 30 seconds.'),
      'Something went wrong.Too many requests. Please try again in 30 seconds.',
    ],
  ])('the sheet with the profile form stays open and shows an error after %s', async (_, answer, text) => {
    await save(answer);
    expect((await screen.findByRole('alert')).textContent).toBe(`${text}Nothing you typed is lost.`);
    expect(sheet()).not.toBeNull();
  });

  it('after a save of the profile got no response, the next save also sends a field that was changed and is now set back', async () => {
    const answers: Answered[] = ['no answer', { body: { statusCode: 200 } }];
    const { api, sent } = answeringApi({ [saveCall]: () => answers.shift() ?? 'no answer' });
    await renderInPage(<Editor />, { api });
    const person = userEvent.setup({ delay: null });
    fireEvent.change(lastName(), { target: { value: 'Nair Menon' } });
    await person.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByRole('alert');
    fireEvent.change(lastName(), { target: { value: 'Nair' } });
    await person.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sheet()).toBeNull());
    const saved = sent.filter(({ method }) => method === 'PUT').map(({ body }) => body);
    expect(saved).toEqual([{ last_name: 'Nair Menon' }, { last_name: 'Nair' }]);
  });

  it.each([
    [403, 'RECENT_SIGN_IN_NEEDED'],
    [401, 'UNAUTHORIZED'],
  ])('the profile form shows a link to sign in again when saving the profile returns %s %s', async (status, code) => {
    await save(refusal(status, code, 'Please sign in again.'));
    const link = await screen.findByRole('link', { name: 'Sign in again and return to this form' });
    expect(link.getAttribute('href')).toContain('/login?from=');
  });
});
