import type { QueryClient } from '@tanstack/react-query';
import { authenticationGate } from './authentication-gate.ts';
import { fetchSignedIn } from './session.queries.ts';

/** How long before the end of the step-up authentication a download asks for it again, in milliseconds. */
const marginMs = 15_000;

/**
 * Downloads a file from the server by a link. A link cannot be repeated like a call, so any sign-in or step-up
 * authentication that it needs is requested first.
 */
export async function downloadFile(client: QueryClient, address: string, options: { stepUp?: boolean } = {}) {
  const staff = await fetchSignedIn(client);
  if (!staff && !(await authenticationGate.open('signIn'))) return;
  const verifiedUntil = staff?.verified_until ?? null;
  const isVerified = verifiedUntil !== null && Date.parse(verifiedUntil) - marginMs > Date.now();
  if (options.stepUp && !isVerified && !(await authenticationGate.open('stepUp'))) return;
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}
