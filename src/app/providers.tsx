import './styles.ts';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { ToastHost } from '../ui/toast-host.tsx';
import { theme } from './theme.ts';
import { chartVariables } from './variables.ts';

/** What every page stands in: theme, colour scheme and the place where toasts show. */
export function AppProviders({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={chartVariables} defaultColorScheme="auto">
      {children}
      <ToastHost />
    </MantineProvider>
  );
}
