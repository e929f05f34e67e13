import { isLoopbackHost, isTlsDatabase, isTlsMailServer } from './network-address.ts';

/** The settings that are checked before the server runs in production. */
type Settings = {
  LANDFALL_DEV: '0' | '1';
  NODE_TLS_REJECT_UNAUTHORIZED?: string | undefined;
  SECRET: string;
  PUBLIC_URL?: string | undefined;
  DATABASE_URL?: string | undefined;
  NEWS_URL?: string | undefined;
  SMTP_URL?: string | undefined;
  OTP_PROVIDER: 'sandbox' | 'msg91';
  MSG91_AUTH_KEY?: string | undefined;
  MSG91_URL: string;
  PAYMENT_PROVIDER: 'sandbox' | 'cashfree';
  CASHFREE_CLIENT_SECRET?: string | undefined;
  CASHFREE_MODE: 'sandbox' | 'production';
  CASHFREE_URL?: string | undefined;
  S3_ENDPOINT?: string | undefined;
  S3_SECRET_ACCESS_KEY?: string | undefined;
};

type Refuse = (variable: string, message: string) => void;

/** The minimum length of a provider's secret, in characters. The secrets that our providers issue are all longer. */
const minProviderSecret = 16;
/**
 * How many different characters SECRET must have at least. A random text of 32 characters has more, even if it
 * consists of hexadecimal digits.
 */
const minDistinctCharacters = 8;

const isHttp = (url: string | undefined) => url?.startsWith('http:') ?? false;

/**
 * Refuses secrets that somebody could guess. Whoever knows the payment provider's secret can forge a webhook that
 * reports a payment.
 */
function checkSecrets(settings: Settings, defaultSecret: string, refuse: Refuse): void {
  if (settings.SECRET === defaultSecret) refuse('SECRET', 'the default secret is for the demo; set your own');
  else if (new Set(settings.SECRET).size < minDistinctCharacters)
    refuse('SECRET', 'too easy to guess; set a random one, such as the output of openssl rand -hex 32');
  for (const name of ['CASHFREE_CLIENT_SECRET', 'MSG91_AUTH_KEY', 'S3_SECRET_ACCESS_KEY'] as const) {
    const secret = settings[name];
    if (secret !== undefined && secret.length < minProviderSecret)
      refuse(name, `too short for a secret (at least ${minProviderSecret} characters); copy it from the provider`);
  }
}

/** Refuses the sandbox providers: they let anybody sign in, take no money and send no email. */
function checkProviders(settings: Settings, refuse: Refuse): void {
  if (settings.OTP_PROVIDER === 'sandbox')
    refuse('OTP_PROVIDER', 'the sandbox signs anybody in; configure a real provider');
  if (settings.PAYMENT_PROVIDER === 'sandbox')
    refuse('PAYMENT_PROVIDER', 'the sandbox takes no money; configure a real provider');
  if (settings.PAYMENT_PROVIDER === 'cashfree' && settings.CASHFREE_MODE === 'sandbox')
    refuse('CASHFREE_MODE', "Cashfree's sandbox takes no money; set production");
  if (!settings.SMTP_URL) refuse('SMTP_URL', 'the sandbox sends no email; set an SMTP server');
}

/**
 * Checks PUBLIC_URL. It is the origin of every link in an email, and it decides whether cookies get the attribute
 * Secure.
 */
function checkPublicUrl(url: string | undefined, refuse: Refuse): void {
  if (!url) {
    refuse('PUBLIC_URL', 'links in emails need the public address');
    return;
  }
  const { origin, href, protocol } = new URL(url);
  if (protocol !== 'https:') refuse('PUBLIC_URL', 'sessions must not be sent unencrypted; use https');
  if (href !== `${origin}/`) refuse('PUBLIC_URL', `only the origin, without path, query or user: ${origin}`);
}

/**
 * Refuses addresses of other servers to which the connection would not be encrypted, and connections without a check of
 * the server's certificate. Connections by loopback or Unix sockets never leave the machine; the database, the mail
 * server and the news site may use them without TLS.
 */
function checkConnections(settings: Settings, refuse: Refuse): void {
  if (settings.NODE_TLS_REJECT_UNAUTHORIZED === '0')
    refuse('NODE_TLS_REJECT_UNAUTHORIZED', 'anybody could pose as the database or a provider; unset it');
  if (isHttp(settings.CASHFREE_URL)) refuse('CASHFREE_URL', 'the secret must not be sent unencrypted; use https');
  if (isHttp(settings.MSG91_URL)) refuse('MSG91_URL', 'the key must not be sent unencrypted; use https');
  if (isHttp(settings.S3_ENDPOINT)) refuse('S3_ENDPOINT', 'documents must not be sent unencrypted; use https');
  if (settings.NEWS_URL && isHttp(settings.NEWS_URL) && !isLoopbackHost(new URL(settings.NEWS_URL).hostname))
    refuse('NEWS_URL', 'posts could be changed on their way; use https');
  if (settings.SMTP_URL && !isTlsMailServer(settings.SMTP_URL))
    refuse('SMTP_URL', 'emails must not be sent unencrypted; use smtps://…, or add ?requireTLS=true to smtp://…');
  if (settings.DATABASE_URL && !isTlsDatabase(settings.DATABASE_URL))
    refuse('DATABASE_URL', 'bookings must not be sent unencrypted; add ?sslmode=verify-full');
}

/** Calls `refuse` for every setting that is acceptable in the demo, but not in production. */
export function checkProduction(settings: Settings, defaultSecret: string, refuse: Refuse): void {
  if (settings.LANDFALL_DEV === '1') refuse('LANDFALL_DEV', 'it would serve the source code to everybody; unset it');
  checkSecrets(settings, defaultSecret, refuse);
  checkProviders(settings, refuse);
  checkPublicUrl(settings.PUBLIC_URL, refuse);
  checkConnections(settings, refuse);
}
