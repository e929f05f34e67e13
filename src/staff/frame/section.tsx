import { Group, Paper, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';

type SectionProps = { id?: string; title: string; action?: ReactNode; children: ReactNode };

/** A section of a page: a heading, an optional action beside the heading, and content. */
export function Section({ id, title, action, children }: SectionProps) {
  return (
    <Paper component="section" withBorder p="md" aria-label={title} {...(id ? { id } : {})}>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h4">
            {title}
          </Title>
          {action}
        </Group>
        {children}
      </Stack>
    </Paper>
  );
}
