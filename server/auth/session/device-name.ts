/**
 * The patterns by which browsers are recognised in the user agent header. More specific patterns come first, because
 * Chrome's user agent also contains 'Safari', and Edge's contains 'Chrome'.
 */
const browsers: ReadonlyArray<[pattern: RegExp, name: string]> = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/.*Safari\//, 'Safari'],
];
const systems: ReadonlyArray<[pattern: RegExp, name: string]> = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * How many characters of a user agent are read. Real user agents are shorter, and matching a much longer text is slow.
 */
const readLength = 500;

const findName = (names: typeof browsers, userAgent: string) => names.find(([pattern]) => pattern.test(userAgent))?.[1];

/** A readable device name such as 'Chrome on Android'; 'Unknown device' for an unknown user agent. */
export function deviceName(userAgent: string | null): string {
  const text = (userAgent ?? '').slice(0, readLength);
  const [browser, system] = [findName(browsers, text), findName(systems, text)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}
