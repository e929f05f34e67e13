import * as z from 'zod';
import type { CodeCheck, Otp } from './otp.ts';

/** How MSG91 is asked whom a token speaks for; `timeoutMs` bounds the whole call. */
export type Msg91Access = { baseUrl: string; authKey: string; timeoutMs?: number };

const patience = 8000;
const path = '/api/v5/widget/verifyAccessToken';

// A code is a number in one place and a string in another, a phone too; failures come as HTTP 200.
const answerSchema = z.object({
  type: z.string(),
  message: z.union([z.string(), z.number()]).transform(String),
  code: z.union([z.string(), z.number()]).transform(String).optional(),
});
type Msg91Answer = z.output<typeof answerSchema>;

const identifierShape = /^(?:\+?\d{10,15}|[^\s@]+@[^\s@]+\.[^\s@]+)$/;
const alreadyVerified = '702';
/** What says something about our account with MSG91, not about the token. */
const ownFault = /auth ?key|authentication|whitelist|ip address/i;
const ownFaultCodes = ['207', '408', '418'];

/** MSG91 gave no usable answer. Its words are kept for the log; the token never is. */
export class Msg91Error extends Error {
  override name = 'Msg91Error';
}

async function ask({ baseUrl, authKey, timeoutMs = patience }: Msg91Access, token: string): Promise<Msg91Answer> {
  const reply = await fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ authkey: authKey, 'access-token': token }),
    signal: AbortSignal.timeout(timeoutMs),
    // A redirect would carry the key elsewhere.
    redirect: 'manual',
  });
  const text = await reply.text();
  if (reply.status >= 500 || (reply.status >= 300 && reply.status < 400))
    throw new Msg91Error(`MSG91 answered HTTP ${reply.status}`);
  const parsed = answerSchema.safeParse(parseJson(text));
  if (!parsed.success) throw new Msg91Error(`MSG91 answered HTTP ${reply.status} in an unknown shape`);
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @throws Msg91Error where the answer says nothing of the token */
function readAnswer({ type, message, code }: Msg91Answer): CodeCheck {
  if (type === 'success') {
    const identifier = message.trim();
    if (!identifierShape.test(identifier)) throw new Msg91Error('MSG91 named neither a phone nor an e-mail');
    return { outcome: 'identified', identifier };
  }
  if (code === alreadyVerified || /already verif/i.test(message)) return { outcome: 'spent' };
  if (ownFaultCodes.includes(code ?? '') || ownFault.test(message))
    throw new Msg91Error(`MSG91 refuses our account: ${code ?? ''} ${message}`);
  return { outcome: 'refused' };
}

/** Asks MSG91 whom a token of its widget speaks for (integrations, "One-time codes"); the token is good for one question. */
export function msg91Otp(access: Msg91Access): Otp {
  return {
    async identify(token) {
      const answer = await ask(access, token).catch((cause: unknown) => {
        if (cause instanceof Msg91Error) throw cause;
        throw new Msg91Error('MSG91 did not answer', { cause });
      });
      return readAnswer(answer);
    },
  };
}
