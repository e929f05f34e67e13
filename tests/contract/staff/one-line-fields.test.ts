import { expect, it } from 'vitest';
import type * as z from 'zod';
import { settleDue, settleStaffRefund } from '../../../contract/staff/order-money.ts';
import { checkStudentImport } from '../../../contract/staff/student-import.ts';

const reason = 'price difference';
const payment = (reference: string) => ({ change_id: 1, payment: { method: 'bank', reference }, reason });
const refund = (reference: string) => ({ reference, reason: 'paid by hand' });
const students = (file_name: string) => ({ file_name, may_share_mobile: false, text: 'first_name' });
const fields: ReadonlyArray<readonly [string, z.ZodType, (text: string) => unknown]> = [
  ['reference of a refund that was paid by hand', settleStaffRefund.body, refund],
  ['reference of a payment at the office', settleDue.body, payment],
  ['name of an uploaded file of students', checkStudentImport.body, students],
];

it.each(fields)(
  'the staff API refuses line breaks and control characters in this field: %s',
  (_name, schema, inputWith) => {
    expect(schema.safeParse(inputWith('NEFT 881-23 (क)')).error?.issues).toBeUndefined();
    for (const text of ['NEFT\n88123', 'NEFT\u000088123', 'NEFT\u202888123'])
      expect(schema.safeParse(inputWith(text)).error?.issues.map(({ message }) => message)).toEqual([
        'Use one line, without control characters',
      ]);
  },
);
