import { beforeEach, describe, expect, it } from 'vitest';
import { outboxMail } from '../../../server/providers/mail/mail-outbox.ts';
import { second } from '../../support/clock.ts';
import { startTestApp } from '../../support/server.ts';

const app = await startTestApp();
const mail = outboxMail({ clock: app.clock, siteUrl: 'https://site.example' });
const email = {
  to: 'asha@example.com',
  subject: 'Reset',
  text: 'Follow the link.',
  link: 'https://site.example/r?t=1',
};

beforeEach(async () => {
  await app.db.deleteFrom('mail_outbox').execute();
  await app.db.deleteFrom('sandbox_messages').execute();
});

describe('the sandbox outbox', () => {
  it('the sandbox outbox lists sent emails, newest first', async () => {
    await mail.queue(app.db, { ...email, dedupeKey: 'one' });
    app.clock.advance(second);
    await mail.queue(app.db, { dedupeKey: 'two', to: 'dev@example.com', subject: 'Hello', text: 'Welcome.' });
    const { body } = await app.call('GET', '/sandbox/outbox.json');
    expect(body).toEqual([
      {
        at: new Date(app.clock.now()).toISOString(),
        channel: 'mail',
        to: 'dev@example.com',
        subject: 'Hello',
        text: 'Welcome.',
      },
      { at: new Date(app.clock.now() - second).toISOString(), channel: 'mail', ...email },
    ]);
  });

  it('the sandbox outbox shows an email once even if it was queued twice, and no email of a transaction that was rolled back', async () => {
    await mail.queue(app.db, { ...email, dedupeKey: 'same' });
    await mail.queue(app.db, { ...email, dedupeKey: 'same' });
    const failing = app.db.transaction().execute(async (tx) => {
      await mail.queue(tx, { ...email, dedupeKey: 'other' });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect((await app.call('GET', '/sandbox/outbox.json')).body).toHaveLength(1);
  });

  it('the sandbox outbox page refreshes itself without scripts and escapes HTML', async () => {
    await mail.queue(app.db, { ...email, text: '<script>alert(1)</script>', dedupeKey: 'one' });
    const { text, headers } = await app.call('GET', '/sandbox/outbox');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(text).toContain('<meta http-equiv="refresh" content="5">');
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text).toContain('<a href="https://site.example/r?t=1">');
    expect(text).not.toContain('<script');
  });

  it('an empty sandbox outbox page says that nothing has been sent', async () => {
    expect((await app.call('GET', '/sandbox/outbox')).text).toContain('Nothing has been sent yet.');
  });

  it.each(['/sandbox/outbox', '/sandbox/outbox.json'])(
    'the sandbox page %s returns 404 to requests from other machines',
    async (url) => {
      expect((await app.call('GET', url, { address: '10.0.0.1' })).status).toBe(404);
      const throughProxy = { headers: { 'x-forwarded-for': '203.0.113.7' } };
      expect((await app.call('GET', url, throughProxy)).status).toBe(404);
    },
  );

  it.each<Record<string, string>>([
    { host: 'evil.example' },
    { host: 'evil.example:3000', 'x-forwarded-host': 'localhost:3000' },
    { host: 'localhost.evil.example' },
    { host: '127.0.0.1.evil.example' },
    { host: 'academy.example', 'x-forwarded-for': '127.0.0.1' },
    { host: 'localhost:3000', 'x-forwarded-host': 'academy.example' },
    { host: 'a b' },
  ])('the sandbox outbox is hidden from requests with the headers %j', async (headers) => {
    for (const url of ['/sandbox/outbox', '/sandbox/outbox.json'])
      expect((await app.call('GET', url, { headers })).status).toBe(404);
  });

  it.each(['localhost', 'localhost:3000', 'LOCALHOST:3000', '127.0.0.1:3000', '[::1]:3000'])(
    'the sandbox outbox can be opened at the host %s',
    async (host) => {
      expect((await app.call('GET', '/sandbox/outbox.json', { headers: { host } })).status).toBe(200);
    },
  );
});
