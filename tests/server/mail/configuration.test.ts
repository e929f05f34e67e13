import { describe, expect, it } from 'vitest';
import { readEnv } from '../../../server/env.ts';
import { smtpPort } from '../../../server/providers/ports.ts';

const smtp = {
  SMTP_URL: 'smtps://user:hush@mail.example.com:465?pool=true',
  MAIL_FROM: 'Academy <bookings@example.com>',
};

describe('the configuration of mail', () => {
  it('is the sandbox without a server, and the server where one is named', () => {
    expect(smtpPort(readEnv({}))).toEqual({});
    expect(smtpPort(readEnv(smtp)).carrier?.atOnce).toBeGreaterThan(1);
  });

  it('needs a sender with a server', () => {
    expect(() => readEnv({ SMTP_URL: smtp.SMTP_URL })).toThrow('MAIL_FROM: mail by SMTP_URL needs a sender');
  });

  it.each(['bookings@example.com', 'Academy <bookings@example.com>', '<bookings@example.com>'])('takes %s', (from) => {
    expect(readEnv({ ...smtp, MAIL_FROM: from }).MAIL_FROM).toBe(from);
  });

  it.each(['Academy', 'Academy <bookings>', 'a@example.com\r\nBcc: b@example.com', 'a b@example.com'])(
    'refuses %j as a sender',
    (from) => {
      expect(() => readEnv({ ...smtp, MAIL_FROM: from })).toThrow('MAIL_FROM:');
    },
  );

  it('refuses another protocol, without repeating the password', () => {
    const read = () => readEnv({ ...smtp, SMTP_URL: 'https://user:hush@mail.example.com' });
    expect(read).toThrow('SMTP_URL:');
    expect(read).not.toThrow('hush');
  });

  it('refuses production on the sandbox', () => {
    expect(() => readEnv({ LANDFALL_ENV: 'production' })).toThrow('SMTP_URL:');
    expect(() => readEnv({ LANDFALL_ENV: 'production', ...smtp })).not.toThrow('SMTP_URL:');
  });
});
