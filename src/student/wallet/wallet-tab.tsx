import { EmptyState } from '../../ui/empty-state.tsx';

export type WalletTabProps = { studentId: string; phone: string | null; view: string | undefined };

/** Tab Wallet. */
export function WalletTab(_props: WalletTabProps) {
  return <EmptyState title="Wallet">Nothing is here yet.</EmptyState>;
}
