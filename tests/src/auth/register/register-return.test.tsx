import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Answered, answeringApi } from '../../../support/answers.ts';
import { brand, footer } from '../../catalogue/academy.ts';
import { openAddress } from '../../routes/open-address.tsx';
import { fillRegistration, registerButton } from './register-screen.ts';

const success = (data: unknown): Answered => ({ body: { statusCode: 200, data } });
const chosenCourse = '/course-booking?course=401&batch=5045';

async function openRegister(from: string) {
  const { api } = answeringApi({
    'GET /api/cms/header': success({ brand, items: [] }),
    'GET /api/cms/footer': success(footer),
    'GET /api/auth/code-provider': success({ provider: 'sandbox' }),
    'POST /api/users/student/add': { body: { statusCode: 200 } },
  });
  const opened = await openAddress(`/register?from=${encodeURIComponent(from)}`, { api, before: '/login' });
  await screen.findByRole('heading', { level: 1, name: 'Register' }, { timeout: 10_000 });
  return opened;
}

/** The login link in the page's content. The site header contains another one. */
const pageLoginLink = () => within(screen.getByRole('main')).getByRole('link', { name: 'Login' }).getAttribute('href');
const returnPathOf = (href: string | null) => new URL(String(href), 'https://site.invalid').searchParams.get('from');

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
});

it('the register page passes the address to return to, with its course and batch, on to the login page', async () => {
  const { router } = await openRegister(chosenCourse);
  expect(returnPathOf(pageLoginLink())).toBe(chosenCourse);
  fillRegistration();
  fireEvent.click(registerButton());
  await screen.findByText('You are registered');
  await act(() => vi.advanceTimersByTimeAsync(2000));
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  expect(router.state.location.search).toEqual({ from: chosenCourse });
});

it.each(['//evil.example', 'https://evil.example'])(
  'the register page does not pass the return address %s, which belongs to another site, on to the login page',
  async (from) => {
    await openRegister(from);
    expect(pageLoginLink()).toBe('/login');
  },
);
