import * as z from 'zod';
import { codeMethods, lookupUserSchema } from '../../contract/auth.ts';
import { resendCountdown } from '../../contract/limits.ts';
import type { LoginUnderWay } from '../../machines/login.types.ts';
import { dropDraft, readDraft, writeDraft } from '../offline/drafts.ts';

const place = 'code-under-way:1';
/** The server's own clock of a code; later only a new one helps. */
const codeLifetime = 600_000;

const underWaySchema = z.object({
  identifier: z.string(),
  user: lookupUserSchema,
  codeOut: z.object({
    method: z.enum(codeMethods),
    sentTo: z.string(),
    requestId: z.string().nullable(),
    resendAt: z.number(),
  }),
});

/** Keeps in this tab that a code is out, so that a reload neither sends another nor forgets the countdown. No code, no token. */
export function keepCodeUnderWay(underWay: LoginUnderWay): void {
  writeDraft(place, underWay);
}

export function dropCodeUnderWay(): void {
  dropDraft(place);
}

/** The sign-in by code that a reload broke off; null without one, after its ten minutes, or for another `identifier`. */
export function readCodeUnderWay(identifier: string | undefined, now: number): LoginUnderWay | null {
  const read = underWaySchema.safeParse(readDraft(place));
  if (!read.success) return null;
  const sentAt = read.data.codeOut.resendAt - resendCountdown;
  const isLive = now >= sentAt && now < sentAt + codeLifetime;
  const isMeant = identifier === undefined || identifier.trim() === read.data.identifier;
  if (isLive && isMeant) return read.data;
  dropCodeUnderWay();
  return null;
}
