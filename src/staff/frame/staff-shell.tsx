import { Alert, AppShell, Burger, Button, Group, Menu, NavLink, Text, useMantineColorScheme } from '@mantine/core';
import { useDisclosure, useNetwork } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { counted } from '../../../contract/counted.ts';
import { mayDo } from '../../../contract/staff/permissions.ts';
import { Icon } from '../../ui/icons.tsx';
import { ConfirmDialog } from '../../ui/messages/confirm-dialog.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import { AuthenticationDialog } from '../session/authentication-dialog.tsx';
import { useSessionReload } from '../session/other-tabs.ts';
import { signOut } from '../session/session.queries.ts';
import { markOutbox } from '../unsent-marks/mark-outbox.ts';
import type { NavigationEntry } from './navigation.ts';
import { shellRoute } from './root-routes.tsx';
import { SearchEverywhere } from './search-everywhere.tsx';
import classes from './shell.module.css';

/** Says that the device is offline. Pages that are open stay usable. */
function OfflineStrip() {
  const { online } = useNetwork();
  if (online) return null;
  return (
    <Alert color="gray" role="status" mb="md" className="not-printed">
      You are offline. What you see may be out of date.
    </Alert>
  );
}

/** The frame around every page of the console: header and menu. */
export function StaffShell() {
  const { navigation, staff } = shellRoute.useRouteContext();
  const client = useQueryClient();
  const [isOpen, { toggle, close }] = useDisclosure();
  const isOutdated = useSessionReload(staff.id);
  const prepareAll = useCallback(() => {
    // Ignore errors of `prepare`, which for example saves pages for offline use: it runs again the next time the
    // console is opened.
    for (const { prepare } of navigation) prepare?.(client, staff).catch(() => {});
  }, [client, navigation, staff]);
  useEffect(prepareAll, [prepareAll]);
  const entries = navigation.filter(({ permissions }) => permissions?.some((one) => mayDo(staff.role, one)) ?? true);
  if (isOutdated) return null;
  return (
    <AppShell
      header={{ height: '3.5rem' }}
      navbar={{ width: 220, breakpoint: 'md', collapsed: { mobile: !isOpen } }}
      padding="md"
    >
      <a href="#page" className="skip-link">
        Skip to the page
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap" className={classes.start}>
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="md"
              size="sm"
              aria-label="Menu"
              aria-expanded={isOpen}
            />
            <Text fw={650} className={classes.title}>
              Staff console
            </Text>
          </Group>
          <Group gap="xs" wrap="nowrap" miw={0}>
            {mayDo(staff.role, 'search.read') ? <SearchEverywhere role={staff.role} /> : null}
            <AccountMenu id={staff.id} name={staff.name} role={staff.role} />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label="Console">
        {entries.map((entry) => (
          <MenuEntry key={entry.to} entry={entry} onOpen={close} />
        ))}
      </AppShell.Navbar>
      <AppShell.Main id="page">
        <OfflineStrip />
        <Outlet />
      </AppShell.Main>
      <AuthenticationDialog onSignedInAgain={prepareAll} />
    </AppShell>
  );
}

function MenuEntry({ entry: { to, label, icon }, onOpen }: { entry: NavigationEntry; onOpen: () => void }) {
  const { pathname } = useLocation();
  const isHere = to === '/staff' ? pathname === to : pathname === to || pathname.startsWith(`${to}/`);
  return (
    <NavLink
      renderRoot={(props) => <Link to={to as '/staff'} activeOptions={{ exact: to === '/staff' }} {...props} />}
      label={label}
      leftSection={<Icon name={icon} />}
      active={isHere}
      aria-current={isHere ? 'page' : undefined}
      onClick={onOpen}
    />
  );
}

function AccountMenu({ id, name, role }: { id: string; name: string; role: string }) {
  const client = useQueryClient();
  const router = useRouter();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [unsent, setUnsent] = useState(0);
  const leave = async () => {
    setUnsent(0);
    try {
      await signOut(client);
      // Ignore the error: a browser that cannot open its storage has no stored attendance marks that could be deleted.
      await markOutbox.removeAllOf(id).catch(() => {});
      await router.navigate({ to: '/staff/sign-in', search: { next: '/staff' } });
    } catch {
      showToast({ tone: 'error', message: 'Signing out failed. Please check your connection and try again.' });
    }
  };
  // Ask for confirmation if signing out would delete attendance marks that have not been sent yet.
  const askToLeave = async () => {
    await markOutbox.load().catch(() => {});
    const own = markOutbox.marks.filter(({ staffId }) => staffId === id).length;
    if (own > 0) setUnsent(own);
    else await leave();
  };
  return (
    <>
      <ConfirmDialog
        isOpen={unsent > 0}
        title="Sign out and lose marks?"
        confirm="Sign out"
        cancel="Stay signed in"
        onConfirm={() => void leave()}
        onClose={() => setUnsent(0)}
      >
        <p>
          {counted(unsent, 'attendance mark has', 'attendance marks have')} not been delivered. Signing out deletes them
          from this device.
        </p>
      </ConfirmDialog>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="subtle"
            miw={0}
            maw={220}
            leftSection={<Icon name="user" />}
            classNames={{ inner: classes.account ?? '' }}
          >
            <Text truncate>{name}</Text>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Signed in as {role}</Menu.Label>
          <Menu.Item component={Link} to="/staff/account">
            Your account
          </Menu.Item>
          <Menu.Label>Colours</Menu.Label>
          {(['auto', 'light', 'dark'] as const).map((scheme) => (
            <Menu.RadioItem
              key={scheme}
              value={scheme}
              checked={colorScheme === scheme}
              checkIcon={<Icon name="check" size={16} />}
              onChange={() => setColorScheme(scheme)}
            >
              {scheme === 'auto' ? 'As on this device' : scheme === 'light' ? 'Light' : 'Dark'}
            </Menu.RadioItem>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => void askToLeave()}>Sign out</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
