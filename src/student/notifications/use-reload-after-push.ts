import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ToPage } from '../../offline/worker-messages.ts';

/**
 * Reloads what is shown about the student when the student taps a push message that leads to this page. Otherwise an
 * open page would keep showing, for example, a place in a waiting list instead of the seat that is now on offer.
 */
export function useReloadAfterPush(studentId: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!studentId) return;
    const reload = ({ data }: MessageEvent<ToPage>) => {
      if (data?.type !== 'push.opened') return;
      // Refetch all queries about the student: their keys contain the student's id.
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes(studentId) });
    };
    navigator.serviceWorker?.addEventListener('message', reload);
    return () => navigator.serviceWorker?.removeEventListener('message', reload);
  }, [client, studentId]);
}
