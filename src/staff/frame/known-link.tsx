import { Anchor, Text } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Returns a function that says whether the console has a page at an address. */
export function useHasPage(): (to: string) => boolean {
  const router = useRouter();
  return (to) => {
    const [, params, found] = router.getMatchedRoutes(new URL(to, 'http://console').pathname);
    // The router also matches an address that only begins like that of a page, and puts the rest of the address into `**`.
    return found !== undefined && !('**' in params);
  };
}

/** A link to an address that comes from data, or plain text if the console has no page there. */
export function KnownLink({ to, children }: { to: string; children: ReactNode }) {
  const hasPage = useHasPage();
  if (!hasPage(to)) return <Text component="span">{children}</Text>;
  const { pathname, searchParams, hash } = new URL(to, 'http://console');
  return (
    <Anchor
      renderRoot={(props) => (
        <Link
          {...props}
          to={pathname as '/staff'}
          search={Object.fromEntries(searchParams) as never}
          {...(hash ? { hash: hash.slice(1) } : {})}
        />
      )}
    >
      {children}
    </Anchor>
  );
}
