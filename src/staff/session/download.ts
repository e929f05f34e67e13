import type { QueryClient } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { showToast } from '../../ui/toasts/toasts.ts';
import { failureMessage } from '../forms/form-errors.ts';
import { authenticationGate } from './authentication-gate.ts';
import { fetchSignedIn } from './session.queries.ts';

/** A download asks for step-up authentication again if the last one will expire within this many ms. */
const marginMs = 15_000;

/**
 * Downloads a file by following a link to the server. Unlike an API call, a link cannot be repeated after a refusal, so
 * the sign-in or step-up authentication that the file needs is requested first.
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

/** Downloads a file as `downloadFile` does, and says so if that fails. */
export function startDownload(...download: Parameters<typeof downloadFile>): void {
  downloadFile(...download).catch((error: unknown) => showToast({ message: failureMessage(error), tone: 'error' }));
}

/** Properties of a link that downloads a file with `startDownload`. */
export const downloadLink = (client: QueryClient, address: string) => ({
  href: address,
  download: true,
  onClick(event: MouseEvent) {
    event.preventDefault();
    startDownload(client, address);
  },
});
