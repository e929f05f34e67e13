import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { CartContents } from '../../../machines/cart-lines.ts';
import type { OutboxRow } from '../../offline/outbox/row.ts';
import { cartQueries } from '../cart.queries.ts';
import type { CartOutbox } from './cart-add-flow.ts';

type AddRow = Extract<OutboxRow, { kind: 'cart.add' }>;
type Delivered = { row: AddRow; deliveredAt: number };

type DeliveredAddsDeps = {
  studentId: string | null;
  outbox: CartOutbox;
  /** The student's rows in the outbox. */
  waiting: readonly OutboxRow[];
};

const none: readonly AddRow[] = [];

/**
 * Additions to the cart that the outbox has delivered since the page last loaded the cart. The server's cart contains
 * them, the page's cart does not yet, so screens show them until the cart is loaded again.
 */
export function useDeliveredAdds({ studentId, outbox, waiting }: DeliveredAddsDeps): readonly AddRow[] {
  const client = useQueryClient();
  const [delivered, setDelivered] = useState<readonly Delivered[]>([]);
  const known = useRef(new Map<string, AddRow>());
  for (const row of waiting) if (row.kind === 'cart.add') known.current.set(row.key, row);

  useEffect(
    () =>
      outbox.subscribe((notice) => {
        const row = notice.type === 'delivered' ? known.current.get(notice.key) : undefined;
        if (row) setDelivered((before) => [...before, { row: { ...row, state: 'sending' }, deliveredAt: Date.now() }]);
      }),
    [outbox],
  );

  useEffect(() => {
    if (studentId === null || delivered.length === 0) return;
    const { queryKey } = cartQueries.current(studentId);
    const dropLoaded = () => {
      const state = client.getQueryState(queryKey);
      if (state?.fetchStatus !== 'idle' || state.isInvalidated) return;
      setDelivered((before) => {
        const left = before.filter(({ deliveredAt }) => state.dataUpdatedAt < deliveredAt);
        return left.length === before.length ? before : left;
      });
    };
    dropLoaded();
    return client.getQueryCache().subscribe(({ type }) => {
      if (type === 'updated') dropLoaded();
    });
  }, [client, studentId, delivered]);

  return useMemo(() => (delivered.length === 0 ? none : delivered.map(({ row }) => row)), [delivered]);
}

/**
 * Returns the courses and packages of the page's cart (`contents`), and those of `adds`, which the page's cart does not
 * contain yet.
 */
export function withAdds(contents: CartContents, adds: readonly AddRow[]): CartContents {
  if (adds.length === 0) return contents;
  const payloads = adds.map(({ payload }) => payload);
  const courses = payloads.flatMap((one) =>
    one.type === 'course' ? [one.course_id] : one.batches.map(({ course_id }) => course_id),
  );
  const packages = payloads.flatMap((one) => (one.type === 'package' ? [one.package_id] : []));
  return {
    courses: new Set([...contents.courses, ...courses]),
    packages: new Set([...contents.packages, ...packages]),
  };
}
