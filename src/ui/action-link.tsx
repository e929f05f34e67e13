import type { ReactNode } from 'react';
import classes from './action-link.module.css';
import { PageLink } from './page-link.tsx';

type ActionLinkProps = {
  href: string;
  children: ReactNode;
  /** `action` is the one orange thing on a screen; `outline` and `quiet` are everything beside it. */
  look?: 'action' | 'outline' | 'quiet';
  isWide?: boolean;
  onClick?: () => void;
};

/** A link that looks like a button. Drawn without Mantine, since public pages show it before any script ran. */
export function ActionLink({ href, children, look = 'action', isWide = false, onClick }: ActionLinkProps) {
  return (
    <PageLink href={href} className={classes.link} data-look={look} data-wide={isWide || undefined} onClick={onClick}>
      {children}
    </PageLink>
  );
}
