import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Answered, answeringApi } from '../../support/answers.ts';
import { brand, footer } from '../catalogue/academy.ts';
import { openAddress } from '../routes/open-address.tsx';

const good = (data: unknown): Answered => ({ body: { statusCode: 200, data } });
const chosen = '/course-booking?course=401&batch=5045';
const typed: Record<string, string> = {
  'First name': 'Nila',
  'Last name': 'Thomas',
  'E-mail': 'nila.thomas@example.com',
  'Mobile number': '9876500071',
  'WhatsApp number': '9876500072',
  Day: '28',
  Month: '2',
  Year: '2005',
  Password: 'anchor watch',
  'Confirm password': 'anchor watch',
};

async function openRegister(from: string) {
  const { api } = answeringApi({
    'GET /api/cms/header': good({ brand, items: [] }),
    'GET /api/cms/footer': good(footer),
    'GET /api/auth/code-provider': good({ provider: 'sandbox' }),
    'POST /api/users/student/add': { body: { statusCode: 200 } },
  });
  const opened = await openAddress(`/register?from=${encodeURIComponent(from)}`, { api, before: '/login' });
  await screen.findByRole('heading', { level: 1, name: 'Register' }, { timeout: 10_000 });
  return opened;
}

function register(): void {
  for (const [label, value] of Object.entries(typed))
    fireEvent.change(screen.getByLabelText(new RegExp(`^${label}( \\*)?$`)), { target: { value } });
  fireEvent.click(screen.getByRole('checkbox', { name: /I accept the terms/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Register' }));
}

/** The page's own link; the header has another. */
const ownLink = () => within(screen.getByRole('main')).getByRole('link', { name: 'Login' }).getAttribute('href');
const returnOf = (href: string | null) => new URL(String(href), 'https://site.invalid').searchParams.get('from');

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
});

it('leads a newcomer to login, which still knows the chosen course and batch', async () => {
  const { router } = await openRegister(chosen);
  expect(returnOf(ownLink())).toBe(chosen);
  register();
  await screen.findByText('You are registered');
  await act(() => vi.advanceTimersByTimeAsync(2000));
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  expect(router.state.location.search).toEqual({ from: chosen });
});

it.each(['//evil.example', 'https://evil.example'])(
  'leads to plain login where %s is to be returned to',
  async (from) => {
    await openRegister(from);
    expect(ownLink()).toBe('/login');
  },
);
