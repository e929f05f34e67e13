import { useState } from 'react';

/**
 * Key of an add that waits in the outbox and that this card did not make itself (an earlier visit or another tab did);
 * undefined without one. `newKey` makes the keys of this card's own adds.
 */
export function useForeignKey(waitingKey: string | undefined) {
  const [own] = useState(() => new Set<string>());
  const [foreignKey, setForeignKey] = useState(waitingKey);
  if (waitingKey && waitingKey !== foreignKey && !own.has(waitingKey)) setForeignKey(waitingKey);
  return {
    foreignKey,
    newKey: (): string => {
      const key = crypto.randomUUID();
      own.add(key);
      return key;
    },
  };
}
