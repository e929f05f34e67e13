import { EmptyState } from '../../ui/empty-state.tsx';

export type DocumentsTabProps = { studentId: string; phone: string | null; view: string | undefined };

/** Tab Documents. */
export function DocumentsTab(_props: DocumentsTabProps) {
  return <EmptyState title="Documents">Nothing is here yet.</EmptyState>;
}
