import { useState } from 'react';

/**
 * Key of an add that waits in the outbox and that this page did not make itself (an earlier visit or another tab did);
 * undefined without one. `ownKeys`: those of this page's own adds.
 */
export function useForeignKey(waitingKey: string | undefined, ownKeys: ReadonlySet<string>): string | undefined {
  const [foreignKey, setForeignKey] = useState(waitingKey);
  if (waitingKey && waitingKey !== foreignKey && !ownKeys.has(waitingKey)) setForeignKey(waitingKey);
  return foreignKey;
}
