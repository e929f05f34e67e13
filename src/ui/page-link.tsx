import { Link } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react';

type PageLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  href: string;
  children: ReactNode;
  ref?: Ref<HTMLAnchorElement>;
  /** Marked as the current page only at this very address, not below it. */
  isExact?: boolean;
};

const outside = /^(?:[a-z][a-z+.-]*:|\/\/|\/(?:api|media|sandbox)\/|#)/i;

function readSearch(query: string): Record<string, string | number> {
  const entries = [...new URLSearchParams(query)].map(([name, value]): [string, string | number] => [
    name,
    // The router writes a text that looks like a number in quotes; a number stays `?course=3`.
    /^\d{1,15}$/.test(value) ? Number(value) : value,
  ]);
  return Object.fromEntries(entries);
}

/** A page's address as the router takes it. */
export function toPage(href: string) {
  const { pathname, search, hash } = new URL(href, 'https://site.invalid');
  return { to: pathname as string, search: readSearch(search), ...(hash ? { hash: hash.slice(1) } : {}) };
}

/** Link to any address, also one that came with content: inside the site without loading it anew, outside as it is. */
export function PageLink({ href, isExact = false, children, ...rest }: PageLinkProps) {
  if (outside.test(href)) {
    const isElsewhere = /^https?:/i.test(href);
    return (
      <a href={href} {...(isElsewhere ? { rel: 'noopener' } : {})} {...rest}>
        {children}
      </a>
    );
  }
  return (
    <Link {...toPage(href)} activeOptions={{ exact: isExact, includeSearch: false, includeHash: false }} {...rest}>
      {children}
    </Link>
  );
}
