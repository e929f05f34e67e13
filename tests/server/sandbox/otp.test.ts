import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { sandboxOtp } from '../../../server/providers/otp/sandbox-otp.ts';
import { minute } from '../../support/clock.ts';
import { createStudent, startTestApp } from '../../support/server.ts';

const app = await startTestApp();
const otp = sandboxOtp(app);

const outboxSchema = z.array(
  z.object({
    at: z.iso.datetime(),
    channel: z.string(),
    to: z.string(),
    code: z.string().optional(),
    text: z.string(),
  }),
);
const successSchema = z.object({ type: z.literal('success'), message: z.string() });

const post = async (path: string, body: object) => (await app.call('POST', `/sandbox/otp/${path}`, { body })).body;
const send = async (identifier: string) => successSchema.parse(await post('send', { identifier })).message;
const verify = (reqId: string, typed: string) => post('verify', { reqId, otp: typed });
const readOutbox = async () => outboxSchema.parse((await app.call('GET', '/sandbox/outbox.json')).body);
const lastCode = async () => (await readOutbox())[0]?.code ?? '';
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

beforeEach(async () => {
  await app.db.deleteFrom('sandbox_codes').execute();
  await app.db.deleteFrom('sandbox_messages').execute();
});

describe('the sandbox widget', () => {
  it('the sandbox sends a six-digit one-time code to the outbox page and returns a single-use token for the right code', async () => {
    const reqId = await send('919876500001');
    const [message] = await readOutbox();
    expect(message).toMatchObject({
      at: new Date(app.clock.now()).toISOString(),
      channel: 'whatsapp',
      to: '919876500001',
      code: expect.stringMatching(/^\d{6}$/),
    });
    const token = successSchema.parse(await verify(reqId, await lastCode())).message;
    expect(await otp.identify(token)).toEqual({ outcome: 'identified', identifier: '919876500001' });
    expect(await otp.identify(token)).toEqual({ outcome: 'spent' });
    expect(await otp.identify('forged')).toEqual({ outcome: 'refused' });
  });

  it('the sandbox converts the email address for a one-time code to lower case', async () => {
    await send('Asha@Example.com');
    expect((await readOutbox())[0]).toMatchObject({ channel: 'email', to: 'asha@example.com' });
  });

  it('the sandbox’s one-time code service returns error 701 for a phone number without WhatsApp', async () => {
    expect(await post('send', { identifier: '919876500009' })).toMatchObject({ type: 'error', code: 701 });
    expect(await readOutbox()).toEqual([]);
  });

  it('the sandbox’s one-time code service returns error 400 for an invalid phone number or email address', async () => {
    for (const identifier of ['', '12345', 'asha@'])
      expect(await post('send', { identifier })).toMatchObject({ code: 400 });
  });

  it('the sandbox’s one-time code service returns error 702 for a wrong code and 704 after five wrong codes', async () => {
    const reqId = await send('919876500001');
    const code = await lastCode();
    for (let tries = 0; tries < 5; tries++)
      expect(await verify(reqId, wrong(code))).toMatchObject({ type: 'error', code: '702' });
    expect(await verify(reqId, code)).toMatchObject({ type: 'error', code: 704 });
  });

  it('the sandbox’s one-time code service returns error 703 for a code that was already used', async () => {
    const reqId = await send('919876500001');
    const code = await lastCode();
    await verify(reqId, code);
    expect(await verify(reqId, code)).toMatchObject({ type: 'error', code: '703' });
  });

  it('the sandbox’s one-time code service returns error 706 for a code that is ten minutes old', async () => {
    const reqId = await send('919876500001');
    app.clock.advance(10 * minute);
    expect(await verify(reqId, await lastCode())).toMatchObject({ type: 'error', code: '706' });
  });

  it('the sandbox resends the same one-time code over the requested channel', async () => {
    const reqId = await send('919876500001');
    const code = await lastCode();
    app.clock.advance(9 * minute);
    expect(await post('retry', { reqId, channel: '12' })).toEqual({ type: 'success', message: reqId });
    expect((await readOutbox()).map((message) => message.code)).toEqual([code, code]);
    app.clock.advance(9 * minute);
    expect(await post('retry', { reqId, channel: '3' })).toMatchObject({ type: 'error', code: '400' });
    expect(await verify(reqId, code)).toMatchObject({ type: 'success' });
  });

  it('the sandbox’s one-time code service returns error 709 for an unknown request id', async () => {
    expect(await verify('none', '123456')).toMatchObject({ type: 'error', code: 709 });
    expect(await post('retry', { reqId: 'none', channel: '12' })).toMatchObject({ type: 'error', code: 709 });
  });

  it('the sandbox returns only one token when a one-time code is verified twice at the same time', async () => {
    const reqId = await send('919876500001');
    const code = await lastCode();
    const responses = await Promise.all([verify(reqId, code), verify(reqId, code)]);
    expect(responses.filter((each) => successSchema.safeParse(each).success)).toHaveLength(1);
  });

  it('the sandbox refuses another site’s request for a one-time code', async () => {
    const body = { identifier: '919876500001' };
    const response = await app.call('POST', '/sandbox/otp/send', { body, headers: { 'x-client': '' } });
    expect(response).toMatchObject({ status: 403, body: { code: 'FORBIDDEN_ORIGIN' } });
    expect(await app.call('POST', '/sandbox/otp/send', { body: {} })).toMatchObject({ status: 400 });
  });

  it('a student can sign in with a one-time code from the sandbox', async () => {
    const asha = await createStudent(app.db, { mobile: '9876500091', whatsapp_number: '9876500091' });
    const { cookie } = await app.call('POST', '/api/auth/search/user', { body: { identifier: '9876500091' } });
    const reqId = await send('919876500091');
    const token = successSchema.parse(await verify(reqId, await lastCode())).message;
    const body = { user_id: asha.id, type: 'student', OTPtoken: token, method: 'whatsapp_otp' };
    const response = await app.call('POST', '/api/auth/login/otp', { body, headers: { cookie } });
    expect(response.body).toMatchObject({ statusCode: 200, user: { id: asha.id } });
  });
});
