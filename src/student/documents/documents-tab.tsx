import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import classes from '../profile-page.module.css';
import { documentQueries } from './document.queries.ts';
import { DocumentsDesk } from './documents-desk.tsx';

export type DocumentsTabProps = { studentId: string; phone: string | null; view: string | undefined };

/** Tab My Documents (document 2, section 2). */
export function DocumentsTab({ studentId, phone, view }: DocumentsTabProps) {
  const { data: documents, isError, isFetching, refetch, dataUpdatedAt } = useQuery(documentQueries.list(studentId));
  if (documents) return <DocumentsDesk studentId={studentId} documents={documents} asOf={dataUpdatedAt} view={view} />;
  if (isError)
    return (
      <ErrorState
        message="Your documents could not be loaded."
        onRetry={() => refetch()}
        isRetrying={isFetching}
        phone={phone}
      />
    );
  return (
    <SkeletonGroup label="Your documents are loading" className={classes.bones}>
      {['a', 'b', 'c'].map((bone) => (
        <Skeleton key={bone} height="6rem" />
      ))}
    </SkeletonGroup>
  );
}
