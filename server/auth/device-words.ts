/** Names by what a user agent says, the telling ones first: Chrome says Safari too, and everybody says Mozilla. */
const browsers: ReadonlyArray<[mark: RegExp, name: string]> = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/.*Safari\//, 'Safari'],
];
const systems: ReadonlyArray<[mark: RegExp, name: string]> = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (names: typeof browsers, userAgent: string) => names.find(([mark]) => mark.test(userAgent))?.[1];

/** 'Chrome on Android', as a student would say it; 'Unknown device' where the user agent says nothing known. */
export function deviceInWords(userAgent: string | null): string {
  const [browser, system] = [nameIn(browsers, userAgent ?? ''), nameIn(systems, userAgent ?? '')];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}
