import { Refusal } from '../http/refusal.ts';

/** Address of a page of this site, whole or from its root; null for anything else. */
function readAddress(redirectUrl: string, origins: readonly string[]): URL | null {
  const [own = ''] = origins;
  const url = URL.parse(redirectUrl, own);
  return url && origins.includes(url.origin) ? url : null;
}

/**
 * Where the payment page sends the browser: `redirect_url` with the attempt's id as last part.
 * @throws Refusal 400 INVALID_REQUEST for another site
 */
export function readReturnAddress(redirectUrl: string, origins: readonly string[]): (attemptId: string) => string {
  const base = readAddress(redirectUrl, origins);
  if (!base) {
    const message = 'The address must be of this site.';
    throw new Refusal(400, 'INVALID_REQUEST', message, { fields: { redirect_url: message } });
  }
  return (attemptId) => {
    const url = new URL(base);
    url.hash = '';
    url.pathname = `${url.pathname.replace(/\/+$/, '')}/${attemptId}`;
    return url.href;
  };
}
