import { randomUUID } from 'node:crypto';
import type { Received } from '../../../contract/endpoint.ts';
import {
  addEnquiryNote,
  changeEnquiry,
  type Enquiry,
  type EnquiryState,
  enquiryPageSize,
  enquiryStateNames,
  getEnquiry,
  listAssignees,
  listEnquiries,
  replyToEnquiry,
} from '../../../contract/staff/enquiries.ts';
import { recordStaffAction } from '../../db/audit-entry.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { inTransaction } from '../../db/transactions/transaction.ts';
import type { Clock } from '../../http/clock.ts';
import type { StaffCaller } from '../../http/mount/call.ts';
import type { Mount } from '../../http/mount/mount.ts';
import { notFound, refuse } from '../../http/refusal.ts';
import { writeBody } from '../../providers/mail/email-body.ts';
import type { Email, Mail } from '../../providers/mail/mail.ts';
import { readOfficeEmail } from '../submission.repo.ts';
import {
  findEnquiry,
  insertEntry,
  listAssignable,
  lockEnquiry,
  readMessageIds,
  replyKey,
  updateEnquiry,
} from './enquiry.repo.ts';
import { countOpen, listEnquiryPage } from './enquiry-list.repo.ts';
import { replyTemplateRoutes } from './reply-template.routes.ts';

export type EnquiryDeps = {
  clock: Clock;
  mail: Mail;
  /**
   * The email address to which the senders of enquiries reply (the Reply-To header). By default the academy's own
   * email address.
   */
  staffEmail: string | undefined;
};

async function requireEnquiry(db: Db, id: number): Promise<Enquiry> {
  const enquiry = await findEnquiry(db, id);
  if (!enquiry) throw notFound();
  return enquiry;
}

const assignedMeanwhile = ({ assigned_to }: Enquiry) =>
  refuse(
    changeEnquiry.refusals,
    'ASSIGNED_MEANWHILE',
    `This enquiry has been assigned to ${assigned_to?.name ?? 'nobody'} since you opened this page. Nothing was saved.`,
  );

/**
 * Refuses a change of the state if the enquiry is no longer in the state that the staff member saw. Accepts the call if
 * the enquiry is already in the wanted state, because it may repeat a call whose response was lost.
 */
function refuseOutdatedState({ state }: Enquiry, seen: EnquiryState, wanted: EnquiryState): void {
  if (state === seen || state === wanted) return;
  throw refuse(
    changeEnquiry.refusals,
    'STATE_CHANGED_MEANWHILE',
    `This enquiry has been set to “${enquiryStateNames[state]}” since you opened this page. Nothing was saved.`,
  );
}

/**
 * Refuses a reply if somebody has assigned or answered the enquiry, or added a note, since the staff member opened it.
 */
function refuseOutdatedReply(enquiry: Enquiry, seen: Received<typeof replyToEnquiry>['body']['seen']): void {
  if (!seen) return;
  const unseen = enquiry.entries.filter(({ id }) => id > (seen.last_entry ?? 0));
  const entry = unseen.find(({ kind }) => kind === 'reply') ?? unseen[0];
  if (entry)
    throw refuse(
      replyToEnquiry.refusals,
      'REPLIED_MEANWHILE',
      `${entry.author} has ${entry.kind === 'reply' ? 'replied to' : 'added a note to'} this enquiry since you opened ` +
        'this page. Nothing was sent; what you typed is still here.',
    );
  if ((enquiry.assigned_to?.id ?? null) !== seen.assigned_to) throw assignedMeanwhile(enquiry);
}

/**
 * Writes the email of a reply: the text of the reply, followed by the original enquiry. Internal notes are never
 * included.
 */
function writeReply(
  enquiry: Enquiry,
  reply: { to: string; text: string; messageId: string; references: string[]; replyTo: string | null },
): Email {
  const what = enquiry.kind === 'grievance' ? 'grievance' : 'enquiry';
  const { to, text, messageId, references, replyTo } = reply;
  return {
    dedupeKey: replyKey(messageId),
    to,
    ...(enquiry.name === null ? {} : { toName: enquiry.name }),
    subject: `${references.length > 0 ? 'Re: ' : ''}Your ${what} ${enquiry.reference}`,
    ...writeBody([text, `You wrote:\n${enquiry.text.replaceAll(/^/gm, '> ')}`]),
    conversation: { messageId, references, replyTo },
  };
}

/** The calls by which staff handle enquiries and grievances (docs/product.md#enquiries-and-grievances). */
export function enquiryRoutes(mount: Mount, deps: EnquiryDeps): void {
  const { clock, mail, staffEmail } = deps;
  const now = () => new Date(clock.now());

  mount(listEnquiries, async ({ db, query, staff }) => {
    const { assigned, ...filter } = query;
    const assignedTo = assigned && (assigned === 'me' ? staff.staffId : null);
    const rows = await listEnquiryPage(db, { ...filter, assignedTo }, enquiryPageSize + 1);
    const page = rows.slice(0, enquiryPageSize);
    const read = { action: 'enquiries list', subject: 'enquiries', arguments: { ...query, enquiries: page.length } };
    await inTransaction(db, (tx) => recordStaffAction(tx, staff, read, now()));
    const next = rows.length > enquiryPageSize ? (page.at(-1)?.id ?? null) : null;
    return { statusCode: 200, data: page, next, open: await countOpen(db) };
  });

  mount(getEnquiry, async ({ db, params: { id } }) => ({ statusCode: 200, data: await requireEnquiry(db, id) }));

  mount(listAssignees, async ({ db }) => ({ statusCode: 200, data: await listAssignable(db) }));

  mount(changeEnquiry, async ({ db, params: { id }, body, staff }) => {
    const locked = await lockEnquiry(db, id);
    if (!locked) throw notFound();
    // If the response to an assignment was lost and the assignment is repeated, the enquiry has the requested assignee
    // already. That is not a conflict.
    if (body.seen && ![body.seen.assigned_to, body.assigned_to].includes(locked.assigned_to))
      throw assignedMeanwhile(await requireEnquiry(db, id));
    if (body.state && body.seen?.state) refuseOutdatedState(await requireEnquiry(db, id), body.seen.state, body.state);
    if (body.assigned_to && !(await listAssignable(db)).some((member) => member.id === body.assigned_to))
      throw refuse(changeEnquiry.refusals, 'NOT_ASSIGNABLE', 'Choose somebody who may answer enquiries.');
    const change = {
      ...(body.state === undefined || body.state === locked.state ? {} : { state: body.state }),
      ...(body.assigned_to === undefined || body.assigned_to === locked.assigned_to
        ? {}
        : { assigned_to: body.assigned_to }),
    };
    await updateEnquiry(db, id, change);
    const names = Object.keys(change) as Array<keyof typeof change>;
    const before = Object.fromEntries(names.map((name) => [name, locked[name]]));
    const entry = { action: 'enquiries change', subject: `enquiry:${locked.reference}`, before, after: change };
    if (names.length > 0) await recordStaffAction(db, staff, entry, now());
    return { statusCode: 200, data: await requireEnquiry(db, id) };
  });

  /** Stores a reply or an internal note. The audit log records that it was added, but not its text. */
  async function addEntry(
    tx: Tx,
    staff: StaffCaller,
    entry: { enquiry: Pick<Enquiry, 'id' | 'reference'>; text: string; messageId: string | null },
  ): Promise<void> {
    const { enquiry, text, messageId } = entry;
    const kind = messageId === null ? 'note' : 'reply';
    const added = { kind, submissionId: enquiry.id, staffId: staff.staffId, text, messageId } as const;
    const after = { [kind]: await insertEntry(tx, added, now()) };
    await recordStaffAction(
      tx,
      staff,
      { action: `enquiries ${kind}`, subject: `enquiry:${enquiry.reference}`, after },
      now(),
    );
  }

  mount(addEnquiryNote, async ({ db, params: { id }, body: { text }, staff }) => {
    const enquiry = await lockEnquiry(db, id);
    if (!enquiry) throw notFound();
    await addEntry(db, staff, { enquiry, text, messageId: null });
    if (enquiry.state === 'received') await updateEnquiry(db, id, { state: 'in_work' });
    return { statusCode: 200, data: await requireEnquiry(db, id) };
  });

  mount(replyToEnquiry, async ({ db, params: { id }, body: { text, seen }, staff }) => {
    if (!(await lockEnquiry(db, id))) throw notFound();
    const enquiry = await requireEnquiry(db, id);
    if (enquiry.is_anonymous || enquiry.email === null)
      throw refuse(replyToEnquiry.refusals, 'ANONYMOUS', 'An anonymous grievance has no address for a reply.');
    refuseOutdatedReply(enquiry, seen);
    const references = await readMessageIds(db, id);
    const messageId = `<${randomUUID()}@${new URL(mail.siteUrl).hostname}>`;
    const replyTo = staffEmail ?? (await readOfficeEmail(db));
    await mail.queue(db, writeReply(enquiry, { to: enquiry.email, text, messageId, references, replyTo }));
    await addEntry(db, staff, { enquiry, text, messageId });
    await updateEnquiry(db, id, { state: 'answered' });
    return { statusCode: 200, data: await requireEnquiry(db, id) };
  });

  replyTemplateRoutes(mount, deps);
}
