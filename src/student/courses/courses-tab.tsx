import { EmptyState } from '../../ui/empty-state.tsx';

export type CoursesTabProps = { studentId: string; phone: string | null; view: string | undefined };

/** Tab Courses. */
export function CoursesTab(_props: CoursesTabProps) {
  return <EmptyState title="Courses">Nothing is here yet.</EmptyState>;
}
