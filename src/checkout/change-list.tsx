import type { QuoteChange } from '../../machines/checkout.types.ts';
import { changeText } from './checkout-texts.ts';

/** What is not as the student saw it, one line each. */
export function ChangeList({ changes }: { changes: readonly QuoteChange[] }) {
  const texts = new Set(changes.map(changeText));
  return (
    <ul>
      {[...texts].map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
