import { useQuery } from '@tanstack/react-query';
import { LoadFailed } from '../../offline/load-failed.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/messages/skeleton.tsx';
import { documentQueries } from './document.queries.ts';
import { DocumentList } from './document-list.tsx';

type DocumentsTabProps = { studentId: string; phone: string | null; view: string | undefined };

/** The tab My Documents of the student area. */
export function DocumentsTab({ studentId, phone, view }: DocumentsTabProps) {
  const { data: documents, isError, isFetching, refetch, dataUpdatedAt } = useQuery(documentQueries.list(studentId));
  if (documents)
    return <DocumentList studentId={studentId} documents={documents} fetchedAt={dataUpdatedAt} view={view} />;
  if (isError)
    return (
      <LoadFailed
        message="Your documents could not be loaded."
        onRetry={() => refetch()}
        isRetrying={isFetching}
        phone={phone}
      />
    );
  return (
    <SkeletonGroup label="Your documents are loading" className="stack gap-3">
      {['a', 'b', 'c'].map((key) => (
        <Skeleton key={key} height="6rem" />
      ))}
    </SkeletonGroup>
  );
}
