import type { QueryClient } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Brand } from '../../../../contract/content.ts';
import type { CodeProvider } from '../../../../src/auth/code/code-provider.ts';
import { createLoginFlow } from '../../../../src/auth/sign-in/login-flow.ts';
import { LoginPage } from '../../../../src/auth/sign-in/login-page.tsx';
import { type Answered, answeringApi, type SentCall } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';

export const userId = '6f1c2a34-7a10-4b5e-9d55-0f6f6b1f0001';
const student = { id: userId, name: 'Asha Nair', image: null };
export const user = {
  user_id: userId,
  field: 'email',
  email: 'a****r@example.com',
  mobile: '******0001',
  whatsapp_number: '******0001',
  is_default_password: false,
};
const found: Answered = { body: { statusCode: 200, status: 200, user } };
const signedIn: Answered = { body: { statusCode: 200, user: student } };

export const workingProvider: CodeProvider = {
  load: async () => {},
  send: async () => ({ kind: 'sent', requestId: 'req-1', sentAt: Date.now() }),
  resend: async () => ({ kind: 'sent', requestId: 'req-1', sentAt: Date.now() }),
  verify: async ({ code }) =>
    code === '123456' ? { kind: 'verified', accessToken: 'jwt' } : { kind: 'refused', code: 'incorrectCode' },
};

/**
 * What a test prepares for the login screen in place of the defaults. By default, the student exists and can sign in
 * without errors.
 */
export type Prepared = {
  answers?: Record<string, Answered | ((call: SentCall) => Answered | Promise<Answered>)>;
  provider?: Partial<CodeProvider>;
  identifier?: string;
  from?: string;
  brand?: Brand;
  /** Fills the query cache before the screen opens. */
  prepare?: (client: QueryClient) => void;
};

export const brand = {
  support_phones: ['1800-000-1111', '98765 43210'],
  live_chat_url: 'https://chat.example.com',
} as Brand;

export async function openLogin({ answers = {}, provider = {}, identifier, from, brand, ...rest }: Prepared = {}) {
  const { api, sent } = answeringApi({
    'POST /api/auth/search/user': found,
    'POST /api/auth/login': signedIn,
    'GET /api/auth/search/user/contact': { body: { statusCode: 200, user: { contact: '09876 500001' } } },
    'POST /api/auth/login/otp': signedIn,
    ...answers,
  });
  const flow = createLoginFlow({ api, provider: { ...workingProvider, ...provider }, now: Date.now });
  const { router, queryClient } = await renderInPage(
    <LoginPage flow={flow} identifier={identifier} from={from ?? null} brand={brand ?? null} />,
    { api, ...rest },
  );
  return { sent, router, queryClient, person: userEvent.setup({ delay: null }) };
}

export const identifierBox = () => screen.findByLabelText(/Email, mobile/);
export const button = (name: string | RegExp) => screen.findByRole('button', { name });

export async function reachMethods(prepared: Prepared = {}) {
  const opened = await openLogin({ identifier: 'asha.nair@example.com', ...prepared });
  await screen.findByText('How would you like to sign in?');
  return opened;
}

export async function reachPassword(prepared: Prepared = {}) {
  const opened = await reachMethods(prepared);
  await opened.person.click(await button('Password'));
  await screen.findByLabelText('Password');
  return opened;
}

export async function reachCode(prepared: Prepared = {}) {
  const opened = await reachMethods(prepared);
  await opened.person.click(await button(/Code by WhatsApp/));
  return opened;
}
