import { Stack, Text } from '@mantine/core';
import { counted } from '../../../contract/counted.ts';
import type { MuchHeldBatch } from '../../../contract/staff/today.ts';
import { formatDay } from '../../lib/format/format.ts';
import { KnownLink } from '../frame/known-link.tsx';
import { Section } from '../frame/section.tsx';

/**
 * The batches in which unpaid orders hold many seats. Either many students are paying at the moment, or somebody blocks
 * seats.
 */
export function HoldsSection({ batches }: { batches: readonly MuchHeldBatch[] }) {
  return (
    <Section id="many-holds" title="Batches with many unpaid orders">
      <Text size="sm" c="dimmed">
        Many students are paying now, or somebody blocks the seats. A hold whose payment does not succeed ends by
        itself.
      </Text>
      <Stack component="ul" gap="xs" m={0} pl="md">
        {batches.map(({ id, course_name, start_date, capacity, held }) => (
          <li key={id}>
            <KnownLink to={`/staff/batches/${id}`}>
              {course_name}, {formatDay(start_date)}
            </KnownLink>
            : {held} of {counted(capacity, 'seat')} held
          </li>
        ))}
      </Stack>
    </Section>
  );
}
