import { Group, Stack, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';

type StaffPageProps = { title: string; actions?: ReactNode; children: ReactNode };

/**
 * A page of the console: a heading, actions beside the heading, and content. The heading gets the focus when the page
 * opens.
 */
export function StaffPage({ title, actions, children }: StaffPageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Staff console`;
  }, [title]);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <Stack gap="lg" maw={1200} mx="auto">
      <Group justify="space-between" align="center">
        <Title order={1} size="h2" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
          {title}
        </Title>
        {actions ? (
          <Group gap="sm" className="not-printed">
            {actions}
          </Group>
        ) : null}
      </Group>
      {children}
    </Stack>
  );
}
