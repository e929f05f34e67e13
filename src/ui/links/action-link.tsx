import type { ComponentProps } from 'react';
import classes from './action-link.module.css';
import { PageLink } from './page-link.tsx';

type ActionLinkProps = ComponentProps<typeof PageLink> & {
  /**
   * How the link looks. `action`: in orange, for the primary action of a screen. `outline`, `quiet`: for other actions.
   */
  look?: 'action' | 'outline' | 'quiet';
  isWide?: boolean | undefined;
};

/**
 * A link that looks like a button. It does not use Mantine, so that public pages can be shown before Mantine is loaded.
 */
export function ActionLink({ look = 'action', isWide = false, ...rest }: ActionLinkProps) {
  return <PageLink {...rest} className={classes.link} data-look={look} data-wide={isWide || undefined} />;
}
