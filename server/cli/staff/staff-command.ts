import type { Kysely } from 'kysely';
import * as z from 'zod';
import { staffRoles } from '../../../contract/staff/permissions.ts';
import { staffEmailSchema } from '../../../contract/staff/staff-account.ts';
import type { Database, Tx } from '../../db/schema.ts';
import { readEnv } from '../../env.ts';
import { systemClock } from '../../http/clock.ts';
import { outboxMail } from '../../providers/mail/mail-outbox.ts';
import { accountChanges, sendAccountChanged } from '../../staff/members/account-emails.ts';
import { demoStaffPassword, demoStaffTotp } from '../../staff/members/demo-staff.ts';
import { clearAccount, revokeInvitations, sendInvitation } from '../../staff/members/invitations.ts';
import {
  connectInstructor,
  findMemberByEmail,
  insertMember,
  listMembers,
  lockAdministrators,
  lockMember,
  type Member,
  updateMember,
} from '../../staff/members/member.repo.ts';
import { totpCode } from '../../staff/second-factor/totp.ts';
import { endSessionsOf } from '../../staff/session/staff-session.repo.ts';
import type { ActionCall, Change } from '../command/action.ts';
import { flag, oneOf, textArg } from '../command/arg-schemas.ts';
import type { StaffCommand } from '../command/command.ts';
import { CommandError } from '../command/command-errors.ts';
import { changingAction, readingAction } from '../command/make-action.ts';
import { academyTime } from '../output/academy-time.ts';
import { toPlain } from '../output/plain-text.ts';
import { type Column, printTable } from '../output/print-table.ts';

const emailArg = { about: 'the email address of the staff member', schema: z.string().pipe(staffEmailSchema) };
const showLink = { 'show-link': { about: 'also print the link, for a site that sends no email', schema: flag } };

type Listed = Awaited<ReturnType<typeof listMembers>>[number];

const columns: ReadonlyArray<Column<Listed>> = [
  { title: 'email', of: ({ email }) => email },
  { title: 'name', of: ({ name }) => name },
  { title: 'role', of: ({ role }) => role },
  { title: 'state', of: ({ state }) => state },
  {
    title: 'second factor',
    of: ({ has_totp, has_passkey }) => [has_passkey && 'passkey', has_totp && 'totp'].filter(Boolean).join(', '),
  },
  { title: 'last sign-in', of: ({ last_signed_in_at: at }) => (at ? academyTime(at) : '') },
];

const list = readingAction({
  name: 'list',
  summary: 'lists the accounts of the staff console',
  readsPersonalData: true,
  args: {},
  options: {},
  async read({ db, clock, context }) {
    const count = await printTable(context.out, columns, [await listMembers(db, new Date(clock.now()))]);
    if (count === 0) await context.out("no staff accounts; create one by 'landfall staff invite'\n");
    return 0;
  },
});

/** Creates the queue for emails, with links to the configured site. The running server sends the queued emails. */
async function prepareMail({ context }: ActionCall) {
  const { PUBLIC_URL, PORT } = readEnv(context.variables);
  return outboxMail({ clock: systemClock, siteUrl: PUBLIC_URL ?? `http://localhost:${PORT}` });
}

async function requireMember(db: Kysely<Database>, email: string): Promise<Member> {
  const member = await findMemberByEmail(db, email);
  if (!member) throw new CommandError(`there is no staff account of ${toPlain(email)}`);
  return member;
}

const linkLines = (email: string, link: string, isShown: boolean) => [
  `${toPlain(email)}: an email with a link, valid for 7 days, is queued`,
  ...(isShown ? [link] : []),
];

const invite = changingAction({
  name: 'invite',
  summary: 'invites a staff member by email; the first administrator is created so',
  args: { email: emailArg },
  options: {
    role: { hint: 'role', about: `${staffRoles.join(', ')}; required`, schema: oneOf(staffRoles) },
    name: { hint: 'text', about: 'the name; the member can correct it', schema: textArg.optional() },
    ...showLink,
  },
  readsPersonalData: false,
  prepare: prepareMail,
  async change({ tx, clock, args: { email }, options, prepared: mail }): Promise<Change> {
    const now = new Date(clock.now());
    const { role, name = email.slice(0, email.indexOf('@')) } = options;
    const added = await insertMember(tx, { email, name, role }, now);
    const member = added ?? (await requireMember(tx, email));
    if (member.state !== 'invited')
      throw new CommandError(`${toPlain(email)} has an account already; see 'landfall staff reset --help'`);
    await updateMember(tx, member.id, { role });
    const link = await sendInvitation(tx, mail, { to: { ...member, role }, isReset: false, now });
    const before = added ? null : { role: member.role };
    return { lines: linkLines(email, link, options['show-link']), changed: { before, after: { email, role } } };
  },
});

/** Checks that a staff member is not the last active administrator. @throws CommandError for the last one */
async function requireOtherAdministrator(tx: Tx, { id, email }: Member): Promise<void> {
  const administrators = await lockAdministrators(tx);
  if (administrators.length === 1 && administrators[0] === id)
    throw new CommandError(`${toPlain(email)} is the last administrator; invite another one first`);
}

const disable = changingAction({
  name: 'disable',
  summary: 'disables a staff account: ends its sessions and links at once',
  args: { email: emailArg },
  options: {},
  readsPersonalData: false,
  prepare: prepareMail,
  async change({ tx, clock, args: { email }, prepared: mail }): Promise<Change> {
    const found = await requireMember(tx, email);
    const { id } = found;
    await requireOtherAdministrator(tx, found);
    const member = await lockMember(tx, id);
    if (member?.state === 'disabled') return { lines: [`${toPlain(email)} is disabled already`], changed: null };
    await updateMember(tx, id, { state: 'disabled' });
    await endSessionsOf(tx, id);
    await revokeInvitations(tx, id, new Date(clock.now()));
    await sendAccountChanged(tx, mail, found, accountChanges.disabled);
    return {
      lines: [`${toPlain(email)} is disabled`],
      changed: { before: { email, state: member?.state }, after: { email, state: 'disabled' } },
    };
  },
});

const reset = changingAction({
  name: 'reset',
  summary: 'removes password and second factors and sends a link to set up new ones; also enables the account',
  args: { email: emailArg },
  options: showLink,
  readsPersonalData: false,
  prepare: prepareMail,
  async change({ tx, clock, args: { email }, options, prepared: mail }): Promise<Change> {
    const now = new Date(clock.now());
    const member = await requireMember(tx, email);
    await clearAccount(tx, member.id);
    const link = await sendInvitation(tx, mail, { to: member, isReset: true, now });
    return {
      lines: linkLines(email, link, options['show-link']),
      changed: { before: { email, state: member.state }, after: { email, state: 'invited' } },
    };
  },
});

const setInstructor = changingAction({
  name: 'set-instructor',
  summary: 'says which instructor of the calendar a staff member is, whose rosters they then see',
  args: {
    email: emailArg,
    instructor: { about: 'the id of the instructor in calendar.json, or none', schema: z.string().max(100) },
  },
  options: {},
  readsPersonalData: true,
  prepare: prepareMail,
  async change({ tx, args: { email, instructor }, prepared: mail }): Promise<Change> {
    const member = await requireMember(tx, email);
    const after = instructor === 'none' ? null : instructor;
    const connected = await connectInstructor(tx, member.id, after);
    if (connected.result === 'unknown') {
      const known = await tx.selectFrom('instructors').select('id').execute();
      const ids = known.map((one) => one.id).join(', ');
      throw new CommandError(`there is no instructor ${toPlain(instructor)}; there are: ${ids}`);
    }
    if (connected.result === 'taken')
      throw new CommandError(`${toPlain(instructor)} is ${toPlain(connected.email)} already`);
    if (after === connected.before) return { lines: [`${toPlain(email)}: nothing to change`], changed: null };
    await sendAccountChanged(tx, mail, member, accountChanges.instructor(connected.name));
    return {
      lines: [`${toPlain(email)} ${after === null ? 'is no instructor' : `is the instructor ${toPlain(after)}`}`],
      changed: { before: { email, instructor: connected.before }, after: { email, instructor: after } },
    };
  },
});

const demoCode = readingAction({
  name: 'demo-code',
  summary: 'prints the password and the current code of the demo’s staff accounts',
  readsPersonalData: false,
  args: {},
  options: {},
  async read({ db, clock, context }) {
    if (readEnv(context.variables).LANDFALL_ENV === 'production')
      throw new CommandError('a production site has no demo accounts');
    const demo = (await listMembers(db, new Date(clock.now()))).filter(({ is_demo }) => is_demo);
    if (demo.length === 0) throw new CommandError('this site has no demo accounts');
    await context.out(`${demo.map(({ email, role }) => `${email}  ${role}`).join('\n')}\n`);
    await context.out(`password ${demoStaffPassword}, code ${totpCode(demoStaffTotp, clock.now())}\n`);
    return 0;
  },
});

/** The staff command `landfall staff`. */
export const staffCommand: StaffCommand = {
  summary: 'Accounts of the staff console.',
  actions: [list, invite, disable, reset, setInstructor, demoCode],
};
