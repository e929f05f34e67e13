import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { paths } from '../../contract/pages.ts';
import { ActionLink } from '../ui/action-link.tsx';
import { Notice } from '../ui/notice.tsx';

/** Address of the login page that leads back to `from`, a path of this site. */
export function loginAddress(from: string): string {
  return `${paths.login}?from=${encodeURIComponent(from)}`;
}

type SignInFirstProps = { message: string; from: string /** Milliseconds. */; delay: number };

/** Says that this page is for students and goes to login after `delay`; the link is for those who would rather not wait. */
export function SignInFirst({ message, from, delay }: SignInFirstProps) {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate({ to: paths.login, search: { from } }), delay);
    return () => clearTimeout(timer);
  }, [navigate, from, delay]);
  return (
    <Notice
      tone="plain"
      role="status"
      title={message}
      action={
        <ActionLink href={loginAddress(from)} look="outline">
          Login
        </ActionLink>
      }
    >
      You are being taken to the login page and come back here afterwards.
    </Notice>
  );
}
