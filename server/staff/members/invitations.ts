import type { Kysely } from 'kysely';
import { invitationLifetime } from '../../../contract/staff/staff-limits.ts';
import type { Database, Tx } from '../../db/schema.ts';
import { createToken, hashToken, isToken } from '../../http/secret-token.ts';
import { writeBody } from '../../providers/mail/email-body.ts';
import type { Mail } from '../../providers/mail/mail.ts';
import { deleteSecondFactors } from '../second-factor/second-factor.repo.ts';
import { endSessionsOf } from '../session/staff-session.repo.ts';
import { type Member, updateMember } from './member.repo.ts';

const daysValid = invitationLifetime / 86_400_000;

type Recipient = Pick<Member, 'id' | 'name' | 'email' | 'role'>;

/**
 * Invalidates all unused invitation links that were sent to a member. Sets their expiry to when they were sent, not to
 * `now`: a call that waited for this transaction may have read the clock before `now`, and must find the links expired
 * too.
 */
export async function revokeInvitations(tx: Tx, staffId: string, now: Date): Promise<void> {
  await tx
    .updateTable('staff_invitations')
    .set((row) => ({ expires_at: row.ref('created_at') }))
    .where('staff_id', '=', staffId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();
}

/**
 * Queues an email with a link by which the member sets name, password and second factor. Links that were sent earlier
 * stop working. Returns the new link.
 */
export async function sendInvitation(
  tx: Tx,
  mail: Mail,
  { to, isReset, now }: { to: Recipient; isReset: boolean; now: Date },
): Promise<string> {
  await revokeInvitations(tx, to.id, now);
  const token = createToken();
  const tokenHash = hashToken(token);
  await tx
    .insertInto('staff_invitations')
    .values({
      token_hash: tokenHash,
      staff_id: to.id,
      created_at: now,
      expires_at: new Date(now.getTime() + invitationLifetime),
      used_at: null,
    })
    .execute();
  const link = new URL('/staff/invitation', mail.siteUrl);
  link.searchParams.set('t', token);
  const label = isReset ? 'Set up your account again' : 'Accept the invitation';
  await mail.queue(tx, {
    dedupeKey: `staff-invitation:${tokenHash.toString('hex')}`,
    to: to.email,
    toName: to.name,
    subject: isReset ? 'Set up your staff account again' : 'Your invitation to the staff console',
    link: link.href,
    ...writeBody([
      `Dear ${to.name},`,
      isReset
        ? 'An administrator has reset your staff account. Your old password and second factor no longer work. Open this link to set up new ones:'
        : `You are invited to the staff console, with the role ${to.role}. Open this link to set up your account:`,
      { links: [[label, link.href]] },
      `The link works until your account is set up, for ${daysValid} days at most. You will need a device with passkeys or an authenticator app.`,
      'If you did not expect this email, please ask your administrator.',
    ]),
  });
  return link.href;
}

/**
 * Finds the invited member to whom a link was sent; undefined if the link was used or has expired. With `forUpdate`,
 * the link and the member stay locked until the transaction ends.
 */
export async function findInvited(
  db: Kysely<Database>,
  token: string | Buffer,
  { now, forUpdate = false }: { now: Date; forUpdate?: boolean },
) {
  if (typeof token === 'string' && !isToken(token)) return undefined;
  return db
    .selectFrom('staff_invitations as i')
    .innerJoin('staff_members as m', 'm.id', 'i.staff_id')
    .select(['i.token_hash', 'm.id', 'm.email', 'm.name', 'm.role'])
    .where('i.token_hash', '=', typeof token === 'string' ? hashToken(token) : token)
    .where('i.used_at', 'is', null)
    .where('i.expires_at', '>', now)
    .where('m.state', '=', 'invited')
    .$if(forUpdate, (query) => query.forUpdate())
    .executeTakeFirst();
}

/**
 * Marks an invitation link as used and activates the invited member. Returns false if the link was used before or has
 * expired.
 */
export async function redeemInvitation(tx: Tx, tokenHash: Buffer, now: Date): Promise<boolean> {
  const invited = await findInvited(tx, tokenHash, { now, forUpdate: true });
  if (!invited) return false;
  await tx.updateTable('staff_invitations').set({ used_at: now }).where('token_hash', '=', tokenHash).execute();
  await revokeInvitations(tx, invited.id, now);
  await updateMember(tx, invited.id, { state: 'active' });
  return true;
}

/**
 * Removes a member's password and second factors and ends the member's sessions, before the member is invited again.
 */
export async function clearAccount(tx: Tx, staffId: string): Promise<void> {
  await deleteSecondFactors(tx, staffId);
  await endSessionsOf(tx, staffId);
  await updateMember(tx, staffId, { state: 'invited', password_hash: null });
}
