import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { QuoteChange } from '../../machines/checkout.types.ts';
import { cartQueries } from '../cart/cart.queries.ts';
import { changeText } from './checkout-texts.ts';
import { lineName } from './order-lines.tsx';

/** What is not as the student saw it, one line each. A line that has left the cart keeps the name it had. */
export function ChangeList({ studentId, changes }: { studentId: string; changes: QuoteChange[] }) {
  const { data: cart } = useQuery(cartQueries.current(studentId));
  const names = useRef(new Map<string, string>());
  for (const line of cart?.items ?? []) names.current.set(`${line.type} ${line.id}`, lineName(line));
  return (
    <ul>
      {changes.map((change) => {
        const text = changeText(change, ({ type, id }) => names.current.get(`${type} ${id}`) ?? null);
        return <li key={text}>{text}</li>;
      })}
    </ul>
  );
}
