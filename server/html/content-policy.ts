/** Hosts beside the site itself that a configured provider needs, by what a page does with them. */
export type PolicyHosts = Readonly<
  Partial<Record<'script' | 'style' | 'picture' | 'connect' | 'frame' | 'form', readonly string[]>>
>;

/** Content-Security-Policy of a page. Inline scripts run only with the nonce; the shell has none. */
export type ContentPolicy = (nonce: string | null) => string;

/**
 * Hosts of the payment provider (integrations, "Payments: Cashfree", CSP). Its script leaves for the payment page by a
 * form, so that forms need them too.
 */
export const paymentHosts: Readonly<Record<'sandbox' | 'cashfree', PolicyHosts>> = {
  sandbox: {},
  cashfree: {
    script: ['https://sdk.cashfree.com'],
    connect: ['https://api.cashfree.com', 'https://sandbox.cashfree.com'],
    frame: ['sdk', 'api', 'sandbox', 'payments', 'payments-test'].map((host) => `https://${host}.cashfree.com`),
    form: ['api', 'sandbox', 'payments', 'payments-test'].map((host) => `https://${host}.cashfree.com`),
  },
};

const captcha = ['https://hcaptcha.com', 'https://*.hcaptcha.com'];

/** Hosts of the provider of one-time codes (integrations, "One-time codes") and of the captcha that it may demand. */
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
 * Where the pictures of a WordPress news site lie: on the site itself or on WordPress's own picture servers, avatars on
 * Gravatar. `url` is the site's; without one the news is ours.
 */
export function newsHosts(url: string | undefined): PolicyHosts {
  return url ? { picture: [new URL(url).origin, 'https://*.wp.com', 'https://*.gravatar.com'] } : {};
}

/** The policy of every page (design 13); `providers` are the hosts of those configured, and of no other. */
export function contentPolicyWith(...providers: readonly PolicyHosts[]): ContentPolicy {
  const list = (...sources: string[]) => sources.join(' ');
  const all = (use: keyof PolicyHosts) => providers.flatMap((hosts) => hosts[use] ?? []);
  const frames = all('frame');
  return (nonce) =>
    [
      "default-src 'self'",
      `script-src ${list("'self'", ...(nonce ? [`'nonce-${nonce}'`] : []), ...all('script'))}`,
      // Mantine sets style attributes.
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
