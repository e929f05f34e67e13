import * as z from 'zod';
import { emailShape } from '../../../contract/email-shape.ts';
import { parseJson } from '../parse-json.ts';
import type { CodeCheck, Otp } from './otp.ts';

/** How to call MSG91's API. `timeoutMs` limits the whole call. */
type Msg91Access = { baseUrl: string; authKey: string; timeoutMs?: number };

const defaultTimeoutMs = 8000;
const path = '/api/v5/widget/verifyAccessToken';

// MSG91 returns error codes and phone numbers as numbers or as strings, and reports failures with HTTP status 200.
const responseSchema = z.object({
  type: z.string(),
  message: z.union([z.string(), z.number()]).transform(String),
  code: z.union([z.string(), z.number()]).transform(String).optional(),
});
type Msg91Response = z.output<typeof responseSchema>;

const phoneShape = /^\+?\d{10,15}$/;
const alreadyVerified = '702';
/** Matches error messages that are about our account with MSG91, not about the token. */
const ownFault = /auth ?key|authentication|whitelist|ip address/i;
const ownFaultCodes = ['207', '408', '418'];

/**
 * Thrown if MSG91 has not said whether the token is valid. The message of this error is logged; it never contains the
 * token.
 */
class Msg91Error extends Error {
  override name = 'Msg91Error';
}

async function verifyToken(
  { baseUrl, authKey, timeoutMs = defaultTimeoutMs }: Msg91Access,
  token: string,
): Promise<Msg91Response> {
  const reply = await fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ authkey: authKey, 'access-token': token }),
    signal: AbortSignal.timeout(timeoutMs),
    // Redirects are not followed, because the key in the request would then be sent to another URL.
    redirect: 'manual',
  });
  const text = await reply.text();
  if (reply.status >= 500 || (reply.status >= 300 && reply.status < 400))
    throw new Msg91Error(`MSG91 answered HTTP ${reply.status}`);
  const parsed = responseSchema.safeParse(parseJson(text));
  if (!parsed.success) throw new Msg91Error(`MSG91 answered HTTP ${reply.status} in an unknown shape`);
  return parsed.data;
}

/** Reads from MSG91's response whether a token is valid. @throws Msg91Error if the response does not say so */
function toCodeCheck({ type, message, code }: Msg91Response): CodeCheck {
  if (type === 'success') {
    const identifier = message.trim();
    if (!phoneShape.test(identifier) && !emailShape.test(identifier))
      throw new Msg91Error('MSG91 returned neither a phone number nor an email address');
    return { outcome: 'identified', identifier };
  }
  if (code === alreadyVerified || /already verif/i.test(message)) return { outcome: 'spent' };
  if (ownFaultCodes.includes(code ?? '') || ownFault.test(message))
    throw new Msg91Error(`MSG91 refuses our account: ${code ?? ''} ${message}`);
  return { outcome: 'refused' };
}

/** Verifies tokens that the MSG91 widget has issued in the browser. Each token can be verified only once. */
export function msg91Otp(access: Msg91Access): Otp {
  return {
    async identify(token) {
      const response = await verifyToken(access, token).catch((cause: unknown) => {
        if (cause instanceof Msg91Error) throw cause;
        throw new Msg91Error('MSG91 did not answer', { cause });
      });
      return toCodeCheck(response);
    },
  };
}
