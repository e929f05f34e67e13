/**
 * A mutant (a small change that Stryker makes in the code) that no test can detect, because the product behaves the
 * same with it. `line`: the source line where the change begins. `original`, `becomes`: the code before and after the
 * change, with each line break written as a single space.
 */
export type Equivalent = { file: string; line: string; original: string; becomes: string; reason: string };

export const equivalents: readonly Equivalent[] = [
  {
    file: 'machines/checkout-rules.ts',
    line: "isConnected: ({ event }: Handled) => event.type === 'connection.change' && event.isOnline,",
    original: "event.type === 'connection.change'",
    becomes: 'true',
    reason: 'the guard is named only in transitions of this event; the comparison narrows the type',
  },
  {
    file: 'machines/checkout-rules.ts',
    line: "isCut: ({ event }: Handled) => event.type === 'connection.change' && !event.isOnline,",
    original: "event.type === 'connection.change'",
    becomes: 'true',
    reason: 'the guard is named only in transitions of this event; the comparison narrows the type',
  },
  {
    file: 'machines/login.machine.ts',
    line: "event.type === 'method.choose' && event.method !== 'password' && isOffered(context, event.method),",
    original: "event.type === 'method.choose'",
    becomes: 'true',
    reason: 'the guard is named only in transitions of this event; the comparison narrows the type',
  },
  {
    file: 'machines/login.machine.ts',
    line: "storeUser: assign((_, outcome: LookUpOutcome) => (outcome.kind === 'found' ? { user: outcome.user } : {})),",
    original: "outcome.kind === 'found'",
    becomes: 'true',
    reason: 'the action follows only the guard isFound; the comparison narrows the type',
  },
  {
    file: 'machines/reset-password.machine.ts',
    line: "outcome.kind === 'refused' ? { failure: outcome.code, detail: outcome.detail } : {},",
    original: "outcome.kind === 'refused'",
    becomes: 'true',
    reason: 'earlier transitions take all other outcomes; the comparison narrows the type',
  },
  {
    file: 'server/booking/runs/run.routes.ts',
    line: "const wanted = new Set(notice === 'none' ? [] : (notify ?? orders));",
    original: '[]',
    becomes: '["Stryker was here"]',
    reason: 'the set is only asked whether it contains the id of an order',
  },
  {
    file: 'server/http/rates/buckets.repo.ts',
    line: "if (!row) throw new Error('a rate bucket returned no row');",
    original: "throw new Error('a rate bucket returned no row');",
    becomes: ';',
    reason: 'the statement always returns a row; the check narrows the type',
  },
  {
    file: 'src/offline/critical-work.ts',
    line: 'if (globalThis.navigator?.locks) return navigator.locks.request(lockName, async () => {});',
    original: 'globalThis.navigator?.locks',
    becomes: 'globalThis.navigator.locks',
    reason: 'every browser and Node 24 have navigator',
  },
  {
    file: 'src/offline/low-data/file-size.tsx',
    line: "queryKey: ['offline', 'fileSize', url],",
    original: "'offline'",
    becomes: '""',
    reason: 'the first part of the key only names the domain; nothing refers to it',
  },
  {
    file: 'src/offline/low-data/picture-sizes.ts',
    line: "queryKey: ['offline', 'pictureSizes'],",
    original: "['offline', 'pictureSizes']",
    becomes: '[]',
    reason: 'no other query has an empty key, and nothing refers to this one',
  },
];
