import { Link } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react';

type PageLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  href: string;
  children: ReactNode;
  ref?: Ref<HTMLAnchorElement>;
  /**
   * Whether following the link replaces the current entry of the browser's history. Only for links to pages of the
   * site.
   */
  replace?: boolean;
};

const externalUrl = /^(?:[a-z][a-z+.-]*:|\/\/|\/(?:api|media|sandbox)\/|#)/i;

function readSearch(query: string): Record<string, string | number> {
  const entries = [...new URLSearchParams(query)].map(([name, value]): [string, string | number] => [
    name,
    // Convert digits to a number, because the router would put quotes around a string of digits in the URL:
    // `?course="3"` instead of `?course=3`.
    /^\d{1,15}$/.test(value) ? Number(value) : value,
  ]);
  return Object.fromEntries(entries);
}

/** Converts a path, with its search and hash, to the options of the router's `Link` and `navigate`. */
export function toPage(href: string) {
  const { pathname, search, hash } = new URL(href, 'https://site.invalid');
  return { to: pathname as string, search: readSearch(search), ...(hash ? { hash: hash.slice(1) } : {}) };
}

/** A link is marked as current only on the page to which it leads, not on pages below that page. */
const onlyOnItsPage = { exact: true, includeSearch: false, includeHash: false };

/**
 * Link to any URL, including URLs in content. For a page of the site it navigates with the router; for other URLs it is
 * a plain link.
 */
export function PageLink({ href, children, ...rest }: PageLinkProps) {
  if (externalUrl.test(href)) {
    const isOtherSite = /^https?:/i.test(href);
    return (
      <a href={href} {...(isOtherSite ? { rel: 'noopener' } : {})} {...rest}>
        {children}
      </a>
    );
  }
  return (
    <Link {...toPage(href)} activeOptions={onlyOnItsPage} {...rest}>
      {children}
    </Link>
  );
}
