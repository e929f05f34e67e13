import * as z from 'zod';
import { newRefundPolicySchema } from '../../../contract/staff/refund-policy.ts';
import { strictly } from './strict-schema.ts';

/** The optional file `refunds.json`: the steps of the refund policy for cancellations. */
export const refundsFileSchema = strictly(z.object({ policy: newRefundPolicySchema.optional() }));
export type RefundsFile = z.infer<typeof refundsFileSchema>;
