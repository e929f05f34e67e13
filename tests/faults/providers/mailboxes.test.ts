import { describe, expect, it } from 'vitest';
import { Mailboxes, MailConnection } from './mailboxes.ts';

const email = {
  dedupeKey: 'order-completed:LF-1',
  to: 'a@example.com',
  subject: 's',
  text: 't',
  queuedAt: new Date(0),
};
const never = new AbortController().signal;

/** Sends `count` emails like a run of the mail sender. */
function carrying(connection: MailConnection, count: number) {
  return async () => {
    // Do not send at once, because the real sender claims an email first.
    await Promise.resolve();
    let failed = 0;
    for (let index = 0; index < count; index += 1)
      await connection.carrier.carry(email, never).catch(() => {
        failed += 1;
      });
    return { failed };
  };
}

describe('the mailboxes of the fault schedules', () => {
  it('Mailboxes, the simulated mail server, reports an email that arrives again after the sender marked it as sent', async () => {
    const provider = new Mailboxes();
    const connection = new MailConnection(provider);
    await connection.watch(carrying(connection, 1));
    await connection.watch(carrying(connection, 1));
    expect(provider.problems).toEqual(['mail order-completed:LF-1 was sent twice']);
  });

  it('Mailboxes, the simulated mail server, accepts an email twice if the confirmation of the first delivery was lost', async () => {
    const provider = new Mailboxes();
    const connection = new MailConnection(provider);
    connection.fault = 'cut';
    await Promise.all([connection.watch(carrying(connection, 1)), connection.watch(carrying(connection, 0))]);
    await connection.watch(carrying(connection, 1));
    expect(provider.problems).toEqual([]);
    expect(provider.arrived.get(email.dedupeKey)).toBe(2);
  });

  it('Mailboxes, the simulated mail server, records only links to the choice that students get after a batch is moved or cancelled', () => {
    const provider = new Mailboxes();
    provider.receive({ dedupeKey: 'batch-run:1:LF-1', link: 'https://example.com/batch-choice?t=token' });
    provider.receive({ dedupeKey: 'batch-run:1:LF-2', link: 'https://example.com/student/profile?tab=courses' });
    provider.receive(email);
    expect(provider.choiceLinks).toEqual([{ email: 'batch-run:1:LF-1', token: 'token' }]);
  });
});
