import { useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import * as z from 'zod';
import { codeMethods, type LookupUser, lookupUserSchema } from '../../../contract/auth.ts';
import { resendCountdown } from '../../../contract/limits.ts';
import type { LoginUnderWay } from '../../../machines/login.machine.ts';
import type { oneTimeCodeMachine } from '../../../machines/one-time-code.machine.ts';
import { dropDraft, readDraft, writeDraft } from '../../offline/session/drafts.ts';

const draftName = 'code-under-way:1';
/** The server accepts a code for this many milliseconds. */
const codeLifetimeMs = 600_000;

const pendingCodeSchema = z.object({
  identifier: z.string(),
  user: lookupUserSchema,
  codeOut: z.object({
    method: z.enum(codeMethods),
    sentTo: z.string(),
    requestId: z.string().nullable(),
    resendAt: z.number(),
  }),
});

/**
 * Remembers in this tab that a code was sent, so that a reload neither sends another one nor restarts the countdown.
 * Neither the code nor a token is stored.
 */
function savePendingCode(pending: LoginUnderWay): void {
  writeDraft(draftName, pending);
}

function dropPendingCode(): void {
  dropDraft(draftName);
}

/**
 * The sign-in by code that a reload interrupted. Null if there is none, if its ten minutes have passed, or if it was for
 * another `identifier`. `now` in ms.
 */
export function readPendingCode(identifier: string | undefined, now: number): LoginUnderWay | null {
  const { success, data } = pendingCodeSchema.safeParse(readDraft(draftName));
  if (!success) return null;
  const sentAt = data.codeOut.resendAt - resendCountdown;
  const isValid = now >= sentAt && now < sentAt + codeLifetimeMs;
  const isSameIdentifier = identifier === undefined || identifier.trim() === data.identifier;
  if (isValid && isSameIdentifier) return data;
  dropPendingCode();
  return null;
}

type CodeActor = ActorRefFrom<typeof oneTimeCodeMachine>;

/** Saves the sent code while the student enters it. Leaving the code step forgets it; a reload does not. */
export function usePendingCode(actor: CodeActor | undefined, identifier: string, user: LookupUser | null): void {
  useEffect(() => {
    if (!actor || !user) return undefined;
    const save = () => {
      const state = actor.getSnapshot();
      const { method, sentTo, requestId, resendAt } = state.context;
      if (state.matches('awaitingCode'))
        savePendingCode({ identifier, user, codeOut: { method, sentTo, requestId, resendAt } });
    };
    save();
    const subscription = actor.subscribe(save);
    return () => {
      subscription.unsubscribe();
      dropPendingCode();
    };
  }, [actor, identifier, user]);
}
