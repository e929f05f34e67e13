import { screen } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { sessionHintCookie } from '../../../../contract/headers.ts';
import { getLoginStatus } from '../../../../contract/signed-in.ts';
import { sessionQueries } from '../../../../src/auth/session/session.queries.ts';
import { type Answered, refusal } from '../../../support/answers.ts';
import { identifierBox, openLogin, type Prepared, reachPassword, userId } from './login-screen.tsx';

const asha = { id: userId, name: 'Asha', image: null };
const signedIn: Answered = { body: { statusCode: 200, user: asha } };

/** Simulates a browser that has had a session. */
function rememberSession() {
  const cookie = vi.spyOn(document, 'cookie', 'get').mockReturnValue(`${sessionHintCookie}=hint`);
  onTestFinished(() => cookie.mockRestore());
}

/** Opens the login page in a browser that has had a session. `status`: the response to the login status request. */
function openWithSession(status: Answered | Promise<Answered>, prepared: Prepared = {}) {
  rememberSession();
  return openLogin({
    from: '/course-booking?course=401',
    answers: { [`POST ${getLoginStatus.url}`]: () => status },
    ...prepared,
  });
}

beforeEach(() => sessionStorage.clear());

it('the login page says who is signed in already, leads back to the page that the student came from, and still offers to sign in', async () => {
  const { person } = await openWithSession(signedIn);
  const note = await screen.findByText('You are signed in as Asha');
  expect(note.closest('[role="status"]')).not.toBeNull();
  const back = screen.getByRole('link', { name: 'Back to where you were' });
  expect(back.getAttribute('href')).toBe('/course-booking?course=401');
  await person.type(await identifierBox(), 'asha.nair@example.com{Enter}');
  await screen.findByText('How would you like to sign in?');
  expect(screen.queryByText('You are signed in as Asha')).toBeNull();
});

it('when a signed-in student follows the link back from the login page, the login page is removed from the history', async () => {
  const { person, router } = await openWithSession(signedIn);
  await person.click(await screen.findByRole('link', { name: 'Back to where you were' }));
  await expect.poll(() => router.state.location.href).toBe('/course-booking?course=401');
  expect(router.history.length).toBe(1);
});

it('the login page does not name a student whose earlier session the server no longer accepts', async () => {
  const status = Promise.withResolvers<Answered>();
  const { queryKey } = sessionQueries.status();
  const { queryClient } = await openWithSession(status.promise, {
    prepare: (client) => client.setQueryData(queryKey, asha),
  });
  await identifierBox();
  expect(screen.queryByText(/You are signed in/)).toBeNull();
  status.resolve(refusal(401, 'UNAUTHORIZED'));
  await expect.poll(() => queryClient.getQueryData(queryKey)).toBeNull();
  expect(screen.queryByText(/You are signed in/)).toBeNull();
});

it('the login page shows no note “You are signed in” to a visitor who is not signed in', async () => {
  await openLogin();
  await identifierBox();
  expect(screen.queryByText(/You are signed in/)).toBeNull();
});

it('a student who has just signed in stays signed in when a late response refuses the earlier session', async () => {
  rememberSession();
  const status = Promise.withResolvers<Answered>();
  const { person, queryClient } = await reachPassword({
    answers: { [`POST ${getLoginStatus.url}`]: () => status.promise },
  });
  const { queryKey } = sessionQueries.status();
  await person.keyboard('Landfall#2026{Enter}');
  await expect.poll(() => queryClient.getQueryData(queryKey)?.id).toBe(userId);
  status.resolve(refusal(401, 'UNAUTHORIZED'));
  // A second request gets the same response later. When it is done, the late response has been handled as well.
  await queryClient.fetchQuery({ ...sessionQueries.status(), queryKey: ['second request'] });
  expect(queryClient.getQueryData(queryKey)?.id).toBe(userId);
});
