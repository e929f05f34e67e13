import { Checkbox } from '@mantine/core';
import type { StaffOpenBatch } from '../../../contract/staff/orders.ts';
import { formatDays } from '../../lib/format/format.ts';

/** The label of a batch: its dates, its free seats and, apart from these, the seats that are kept for the office. */
export function batchText({ start_date, end_date, free, office }: StaffOpenBatch): string {
  const text = `${formatDays(start_date, end_date)}, ${free} free`;
  return office > 0 ? `${text}, ${office} kept for the office` : text;
}

/** Whether staff can book a seat of the batch, be it free or kept for the office. */
export const hasSeat = ({ free, office }: StaffOpenBatch) => free > 0 || office > 0;

/** What staff must do before they can book, if no seat is free but seats are kept for the office. */
export const missingOfficeSeat = 'No other seat is free. Tick that you take one that is kept for the office.';

type OfficeSeatFieldProps = { value: boolean; onChange: (isTaken: boolean) => void };

/** The tick by which staff book a seat that is kept for the office. */
export function OfficeSeatField({ value, onChange }: OfficeSeatFieldProps) {
  return (
    <Checkbox
      label="Take a seat that is kept for the office"
      description="It is then no longer kept. Otherwise a free seat that is on offer online is taken."
      checked={value}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}
