import { useQuery } from '@tanstack/react-query';
import type { Order } from '../../contract/orders.ts';
import { orderQueries } from '../student/orders/order.queries.ts';

/** The student's order whose payment is not settled, begun on whichever device: nobody may pay again meanwhile. */
export function usePendingOrder(studentId: string): Order | null {
  const { data: orders } = useQuery({ ...orderQueries.list(studentId), refetchOnMount: 'always' });
  return orders?.find((order) => order.is_payment_pending === true) ?? null;
}
