import { List, Text } from '@mantine/core';
import type { ContentChange } from '../../../contract/staff/content.ts';
import { formatTotal } from '../../lib/format/format.ts';
import { valueText } from './content-texts.ts';

const shownCharacters = 160;

/** Shortens two texts to the part that differs, with a few characters before the first difference. */
function differingPart(one: string, other: string): [string, string] {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const from = Math.max(0, same - 30);
  const cut = (text: string) => {
    const part = `${from > 0 ? '…' : ''}${text.slice(from, from + shownCharacters)}`;
    return text.length > from + shownCharacters ? `${part}…` : part;
  };
  return [cut(one), cut(other)];
}

/** Lists how two versions of a document differ, field by field. */
export function ChangesList({ changes }: { changes: readonly ContentChange[] }) {
  return (
    <List spacing="xs" listStyleType="none">
      {changes.map(({ path, label, isRupees = false, before, after }) => {
        const toText = (value: unknown) =>
          isRupees && typeof value === 'number' ? formatTotal(value) : valueText(value);
        const [old, next] = isRupees
          ? [toText(before), toText(after)]
          : differingPart(valueText(before), valueText(after));
        return (
          <List.Item key={path}>
            <Text fw={600}>{label}</Text>
            <Text size="sm">
              <Text span c="dimmed">
                Before:{' '}
              </Text>
              {old}
            </Text>
            <Text size="sm">
              <Text span c="dimmed">
                Now:{' '}
              </Text>
              {next}
            </Text>
          </List.Item>
        );
      })}
    </List>
  );
}
