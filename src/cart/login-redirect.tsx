import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { paths } from '../../contract/pages.ts';
import { ActionLink } from '../ui/links/action-link.tsx';
import { Notice } from '../ui/messages/notice.tsx';

/** Path of the login page. After login, the student returns to `from`, a path of this site. */
export function loginPath(from: string): string {
  return `${paths.login}?from=${encodeURIComponent(from)}`;
}

/** `from`: path to return to after login. `delay`: milliseconds until the login page opens. */
type LoginRedirectProps = { message: string; from: string; delay: number };

/** Says that the student must log in, and opens the login page after `delay`. A link opens the login page at once. */
export function LoginRedirect({ message, from, delay }: LoginRedirectProps) {
  const navigate = useNavigate();
  useEffect(() => {
    // Replace this page in the browser's history, because Back from the login page would lead to this redirect again.
    const timer = setTimeout(() => void navigate({ to: paths.login, search: { from }, replace: true }), delay);
    return () => clearTimeout(timer);
  }, [navigate, from, delay]);
  return (
    <Notice
      tone="plain"
      role="status"
      title={message}
      action={
        <ActionLink href={loginPath(from)} look="outline">
          Login
        </ActionLink>
      }
    >
      We are taking you to the login page. You will come back here afterwards.
    </Notice>
  );
}
