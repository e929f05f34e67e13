import * as z from 'zod';
import { streamRows } from '../../db/stream-rows.ts';
import {
  type ListedEmail,
  type LockedEmail,
  listEmailsSql,
  lockEmails,
  requeueEmails,
} from '../../mail/email-staff.repo.ts';
import type { Change } from '../command/action.ts';
import { numberArg, oneOf } from '../command/arg-schemas.ts';
import type { StaffCommand } from '../command/command.ts';
import { CommandError } from '../command/command-errors.ts';
import { changingAction, readingAction } from '../command/make-action.ts';
import { toPlain } from '../output/plain-text.ts';
import { type Column, printTable } from '../output/print-table.ts';

const states = ['dead', 'waiting', 'sent'] as const;
const noneTexts = {
  dead: 'no undelivered emails\n',
  waiting: 'no emails are waiting\n',
  sent: 'no emails were sent\n',
};

const columns: ReadonlyArray<Column<ListedEmail>> = [
  { title: 'id', of: (email) => email.id, isNumber: true },
  { title: 'state', of: (email) => email.state },
  { title: 'tries', of: (email) => email.attempts, isNumber: true },
  { title: 'since', of: (email) => email.created_at },
  { title: 'to', of: (email) => email.recipient },
  { title: 'subject', of: (email) => email.subject },
  { title: 'cause', of: (email) => email.dedupe_key },
  { title: 'last error', of: (email) => email.last_error },
];

const list = readingAction({
  name: 'list',
  summary: 'lists emails that could not be delivered, oldest first',
  readsPersonalData: true,
  args: {},
  options: {
    state: { hint: 'state', about: `another state: ${states.join(', ')}`, schema: oneOf(states).default('dead') },
  },
  notes: `dead       refused, or not delivered within a day: fix the cause, then run 'landfall mail retry'
waiting    queued, or waiting for the next attempt
sent       delivered; the text is no longer stored`,
  async read({ db, context, options: { state } }) {
    const count = await printTable(context.out, columns, streamRows(db, listEmailsSql(state)));
    if (count === 0) await context.out(noneTexts[state]);
    return 0;
  },
});

const describeEmail = ({ id, recipient, subject }: LockedEmail) =>
  `email ${id} to ${toPlain(recipient)}: ${toPlain(subject)}`;

/** Checks that an email can be sent again. @throws CommandError if it cannot */
function requireRetryable(email: LockedEmail | undefined, id: number): void {
  if (!email) throw new CommandError(`there is no email ${id}`);
  if (email.state === 'sent') throw new CommandError(`email ${id} was delivered; its text is no longer stored`);
  if (email.is_stale) throw new CommandError(`what email ${id} says, or its link, is out of date`);
}

const retry = changingAction({
  name: 'retry',
  summary: 'sends undelivered emails again',
  args: {
    id: {
      about: "the email's id, as shown by 'landfall mail list', or the word all",
      schema: z.union([z.literal('all').transform(() => null), numberArg], "must be an email's id, or the word all"),
    },
  },
  options: {},
  notes: 'The running server sends them within seconds, with as many attempts as for a new email.',
  readsPersonalData: true,
  prepare: async () => null,
  async change({ tx, args: { id } }): Promise<Change> {
    const emails = await lockEmails(tx, id);
    if (id !== null) requireRetryable(emails[0], id);
    const dead = emails.filter(({ state, is_stale }) => state === 'dead' && !is_stale);
    const stale = emails.filter(({ state, is_stale }) => state === 'dead' && is_stale);
    const left = stale.map((email) => `${describeEmail(email)}: skipped, it is out of date`);
    if (dead.length === 0) return { lines: ['done already: no email to send again', ...left], changed: null };
    await requeueEmails(
      tx,
      dead.map((email) => email.id),
    );
    const revived = dead.map(({ id: number, attempts }) => ({ id: number, attempts }));
    return {
      lines: [...dead.map((email) => `${describeEmail(email)}: queued to be sent again`), ...left],
      changed: {
        before: revived.map((email) => ({ ...email, state: 'dead' })),
        after: revived.map((email) => ({ id: email.id, attempts: 0, state: 'waiting' })),
      },
    };
  },
});

/** The staff command `landfall mail list|retry`. */
export const mailCommand: StaffCommand = { summary: 'Emails that could not be delivered.', actions: [list, retry] };
