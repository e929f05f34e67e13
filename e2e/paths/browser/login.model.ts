import process from 'node:process';
import { searchUser, signInByPassword } from '../../../contract/auth.ts';
import type { PathEvent, PathValue } from '../../../contract/path-file.ts';
import { readCode } from '../../support/code-outbox.ts';
import { asha, dev } from '../../support/students.ts';
import { breakOnce } from './broken-browser.ts';
import { type Answer, Gate, refusal } from './gate.ts';
import type { DrivenMachine, PageModel, ShownText, Stage, StateSight } from './page-model.ts';

const lookUpWords = 'Too many requests. Please try again in 5 minutes.';
const passwordWords = 'Too many requests. Please try again in 8 seconds.';

const lookUpAnswers: Record<string, Answer> = {
  found: { kind: 'real' },
  foundWithDefaultPassword: { kind: 'real', body: () => ({ identifier: dev.email }) },
  notFound: { kind: 'real', body: () => ({ identifier: 'nobody@example.com' }) },
  limited: refusal(429, 'RATE_LIMITED', lookUpWords),
};
const passwordAnswers: Record<string, Answer> = {
  signedIn: { kind: 'real' },
  defaultPassword: refusal(403, 'DEFAULT_PASSWORD'),
  // The server slows down whoever guesses: of many such paths it would answer few.
  refused: process.env.SOAK
    ? refusal(401, 'INVALID_CREDENTIALS')
    : { kind: 'real', body: (body) => ({ ...body, password: 'not the password' }) },
  limited: refusal(429, 'RATE_LIMITED', passwordWords),
};
const down = refusal(503, 'INTERNAL_ERROR');

const identifying: ShownText[] = ['E-mail, mobile, INDOS or passport number', 'Continue', 'New here?'];
const noAccount = 'We found no account with these details';
const passwordFailures: Record<string, ShownText> = {
  'signInByPassword done refused': 'Invalid credentials',
  'signInByPassword done limited': passwordWords,
  'signInByPassword failed': 'Something went wrong',
};
const texts: Record<string, (happened: string) => ShownText[]> = {
  enteringIdentifier: () => identifying,
  lookingUp: () => ['E-mail, mobile, INDOS or passport number'],
  identifierNotFound: () => ['User not found', noAccount, ...identifying],
  lookupFailed: (happened) =>
    happened === 'lookUp failed' ? ['Something went wrong.', noAccount] : [lookUpWords, ...identifying],
  choosingMethod: (happened) => [
    'How would you like to sign in?',
    'Code by WhatsApp',
    'Code by e-mail',
    ...(/efaultPassword$/.test(happened) ? ['Your password has not been set yet', 'Set Password'] : []),
  ],
  enteringPassword: () => ['Forgot password?', /^Login$/],
  signingInByPassword: () => ['Forgot password?'],
  passwordRejected: (happened) => [passwordFailures[happened] ?? /./, 'Forgot password?'],
  enteringCode: () => [/^Code by (WhatsApp|e-mail)$/],
  methodFailed: () => ['Something went wrong', 'Back'],
  signedIn: () => ['Where would you like to go?', 'Book Online'],
};

const methods: Record<string, string> = {
  password: 'Password',
  whatsapp_otp: 'Code by WhatsApp',
  email_otp: 'Code by e-mail',
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
    const begins = typeof input === 'object' && input !== null ? Object.keys(input) : [];
    if (begins.includes('underWay')) {
      await page.goto(`/login?identifier=${asha.indos}&record=quiet`);
      await page.getByRole('button', { name: 'Code by WhatsApp' }).click();
      await page.getByLabel('Digit 1 of 6').waitFor();
    }
    await this.#lookUp.hold();
    await this.#password.hold();
    if (begins.includes('underWay')) await page.reload();
    else
      await page.goto(
        begins.includes('identifier') ? `/login?identifier=${asha.indos}&record=quiet` : '/login?record=quiet',
      );
  }

  async act(event: PathEvent): Promise<void> {
    const { page } = this.#stage;
    const { type, outcome = '' } = event;
    if (type === 'identifier.submit') {
      await page.getByLabel('E-mail, mobile, INDOS or passport number').fill(asha.email ?? '');
      return page.getByRole('button', { name: 'Continue' }).click();
    }
    if (type === 'method.choose') return page.getByRole('button', { name: methods[String(event.method)] }).click();
    if (type === 'password.submit') {
      await page.getByLabel('Password', { exact: true }).fill(asha.password ?? '');
      return page.getByRole('button', { name: 'Login' }).click();
    }
    if (type === 'step.back') return page.getByRole('main').getByRole('button', { name: 'Back', exact: true }).click();
    if (type === 'lookUp done') return this.#lookUp.answer(lookUpAnswers[outcome] ?? down);
    if (type === 'lookUp failed') return this.#lookUp.answer(down);
    if (type === 'signInByPassword done') return this.#password.answer(passwordAnswers[outcome] ?? down);
    if (type === 'signInByPassword failed') return this.#password.answer(down);
    return this.#endCode(type, outcome);
  }

  sight(state: string, event: PathEvent | null): StateSight {
    const happened = [event?.type, event?.outcome].filter(Boolean).join(' ');
    return { texts: texts[state]?.(happened) ?? [], url: '/login' };
  }

  async #endCode(type: string, outcome: string): Promise<void> {
    const { page } = this.#stage;
    if (type === 'oneTimeCode failed') return this.#breakCode();
    if (outcome === 'left') return page.getByRole('main').getByRole('button', { name: 'Back', exact: true }).click();
    await page.getByLabel('Digit 1 of 6').click();
    const isWhatsapp = await page.getByRole('heading', { name: 'Code by WhatsApp' }).isVisible();
    const who = await page.getByText(/^Sent to/).textContent();
    const known = who?.endsWith('0002') ? dev : asha;
    await page.keyboard.type(await readCode(page, isWhatsapp ? `91${known.mobile}` : (known.email ?? '')));
    await page.getByRole('button', { name: 'Verify' }).click();
  }

  /** Nothing that a server says breaks the machine of the code: a browser that fails under it does. */
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
