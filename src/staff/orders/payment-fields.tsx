import { NativeSelect, TextInput } from '@mantine/core';
import { type OfficeMethod, officeMethods } from '../../../contract/staff/order-money.ts';
import { methodNames } from './order-texts.ts';

export type OfficePaymentInput = { method: OfficeMethod; reference: string };

/** Converts the fields to the payment in the request. A cash payment has no reference. */
export const toPayment = ({ method, reference }: OfficePaymentInput) =>
  method === 'cash' ? { method } : { method, reference: reference.trim() };

/** What is still missing in the payment fields; null if they are complete. */
export const missingPayment = ({ method, reference }: OfficePaymentInput) =>
  method !== 'cash' && reference.trim() === '' ? 'Enter the reference of the payment.' : null;

type PaymentFieldsProps = { value: OfficePaymentInput; onChange: (value: OfficePaymentInput) => void };

/** The fields that record a payment received at the office. */
export function PaymentFields({ value, onChange }: PaymentFieldsProps) {
  return (
    <>
      <NativeSelect
        label="Paid by"
        data={officeMethods.map((method) => ({ value: method, label: methodNames[method] }))}
        value={value.method}
        onChange={({ currentTarget }) =>
          onChange({ ...value, method: officeMethods.find((one) => one === currentTarget.value) ?? 'cash' })
        }
      />
      {value.method === 'cash' ? null : (
        <TextInput
          label="Reference"
          description="The number of the transfer, UPI payment or card slip"
          required
          maxLength={100}
          value={value.reference}
          onChange={({ currentTarget }) => onChange({ ...value, reference: currentTarget.value })}
        />
      )}
    </>
  );
}
