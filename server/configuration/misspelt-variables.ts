/**
 * Environment variables of staff commands, tests and benchmarks. The server does not read them (docs/configuration.md).
 */
const otherVariables = [
  'LANDFALL_ACTOR',
  'CHROMIUM_PATH',
  'JOURNEY_WORKERS',
  'UNIT_WORKERS',
  'SEED',
  'OUTBOX_RUNS',
  'FAULTS_RUNS',
];

/** Variables of the operating system whose names resemble the server's. */
const systemVariables = new Set(['HOSTNAME', 'HOSTTYPE', 'POST', 'SORT', 'PORTS']);

/** Prefixes that only variables of this project have. */
const ownPrefix = /^(LANDFALL|RATE|MSG91|CASHFREE|SMTP|S3|OTP|PAYMENT)_/;

/**
 * The number of typing errors that turn one name into the other: inserted, missing, wrong and swapped characters
 * (optimal string alignment).
 */
function countTypingErrors(a: string, b: string): number {
  let [before, row]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const cost = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (isSame ? 0 : 1),
        a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
      next.push(cost);
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? 0;
}

/**
 * Describes each environment variable that is probably misspelt: the server does not read it, but its name is similar
 * to a known one or has a prefix of this project. Without this warning, a default would silently apply instead.
 * `known`: the names of the variables that the server reads.
 */
export function findMisspelt(variables: Record<string, string | undefined>, known: readonly string[]): string[] {
  const names = [...known, ...otherVariables];
  return Object.keys(variables).flatMap((name) => {
    if (!variables[name] || names.includes(name) || systemVariables.has(name)) return [];
    const ranked = names.map((other) => ({ other, errors: countTypingErrors(name, other) }));
    const nearest = ranked.reduce((best, one) => (one.errors < best.errors ? one : best));
    // One typing error is allowed for every four characters: PROT counts as PORT, but PATH does not count as HOST.
    const isClose = nearest.errors <= Math.max(1, Math.floor(name.length / 4));
    if (isClose) return [`${name} is not read: did you mean ${nearest.other}?`];
    return ownPrefix.test(name) ? [`${name} is not read: there is no such variable`] : [];
  });
}
