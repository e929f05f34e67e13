import { useQueryClient } from '@tanstack/react-query';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * Whether it is still being asked if no page stands here because the address is one of the old site. The server has asked
 * before it rendered, so what it rendered stays; in the browser the answer is awaited before anybody reads 'not found'.
 */
export function useOldAddress(): { isAsking: boolean } {
  const client = useQueryClient();
  const router = useRouter();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const isInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const [wasRendered] = useState(!isInBrowser);
  const [asked, setAsked] = useState(wasRendered ? pathname : null);
  const isAsking = asked !== pathname;

  useEffect(() => {
    if (!isAsking) return;
    let isHere = true;
    const tell = () => isHere && setAsked(pathname);
    import('./old-address.ts')
      .then(({ leaveOldAddress }) => leaveOldAddress(client, router))
      .then((hasLeft) => hasLeft || tell(), tell);
    return () => {
      isHere = false;
    };
  }, [isAsking, pathname, client, router]);
  return { isAsking };
}
