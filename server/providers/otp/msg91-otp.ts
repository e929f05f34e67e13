import * as z from 'zod';
import { parseJson } from '../parse-json.ts';
import type { CodeCheck, Otp } from './otp.ts';

/** Access to MSG91's API. `timeoutMs` limits the whole call. */
type Msg91Access = { baseUrl: string; authKey: string; timeoutMs?: number };

const defaultTimeoutMs = 8000;
const path = '/api/v5/widget/verifyAccessToken';

// MSG91 returns codes and phone numbers as numbers or strings, and failures as HTTP 200.
const responseSchema = z.object({
  type: z.string(),
  message: z.union([z.string(), z.number()]).transform(String),
  code: z.union([z.string(), z.number()]).transform(String).optional(),
});
type Msg91Response = z.output<typeof responseSchema>;

const identifierShape = /^(?:\+?\d{10,15}|[^\s@]+@[^\s@]+\.[^\s@]+)$/;
const alreadyVerified = '702';
/** Matches the messages of errors about our account with MSG91, as opposed to errors about the token. */
const ownFault = /auth ?key|authentication|whitelist|ip address/i;
const ownFaultCodes = ['207', '408', '418'];

/** Thrown if MSG91 returned no usable response. The message is logged; it never contains the token. */
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
    // Redirects are not followed, because the key would then be sent to another address.
    redirect: 'manual',
  });
  const text = await reply.text();
  if (reply.status >= 500 || (reply.status >= 300 && reply.status < 400))
    throw new Msg91Error(`MSG91 answered HTTP ${reply.status}`);
  const parsed = responseSchema.safeParse(parseJson(text));
  if (!parsed.success) throw new Msg91Error(`MSG91 answered HTTP ${reply.status} in an unknown shape`);
  return parsed.data;
}

/**
 * Reads what MSG91's response says about a token.
 * @throws Msg91Error if the response says nothing about it
 */
function toCodeCheck({ type, message, code }: Msg91Response): CodeCheck {
  if (type === 'success') {
    const identifier = message.trim();
    if (!identifierShape.test(identifier))
      throw new Msg91Error('MSG91 returned neither a phone number nor an email address');
    return { outcome: 'identified', identifier };
  }
  if (code === alreadyVerified || /already verif/i.test(message)) return { outcome: 'spent' };
  if (ownFaultCodes.includes(code ?? '') || ownFault.test(message))
    throw new Msg91Error(`MSG91 refuses our account: ${code ?? ''} ${message}`);
  return { outcome: 'refused' };
}

/** Verifies tokens of the MSG91 widget. Each token can be verified only once. */
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
