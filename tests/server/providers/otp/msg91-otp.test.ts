import { afterAll, afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { readEnv } from '../../../../server/env.ts';
import { codeHosts, contentPolicyWith } from '../../../../server/html/content-policy.ts';
import { msg91Otp } from '../../../../server/providers/otp/msg91-otp.ts';
import { msg91Port } from '../../../../server/providers/ports.ts';
import { Msg91Server, msg91AuthKey } from '../../../support/msg91-server.ts';

const msg91 = new Msg91Server();
const baseUrl = await msg91.start();
afterAll(() => msg91.stop());
afterEach(() => {
  msg91.asked.length = 0;
});

const otp = msg91Otp({ baseUrl, authKey: msg91AuthKey });
let made = 0;
function tokenFor(identifier: string | number): string {
  made += 1;
  const token = `eyJ.token-${made}.sig`;
  msg91.tokens.set(token, identifier);
  return token;
}

describe('verifying a token with MSG91', () => {
  it('verifying an MSG91 token sends the documented request to MSG91 and returns the verified phone number', async () => {
    const token = tokenFor('919876500001');
    expect(await otp.identify(token)).toEqual({ outcome: 'identified', identifier: '919876500001' });
    expect(msg91.asked).toEqual([
      { path: 'POST /api/v5/widget/verifyAccessToken', body: { authkey: msg91AuthKey, 'access-token': token } },
    ]);
  });

  it('verifying an MSG91 token accepts a phone number that MSG91 returns as a JSON number, and an email address', async () => {
    expect(await otp.identify(tokenFor(919876500001))).toEqual({ outcome: 'identified', identifier: '919876500001' });
    expect(await otp.identify(tokenFor('asha@example.com'))).toMatchObject({ identifier: 'asha@example.com' });
  });

  it('verifying an MSG91 token a second time returns the outcome “spent”, and verifying a forged token returns “refused”', async () => {
    const token = tokenFor('919876500001');
    await otp.identify(token);
    expect(await otp.identify(token)).toEqual({ outcome: 'spent' });
    expect(await otp.identify('forged')).toEqual({ outcome: 'refused' });
  });

  it.each([
    ['a number', 702],
    ['a string', '702'],
  ])(
    'verifying an MSG91 token returns the outcome “spent” when MSG91 responds with the error code 702 as %s',
    async (_, code) => {
      msg91.break({ status: 200, body: { type: 'error', message: 'no', code } });
      expect(await otp.identify('x')).toEqual({ outcome: 'spent' });
    },
  );

  it.each<[string, Parameters<Msg91Server['break']>[0]]>([
    ['closes the connection', 'cut'],
    ['returns an HTML page', 'html'],
    ['redirects', 'moved'],
    ['returns 502', { status: 502, body: { type: 'error', message: 'bad gateway' } }],
    ['returns success without a contact', { status: 200, body: { type: 'success', message: 'OTP verified' } }],
    ['returns success without a message', { status: 200, body: { type: 'success' } }],
    ['returns another format', { status: 200, body: { hasError: true, errors: ['no'] } }],
    [
      'refuses the server’s IP address',
      { status: 200, body: { type: 'error', message: 'IP address not whitelisted', code: 418 } },
    ],
  ])(
    'verifying an MSG91 token throws, instead of rejecting the token, when MSG91 itself fails (it %s)',
    async (_, fault) => {
      msg91.break(fault);
      await expect(otp.identify(tokenFor('919876500001'))).rejects.toThrow('MSG91');
    },
  );

  it('verifying an MSG91 token throws if MSG91 does not respond in time', async () => {
    // Use a separate server: on a busy machine, the request may arrive only after the timeout, during the next test.
    const silent = new Msg91Server();
    onTestFinished(() => silent.stop());
    silent.break('hang');
    const hasty = msg91Otp({ baseUrl: await silent.start(), authKey: msg91AuthKey, timeoutMs: 300 });
    await expect(hasty.identify('x')).rejects.toThrow('MSG91 did not answer');
  });

  it('a wrong MSG91 key leads to an error that contains neither the key nor the token', async () => {
    const wrong = msg91Otp({ baseUrl, authKey: 'wrong-key' });
    const failure = await wrong.identify('secret-token').catch((error: unknown) => String(error));
    expect(failure).toContain('refuses our account');
    expect(failure).not.toMatch(/wrong-key|secret-token/);
  });
});

describe('the settings of MSG91', () => {
  const set = { OTP_PROVIDER: 'msg91', MSG91_WIDGET_ID: 'w', MSG91_TOKEN: 't', MSG91_AUTH_KEY: '412345AbCdEfGhIjKlMn' };

  it('the configuration error for MSG91 names all missing variables', () => {
    expect(() => readEnv({ OTP_PROVIDER: 'msg91' })).toThrow(/WIDGET_ID[\s\S]*MSG91_TOKEN[\s\S]*AUTH_KEY/);
  });

  it('MSG91 is used only when it is the configured provider of one-time codes', () => {
    expect(msg91Port(readEnv({ ...set, OTP_PROVIDER: 'sandbox' }))).toEqual({});
    expect(msg91Port(readEnv(set)).otp).toBeDefined();
  });

  it('production refuses an unencrypted MSG91 address', () => {
    expect(() => readEnv({ ...set, LANDFALL_ENV: 'production', MSG91_URL: 'http://a.example.com' })).toThrow(
      'MSG91_URL',
    );
    expect(() => readEnv({ ...set, LANDFALL_ENV: 'production' })).not.toThrow('MSG91');
  });
});

describe('the content policy of pages', () => {
  it('the content security policy of pages allows the MSG91 hosts only when MSG91 is the provider', () => {
    const policy = contentPolicyWith(codeHosts.msg91)(null);
    expect(policy).toContain("script-src 'self' https://verify.msg91.com https://hcaptcha.com https://*.hcaptcha.com;");
    expect(policy).toContain("connect-src 'self' https://verify.msg91.com https://control.msg91.com");
    expect(contentPolicyWith(codeHosts.sandbox)(null)).not.toContain('https:');
  });
});
