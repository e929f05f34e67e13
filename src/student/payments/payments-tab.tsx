import { EmptyState } from '../../ui/empty-state.tsx';

export type PaymentsTabProps = { studentId: string; phone: string | null; view: string | undefined };

/** Tab Payments. */
export function PaymentsTab(_props: PaymentsTabProps) {
  return <EmptyState title="Payments">Nothing is here yet.</EmptyState>;
}
