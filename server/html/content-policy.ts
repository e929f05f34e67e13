/**
 * The hosts that the Content-Security-Policy must allow for a configured provider, grouped by their use, such as
 * scripts or forms.
 */
type PolicyHosts = Readonly<
  Partial<Record<'script' | 'style' | 'picture' | 'connect' | 'frame' | 'form', readonly string[]>>
>;

/**
 * Returns the Content-Security-Policy of a page. Inline scripts run only with the nonce. The nonce is null for
 * `/shell.html`, the precached shell, which has no inline scripts.
 */
export type ContentPolicy = (nonce: string | null) => string;

/** Cashfree's hosts by environment (CASHFREE_MODE). Pages may use only the hosts of the configured environment. */
const cashfreeHosts = {
  sandbox: { api: 'https://sandbox.cashfree.com', payments: 'https://payments-test.cashfree.com' },
  production: { api: 'https://api.cashfree.com', payments: 'https://payments.cashfree.com' },
} as const;

/**
 * The hosts of the payment provider. Cashfree's script opens the payment page by submitting a form, so its hosts must
 * be allowed for forms too.
 */
export function paymentHosts(provider: 'sandbox' | 'cashfree', mode: keyof typeof cashfreeHosts): PolicyHosts {
  if (provider === 'sandbox') return {};
  const { api, payments } = cashfreeHosts[mode];
  const sdk = 'https://sdk.cashfree.com';
  return { script: [sdk], connect: [api], frame: [sdk, api, payments], form: [api, payments] };
}

const captcha = ['https://hcaptcha.com', 'https://*.hcaptcha.com'];

/** The hosts of the provider of one-time codes, and of the captcha that its widget may show. */
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
 * The hosts of pictures in posts from a WordPress site: the site itself, WordPress's image servers, and Gravatar for
 * avatars. `url` is the site's URL; undefined if the posts come from the content folder.
 */
export function newsHosts(url: string | undefined): PolicyHosts {
  return url ? { picture: [new URL(url).origin, 'https://*.wp.com', 'https://*.gravatar.com'] } : {};
}

/**
 * Creates the Content-Security-Policy of all pages. `providers` are the hosts of the configured providers, which
 * pages may use.
 */
export function contentPolicyWith(...providers: readonly PolicyHosts[]): ContentPolicy {
  const list = (...sources: string[]) => sources.join(' ');
  const all = (use: keyof PolicyHosts) => providers.flatMap((hosts) => hosts[use] ?? []);
  const frames = all('frame');
  return (nonce) =>
    [
      "default-src 'self'",
      `script-src ${list("'self'", ...(nonce ? [`'nonce-${nonce}'`] : []), ...all('script'))}`,
      // Inline styles must be allowed, because Mantine uses style attributes.
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
