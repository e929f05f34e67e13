import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  HeadContent,
  Link,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useRef } from 'react';
import { expect, it } from 'vitest';
import { followPages } from '../../../src/app/page-focus.ts';
import type { AppRouter } from '../../../src/app/router.ts';

/** A path to which no route of the site leads. */
const courses: string = '/courses';

function LoginPage() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <>
      <h1>Login</h1>
      <input aria-label="Name" ref={field} />
    </>
  );
}

/** A site with three pages and a frame, opened at Home. Login focuses its own field. */
async function openSite() {
  const root = createRootRoute({
    component: () => (
      <>
        <HeadContent />
        <header>
          <Link to={courses}>To the courses</Link>
          <Link to={courses} search={{ tab: 'fees' } as never}>
            To the fees
          </Link>
          <Link to="/login">To login</Link>
        </header>
        <main id="main" tabIndex={-1}>
          <Outlet />
        </main>
      </>
    ),
  });
  const page = (path: string, title: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component, head: () => ({ meta: [{ title }] }) });
  const router = createRouter({
    routeTree: root.addChildren([
      page('/', 'Home page', () => <h1>Home</h1>),
      page('/courses', 'All courses', () => <h1>Courses</h1>),
      page('/login', 'Login page', LoginPage),
    ]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  followPages(router as unknown as AppRouter, document);
  const { unmount } = render(<RouterProvider router={router as never} />);
  await screen.findByRole('heading', { name: 'Home' });
  const announcer = [...document.querySelectorAll('[aria-live=polite]')].at(-1);
  return { router, unmount, announced: () => announcer?.textContent, person: userEvent.setup({ delay: null }) };
}

const focused = () => document.activeElement?.textContent;

it('a page change moves the focus to the heading of the new page and announces its title to screen readers', async () => {
  const { announced, person, router, unmount } = await openSite();
  await person.click(await screen.findByRole('link', { name: 'To the courses' }));
  await expect.poll(focused).toBe('Courses');
  expect(document.activeElement?.getAttribute('tabindex')).toBe('-1');
  expect(announced()).toBe('All courses');
  router.history.back();
  await expect.poll(focused).toBe('Home');
  expect(announced()).toBe('Home page');
  unmount();
});

it('neither the first page nor a change of search parameters moves the focus or is announced to screen readers', async () => {
  const { announced, person, router, unmount } = await openSite();
  expect(document.activeElement).toBe(document.body);
  expect(announced()).toBe('');
  await router.navigate({ to: courses });
  await expect.poll(focused).toBe('Courses');
  const fees = await screen.findByRole('link', { name: 'To the fees' });
  await person.click(fees);
  await expect.poll(() => router.state.location.searchStr).toBe('?tab=fees');
  await router.load();
  expect(document.activeElement).toBe(fees);
  unmount();
});

it('a new page that focuses one of its fields keeps the focus in this field, and its title is announced to screen readers', async () => {
  const { announced, router, unmount } = await openSite();
  await router.navigate({ to: '/login' });
  await expect.poll(announced).toBe('Login page');
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }));
  unmount();
});
