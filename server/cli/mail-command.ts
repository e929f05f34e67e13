import * as z from 'zod';
import { streamRows } from '../db/stream-rows.ts';
import {
  type ListedLetter,
  type LockedLetter,
  listLetters,
  lockLetters,
  reviveLetters,
} from '../mail/letter-staff.repo.ts';
import type { Change } from './action.ts';
import { CommandError } from './command-failure.ts';
import { changingAction, readingAction } from './make-action.ts';
import { makeCommand } from './make-command.ts';
import { toPlain } from './plain-text.ts';
import { type Column, printTable } from './print-table.ts';
import { numberWord, oneOf } from './word-schemas.ts';

const states = ['dead', 'waiting', 'sent'] as const;
const nothing = {
  dead: 'no mail was given up\n',
  waiting: 'no mail is waiting\n',
  sent: 'no mail was sent\n',
};

const columns: ReadonlyArray<Column<ListedLetter>> = [
  { title: 'id', of: (letter) => letter.id, isNumber: true },
  { title: 'state', of: (letter) => letter.state },
  { title: 'tries', of: (letter) => letter.attempts, isNumber: true },
  { title: 'since', of: (letter) => letter.created_at },
  { title: 'to', of: (letter) => letter.recipient },
  { title: 'subject', of: (letter) => letter.subject },
  { title: 'cause', of: (letter) => letter.dedupe_key },
  { title: 'last error', of: (letter) => letter.last_error },
];

const list = readingAction({
  name: 'list',
  summary: 'lists mail that was given up, oldest first',
  words: {},
  options: {
    state: { hint: 'state', about: `of another state: ${states.join(', ')}`, schema: oneOf(states).default('dead') },
  },
  notes: `dead       refused for good, or tried in vain for a day: see to the cause, then 'landfall mail retry'
waiting    on its way, or tried again after a pause
sent       delivered; what it said is no longer kept`,
  async read({ db, around, options: { state } }) {
    const count = await printTable(around.out, columns, streamRows(db, listLetters(state)));
    if (count === 0) await around.out(nothing[state]);
    return 0;
  },
});

const nameLetter = ({ id, recipient, subject }: LockedLetter) =>
  `mail ${id} to ${toPlain(recipient)}: ${toPlain(subject)}`;

/** @throws CommandError where the letter that was named cannot be sent again */
function requireRetryable(letter: LockedLetter | undefined, id: number): void {
  if (!letter) throw new CommandError(`there is no mail ${id}`);
  if (letter.state === 'sent') throw new CommandError(`mail ${id} was delivered; what it said is no longer kept`);
  if (letter.is_stale) throw new CommandError(`the link in mail ${id} has run out: the student must ask for a new one`);
}

const retry = changingAction({
  name: 'retry',
  summary: 'sends mail that was given up again',
  words: {
    id: {
      about: "the mail's number, as 'landfall mail list' shows it, or the word all",
      schema: z.union([z.literal('all').transform(() => null), numberWord], "must be a mail's number, or the word all"),
    },
  },
  options: {},
  notes: 'The running server sends it within seconds, with as many tries as a new one has.',
  prepare: async () => null,
  async change({ tx, words: { id } }): Promise<Change> {
    const letters = await lockLetters(tx, id);
    if (id !== null) requireRetryable(letters[0], id);
    const dead = letters.filter(({ state, is_stale }) => state === 'dead' && !is_stale);
    const stale = letters.filter(({ state, is_stale }) => state === 'dead' && is_stale);
    const left = stale.map((letter) => `${nameLetter(letter)}: left, its link has run out`);
    if (dead.length === 0) return { lines: ['done already: no mail to send again', ...left], changed: null };
    await reviveLetters(
      tx,
      dead.map((letter) => letter.id),
    );
    const told = dead.map(({ id: number, attempts }) => ({ id: number, attempts }));
    return {
      lines: [...dead.map((letter) => `${nameLetter(letter)}: waits to be sent again`), ...left],
      changed: {
        before: told.map((letter) => ({ ...letter, state: 'dead' })),
        after: told.map((letter) => ({ id: letter.id, attempts: 0, state: 'waiting' })),
      },
    };
  },
});

/** `landfall mail list|retry`. */
export const mailCommand = makeCommand('mail', 'Mail that could not be delivered.', [list, retry]);
