import { Anchor, Text } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Returns a function that checks whether the console has a page at a path, such as `/staff/batches/12`. */
export function useHasPage(): (to: string) => boolean {
  const router = useRouter();
  return (to) => {
    const [, params, found] = router.getMatchedRoutes(new URL(to, 'http://console').pathname);
    // The router also reports a match for a path that does not exist but begins with the path of a page. Such a match
    // has the parameter `**`.
    return found !== undefined && !('**' in params);
  };
}

type KnownLinkProps = {
  to: string;
  /** Whether the link opens a new tab. Set it for a link in a dialog: what staff have typed there is not lost then. */
  opensTab?: boolean;
  children: ReactNode;
};

/** A link to a path that comes from the server, or plain text if the console has no page at this path. */
export function KnownLink({ to, opensTab = false, children }: KnownLinkProps) {
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
          target={opensTab ? '_blank' : undefined}
          {...(hash ? { hash: hash.slice(1) } : {})}
        />
      )}
    >
      {children}
      {opensTab ? ' (opens a new tab)' : null}
    </Anchor>
  );
}
