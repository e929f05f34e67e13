import type { ReactNode } from 'react';
import classes from './action-link.module.css';
import { PageLink } from './page-link.tsx';

type ActionLinkProps = {
  href: string;
  children: ReactNode;
  /** How the link looks. `action`: the primary action of a screen, in orange. Other links are `outline` or `quiet`. */
  look?: 'action' | 'outline' | 'quiet';
  isWide?: boolean;
  onClick?: () => void;
};

/** A link that looks like a button. It does not use Mantine, because public pages show it in their first load. */
export function ActionLink({ href, children, look = 'action', isWide = false, onClick }: ActionLinkProps) {
  return (
    <PageLink href={href} className={classes.link} data-look={look} data-wide={isWide || undefined} onClick={onClick}>
      {children}
    </PageLink>
  );
}
