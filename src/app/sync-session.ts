import { hashKey, type QueryClient } from '@tanstack/react-query';
import { sessionQueries } from '../auth/session/session.queries.ts';
import { subject } from '../offline/session/subject.ts';

/**
 * Keeps the query of the sign-in session in step with `subject`, the student whose data the device shows. `subject`
 * also changes when somebody signs in or out in another tab.
 */
export function syncSession(queryClient: QueryClient): void {
  const { queryKey } = sessionQueries.status();
  const statusHash = hashKey(queryKey);
  queryClient.getQueryCache().subscribe((event) => {
    if (event.query.queryHash !== statusHash || event.type !== 'updated' || event.action.type !== 'success') return;
    const student = queryClient.getQueryData(queryKey);
    if (student) subject.enter(student.id);
    else if (subject.student) subject.leave();
  });
  subject.subscribe(() => {
    if (subject.student === null) {
      // Cancel a running request of the session query: its response could sign the student in again after signing out.
      void queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, null);
      return;
    }
    const shown = queryClient.getQueryData(queryKey);
    if (shown !== undefined && shown?.id !== subject.student) void queryClient.invalidateQueries({ queryKey });
  });
}
