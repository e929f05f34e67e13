import { describe, expect, it } from 'vitest';
import { readEnv } from '../../../server/env.ts';
import { smtpPort } from '../../../server/providers/ports.ts';

const smtp = {
  SMTP_URL: 'smtps://user:hush@mail.example.com:465?pool=true',
  MAIL_FROM: 'Academy <bookings@example.com>',
};

describe('the configuration of mail', () => {
  it('emails go to the SMTP server if SMTP_URL is set, and to the sandbox otherwise', () => {
    expect(smtpPort(readEnv({}))).toEqual({});
    expect(smtpPort(readEnv(smtp)).carrier?.atOnce).toBeGreaterThan(1);
  });

  it('a configuration with SMTP_URL but without MAIL_FROM is refused', () => {
    expect(() => readEnv({ SMTP_URL: smtp.SMTP_URL })).toThrow('MAIL_FROM: email by SMTP_URL needs a sender');
  });

  it.each(['bookings@example.com', 'Academy <bookings@example.com>', '<bookings@example.com>'])(
    'the environment variable MAIL_FROM accepts %s',
    (from) => {
      expect(readEnv({ ...smtp, MAIL_FROM: from }).MAIL_FROM).toBe(from);
    },
  );

  it.each(['Academy', 'Academy <bookings>', 'a@example.com\r\nBcc: b@example.com', 'a b@example.com'])(
    'the environment variable MAIL_FROM refuses %j',
    (from) => {
      expect(() => readEnv({ ...smtp, MAIL_FROM: from })).toThrow('MAIL_FROM:');
    },
  );

  it('an SMTP_URL with a protocol other than SMTP is refused, and the error does not contain the password', () => {
    const read = () => readEnv({ ...smtp, SMTP_URL: 'https://user:hush@mail.example.com' });
    expect(read).toThrow('SMTP_URL:');
    expect(read).not.toThrow('hush');
  });

  it('a production configuration without SMTP_URL is refused', () => {
    expect(() => readEnv({ LANDFALL_ENV: 'production' })).toThrow('SMTP_URL:');
    expect(() => readEnv({ LANDFALL_ENV: 'production', ...smtp })).not.toThrow('SMTP_URL:');
  });
});
