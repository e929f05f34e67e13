import { join, matchesGlob } from 'node:path';

/** A part of the code that gets a mutation score of its own. `goal` is the lowest accepted score in percent. */
export type Area = { name: string; files: readonly string[]; goal: number };

/** The glob of all source files in a folder and its sub-folders. */
const within = (folder: string) => join(folder, '**', '*.ts?(x)');

// A source file that matches several areas belongs to the first of them.
export const areas: readonly Area[] = [
  { name: 'orders', files: [within('server/orders')], goal: 90 },
  { name: 'seats', files: [within('server/booking')], goal: 90 },
  { name: 'prices', files: ['server/catalogue/price.ts'], goal: 90 },
  { name: 'cart', files: [within('server/cart')], goal: 90 },
  { name: 'idempotency', files: ['server/http/idempotency/*.ts'], goal: 90 },
  { name: 'outbox', files: [within('src/offline/outbox')], goal: 90 },
  { name: 'http', files: [within('server/http')], goal: 80 },
  { name: 'auth', files: [within('server/auth')], goal: 80 },
  { name: 'documents', files: [within('server/documents')], goal: 80 },
  { name: 'machines', files: ['machines/*.ts'], goal: 80 },
  { name: 'offline', files: [within('src/offline')], goal: 80 },
];

export function areaOf(file: string): Area | undefined {
  return areas.find(({ files }) => files.some((glob) => matchesGlob(file, glob)));
}
