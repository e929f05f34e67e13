import * as z from 'zod';
import { answer, instantSchema, rupeesSchema } from './answer.ts';
import { defineEndpoint } from './endpoint.ts';

export const walletEntryTypes = ['credit', 'debit'] as const;
/** Statuses of a transaction (document 2, section 4). */
export const walletStatuses = ['completed', 'pending', 'failed'] as const;

/** Amounts that the recharge offers, in rupees (document 2, section 9); it is disabled. */
export const walletPresets = [500, 1000, 2000, 5000] as const;

/** `amount` in rupees, never negative: `type` says the direction. */
export const walletTransactionSchema = z.object({
  id: z.number().int(),
  created_at: instantSchema,
  description: z.string(),
  type: z.enum(walletEntryTypes),
  amount: rupeesSchema,
  status: z.enum(walletStatuses),
});
export type WalletTransaction = z.infer<typeof walletTransactionSchema>;

/**
 * The wallet (document 2, section 3). `balance` in rupees: completed credits less completed debits. `lastUpdate`: when the
 * newest transaction was written, null while there is none.
 */
export const walletSchema = z.object({
  balance: z.number(),
  lastUpdate: instantSchema.nullable(),
  recentTransaction: z.array(walletTransactionSchema),
});
export type Wallet = z.infer<typeof walletSchema>;

/** GET /users/student/wallet/overview (document 2, section 7), with the newest 50 transactions. */
export const getWallet = defineEndpoint({
  name: 'getWallet',
  summary: 'The student’s wallet',
  method: 'GET',
  url: '/api/users/student/wallet/overview',
  policy: 'student',
  rate: 'read',
  idempotency: 'safe',
  answers: { 200: answer({ data: walletSchema }) },
});
