/** Hosts that a configured provider needs in the Content-Security-Policy, by their use in a page. */
type PolicyHosts = Readonly<
  Partial<Record<'script' | 'style' | 'picture' | 'connect' | 'frame' | 'form', readonly string[]>>
>;

/**
 * Returns the Content-Security-Policy of a page. Inline scripts run only with the nonce. It is null for `/shell.html`,
 * the precached shell, which has no inline scripts.
 */
export type ContentPolicy = (nonce: string | null) => string;

/** Cashfree's hosts by environment. A page is allowed only the hosts of the configured one. */
const cashfreeHosts = {
  sandbox: { api: 'https://sandbox.cashfree.com', payments: 'https://payments-test.cashfree.com' },
  production: { api: 'https://api.cashfree.com', payments: 'https://payments.cashfree.com' },
} as const;

/**
 * Hosts of the payment provider in a mode. Cashfree's script opens the payment page by submitting a form, so its hosts
 * are needed for `form` too.
 */
export function paymentHosts(provider: 'sandbox' | 'cashfree', mode: keyof typeof cashfreeHosts): PolicyHosts {
  if (provider === 'sandbox') return {};
  const { api, payments } = cashfreeHosts[mode];
  const sdk = 'https://sdk.cashfree.com';
  return { script: [sdk], connect: [api], frame: [sdk, api, payments], form: [api, payments] };
}

const captcha = ['https://hcaptcha.com', 'https://*.hcaptcha.com'];

/** Hosts of the one-time-code provider, and of the captcha that it may show. */
export const codeHosts: Readonly<Record<'sandbox' | 'msg91', PolicyHosts>> = {
  sandbox: {},
  msg91: {
    script: ['https://verify.msg91.com', ...captcha],
    style: captcha,
    connect: ['https://verify.msg91.com', 'https://control.msg91.com', 'https://api.msg91.com', ...captcha],
    frame: captcha,
  },
};

/**
 * Hosts of the pictures on a WordPress news site: the site itself, WordPress's image servers, and Gravatar for avatars.
 * `url` is the site's address; undefined if the news comes from the content folder.
 */
export function newsHosts(url: string | undefined): PolicyHosts {
  return url ? { picture: [new URL(url).origin, 'https://*.wp.com', 'https://*.gravatar.com'] } : {};
}

/** Creates the Content-Security-Policy of all pages. `providers` are the hosts of the configured providers only. */
export function contentPolicyWith(...providers: readonly PolicyHosts[]): ContentPolicy {
  const list = (...sources: string[]) => sources.join(' ');
  const all = (use: keyof PolicyHosts) => providers.flatMap((hosts) => hosts[use] ?? []);
  const frames = all('frame');
  return (nonce) =>
    [
      "default-src 'self'",
      `script-src ${list("'self'", ...(nonce ? [`'nonce-${nonce}'`] : []), ...all('script'))}`,
      // Style attributes must be allowed, because Mantine uses them.
      `style-src ${list("'self' 'unsafe-inline'", ...all('style'))}`,
      `img-src ${list("'self' data: blob:", ...all('picture'))}`,
      `connect-src ${list("'self'", ...all('connect'))}`,
      ...(frames.length > 0 ? [`frame-src ${list("'self'", ...frames)}`] : []),
      "object-src 'none'",
      "base-uri 'none'",
      `form-action ${list("'self'", ...all('form'))}`,
      "frame-ancestors 'none'",
    ].join('; ');
}
