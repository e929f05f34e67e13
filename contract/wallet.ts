import * as z from 'zod';
import { answer, instantSchema, rupeesSchema } from './answer.ts';
import { defineEndpoint } from './endpoint.ts';

export const walletEntryTypes = ['credit', 'debit'] as const;
/** The statuses of a wallet transaction. */
export const walletStatuses = ['completed', 'pending', 'failed'] as const;

/** Preset amounts of the wallet's disabled recharge form, in rupees. */
export const walletPresets = [500, 1000, 2000, 5000] as const;

/** A wallet transaction. `amount` is in rupees and never negative; `type` says whether it is added or subtracted. */
const walletTransactionSchema = z.object({
  id: z.number().int(),
  created_at: instantSchema,
  description: z.string(),
  type: z.enum(walletEntryTypes),
  amount: rupeesSchema,
  status: z.enum(walletStatuses),
});
export type WalletTransaction = z.infer<typeof walletTransactionSchema>;

/**
 * A student's wallet. `balance` is the completed credits minus the completed debits, in rupees. `lastUpdate` is the
 * time of the newest transaction, or null if there is none.
 */
export const walletSchema = z.object({
  balance: z.number(),
  lastUpdate: instantSchema.nullable(),
  recentTransaction: z.array(walletTransactionSchema),
});
export type Wallet = z.infer<typeof walletSchema>;

/** GET /users/student/wallet/overview: the student's wallet with the newest 50 transactions. */
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
