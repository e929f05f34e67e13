import process from 'node:process';
import { searchUser, signInByPassword } from '../../../contract/auth.ts';
import type { RestingStateName } from '../../../lab/chart/chart.ts';
import type { PathEvent, PathValue } from '../../../lab/path-file.ts';
import type { loginMachine } from '../../../machines/login.machine.ts';
import { readCode } from '../../support/site/sandbox-outbox.ts';
import { asha, dev } from '../../support/site/students.ts';
import { breakOnce } from '../broken-browser.ts';
import { type CallResult, Gate, refusal } from '../gate.ts';
import {
  type DrivenMachine,
  type ExpectedScreen,
  entryOf,
  type PageModel,
  type ShownText,
  type Stage,
} from './page-model.ts';

const lookUpLimit = 'Too many requests. Please try again in 5 minutes.';
const passwordLimit = 'Too many requests. Please try again in 8 seconds.';

const lookUpResults: Record<string, CallResult> = {
  found: { kind: 'real' },
  foundWithDefaultPassword: { kind: 'real', body: () => ({ identifier: dev.email }) },
  notFound: { kind: 'real', body: () => ({ identifier: 'nobody@example.com' }) },
  limited: refusal(429, 'RATE_LIMITED', lookUpLimit),
};
const passwordResults: Record<string, CallResult> = {
  signedIn: { kind: 'real' },
  defaultPassword: refusal(403, 'DEFAULT_PASSWORD'),
  // In `npm run soak`, do not send wrong passwords to the server. Many paths contain a wrong password, and the server
  // delays repeated ones.
  refused: process.env.SOAK
    ? refusal(401, 'INVALID_CREDENTIALS')
    : { kind: 'real', body: (body) => ({ ...body, password: 'not the password' }) },
  limited: refusal(429, 'RATE_LIMITED', passwordLimit),
};
const down = refusal(503, 'INTERNAL_ERROR');

const identifierForm: ShownText[] = ['Email, mobile, INDOS or passport number', 'Continue', 'New here?'];
const noAccount = 'We found no account with these details';
const passwordFailures: Record<string, ShownText> = {
  'signInByPassword done refused': 'Invalid credentials',
  'signInByPassword done limited': passwordLimit,
  'signInByPassword failed': 'Something went wrong',
};
const texts: Record<RestingStateName<typeof loginMachine>, (lastEvent: string) => ShownText[]> = {
  enteringIdentifier: () => identifierForm,
  lookingUp: () => ['Email, mobile, INDOS or passport number'],
  identifierNotFound: () => ['User not found', noAccount, ...identifierForm],
  lookupFailed: (lastEvent) =>
    lastEvent === 'lookUp failed' ? ['Something went wrong.', noAccount] : [lookUpLimit, ...identifierForm],
  choosingMethod: (lastEvent) => [
    'How would you like to sign in?',
    'Code by WhatsApp',
    'Code by email',
    ...(/efaultPassword$/.test(lastEvent) ? ['Your password has not been set yet', 'Set Password'] : []),
  ],
  enteringPassword: () => ['Forgot password?', /^Login$/],
  signingInByPassword: () => ['Forgot password?'],
  passwordRejected: (lastEvent) => [passwordFailures[lastEvent] ?? /./, 'Forgot password?'],
  enteringCode: () => [/^Code by (WhatsApp|email)$/],
  methodFailed: () => ['Something went wrong', 'Back'],
  signedIn: () => ['Where would you like to go?', 'Book Online'],
};

const methods: Record<string, string> = {
  password: 'Password',
  whatsapp_otp: 'Code by WhatsApp',
  email_otp: 'Code by email',
};

class LoginModel implements PageModel {
  readonly #stage: Stage;
  readonly #lookUp: Gate;
  readonly #password: Gate;

  constructor(stage: Stage) {
    this.#stage = stage;
    this.#lookUp = new Gate(stage.page, searchUser);
    this.#password = new Gate(stage.page, signInByPassword);
  }

  async begin(input: PathValue): Promise<void> {
    const { page } = this.#stage;
    const inputFields = typeof input === 'object' && input !== null ? Object.keys(input) : [];
    if (inputFields.includes('underWay')) {
      await page.goto(`/login?identifier=${asha.indos}&record=quiet`);
      await page.getByRole('button', { name: 'Code by WhatsApp' }).click();
      await page.getByLabel('Digit 1 of 6').waitFor();
    }
    await this.#lookUp.hold();
    await this.#password.hold();
    if (inputFields.includes('underWay')) await page.reload();
    else
      await page.goto(
        inputFields.includes('identifier') ? `/login?identifier=${asha.indos}&record=quiet` : '/login?record=quiet',
      );
  }

  async act(event: PathEvent): Promise<void> {
    const { page } = this.#stage;
    const { type, outcome = '' } = event;
    if (type === 'identifier.submit') {
      await page.getByLabel('Email, mobile, INDOS or passport number').fill(asha.email ?? '');
      return page.getByRole('button', { name: 'Continue' }).click();
    }
    if (type === 'method.choose') return page.getByRole('button', { name: methods[String(event.method)] }).click();
    if (type === 'password.submit') {
      await page.getByLabel('Password', { exact: true }).fill(asha.password ?? '');
      return page.getByRole('button', { name: 'Login' }).click();
    }
    if (type === 'step.back') return page.getByRole('main').getByRole('button', { name: 'Back', exact: true }).click();
    if (type === 'lookUp done') return this.#lookUp.settle(lookUpResults[outcome] ?? down);
    if (type === 'lookUp failed') return this.#lookUp.settle(down);
    if (type === 'signInByPassword done') return this.#password.settle(passwordResults[outcome] ?? down);
    if (type === 'signInByPassword failed') return this.#password.settle(down);
    return this.#endCode(type, outcome);
  }

  expectedScreen(state: string, event: PathEvent | null): ExpectedScreen {
    const lastEvent = [event?.type, event?.outcome].filter(Boolean).join(' ');
    return { texts: entryOf(texts, state)(lastEvent), url: '/login' };
  }

  async #endCode(type: string, outcome: string): Promise<void> {
    const { page } = this.#stage;
    if (type === 'oneTimeCode failed') return this.#breakCode();
    if (outcome === 'left') return page.getByRole('main').getByRole('button', { name: 'Back', exact: true }).click();
    await page.getByLabel('Digit 1 of 6').click();
    const isWhatsapp = await page.getByRole('heading', { name: 'Code by WhatsApp' }).isVisible();
    const sentTo = await page.getByText(/^Sent to/).textContent();
    const student = sentTo?.endsWith('0002') ? dev : asha;
    await page.keyboard.type(await readCode(page, isWhatsapp ? `91${student.mobile}` : (student.email ?? '')));
    await page.getByRole('button', { name: 'Verify' }).click();
  }

  /**
   * Makes the state machine for one-time codes end with an error. No response of the server can cause that, so a
   * function of the browser is made to fail.
   */
  async #breakCode(): Promise<void> {
    const { page } = this.#stage;
    await page.getByLabel('Digit 1 of 6').waitFor();
    await breakOnce(page, 'code.test');
    await page.getByRole('button', { name: 'Verify' }).click();
  }
}

export const loginPages: DrivenMachine = {
  machine: 'login',
  createModel: (stage) => new LoginModel(stage),
};
