import { matchesGlob } from 'node:path';

/** A part of the code with its own mutation score. `goal`: the lowest accepted score in percent. */
export type Area = { name: string; files: readonly string[]; goal: number };

// A file belongs to the first area that names it.
export const areas: readonly Area[] = [
  { name: 'orders', files: ['server/orders/**/*.ts?(x)'], goal: 90 },
  { name: 'seats', files: ['server/booking/**/*.ts?(x)'], goal: 90 },
  { name: 'prices', files: ['server/catalogue/price.ts'], goal: 90 },
  { name: 'cart', files: ['server/cart/**/*.ts?(x)'], goal: 90 },
  { name: 'idempotency', files: ['server/http/idempotency/*.ts'], goal: 90 },
  { name: 'outbox', files: ['src/offline/outbox/**/*.ts?(x)'], goal: 90 },
  { name: 'http', files: ['server/http/**/*.ts?(x)'], goal: 80 },
  { name: 'auth', files: ['server/auth/**/*.ts?(x)'], goal: 80 },
  { name: 'documents', files: ['server/documents/**/*.ts?(x)'], goal: 80 },
  { name: 'machines', files: ['machines/*.ts'], goal: 80 },
  { name: 'offline', files: ['src/offline/**/*.ts?(x)'], goal: 80 },
];

export function areaOf(file: string): Area | undefined {
  return areas.find(({ files }) => files.some((glob) => matchesGlob(file, glob)));
}
