import { Badge, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { memo, useRef, useState } from 'react';
import { realDaySchema, weekdayOf } from '../../../../contract/days.ts';
import { formatDay } from '../../../lib/format/format.ts';
import { readableDays } from '../../forms/form-errors.ts';
import { focusSoon } from '../../frame/keep-focus.ts';
import lists from '../../lists/lists.module.css';
import { WarningLines } from '../warnings.tsx';
import type { Correction, PlannedBatch } from './batch-plan.ts';

type Correct = (key: string, correction: Correction) => void;

const isDay = (text: string) => realDaySchema.safeParse(text).success;
const withWeekday = (day: string) =>
  isDay(day)
    ? `${weekdayOf(day)
        .slice(0, 3)
        .replace(/^./, (letter) => letter.toUpperCase())} ${formatDay(day)}`
    : 'no date';

type RowProps = { row: PlannedBatch; conflicts: readonly string[]; onCorrect: Correct };

/** One planned batch: dates that staff can correct, faults, warnings, and whether the batch will be created. */
const PlannedRow = memo(function PlannedRow({ row, conflicts, onCorrect }: RowProps) {
  const { key, start_date, end_date, leftOut, isPast, fault, isAcceptable, ignores_length, warnings } = row;
  const [isOpen, setOpen] = useState(false);
  const firstDay = useRef<HTMLInputElement>(null);
  const open = () => {
    setOpen(true);
    focusSoon(() => firstDay.current);
  };
  const name = `batch of ${formatDay(key)}`;
  const isShown = isOpen || (leftOut === null && fault !== null);
  return (
    <li className={lists.row} aria-label={`${withWeekday(start_date)}${leftOut ? ', left out' : ''}`}>
      <Group justify="space-between" gap="xs">
        <Text td={leftOut ? 'line-through' : undefined} c={leftOut ? 'dimmed' : undefined}>
          {withWeekday(start_date)} – {withWeekday(end_date)}
        </Text>
        <Group gap="xs">
          {leftOut ? <Badge variant="light">Left out: {leftOut}</Badge> : null}
          {isShown ? null : (
            <Button size="compact-sm" variant="subtle" aria-label={`Change the ${name}`} onClick={open}>
              Change
            </Button>
          )}
          {isPast ? null : (
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={leftOut ? `Add the ${name}` : `Leave out the ${name}`}
              onClick={() => onCorrect(key, { takes_place: leftOut !== null })}
            >
              {leftOut ? 'Add' : 'Leave out'}
            </Button>
          )}
        </Group>
      </Group>
      {isShown ? (
        <Group gap="sm" align="end">
          <TextInput
            ref={firstDay}
            type="date"
            label="First day"
            aria-label={`First day of the ${name}`}
            value={start_date}
            onChange={({ currentTarget: { value } }) => onCorrect(key, { start_date: value })}
          />
          <TextInput
            type="date"
            label="Last day"
            aria-label={`Last day of the ${name}`}
            value={end_date}
            onChange={({ currentTarget: { value } }) => onCorrect(key, { end_date: value })}
          />
        </Group>
      ) : null}
      {leftOut === null && fault ? (
        <Text size="sm" c="var(--port)">
          {readableDays(fault)}.
        </Text>
      ) : null}
      {leftOut === null && (ignores_length || (fault && isAcceptable)) ? (
        <Checkbox
          label="The dates are right, although the course has another length"
          checked={ignores_length}
          onChange={({ currentTarget }) => onCorrect(key, { ignores_length: currentTarget.checked })}
        />
      ) : null}
      {leftOut === null ? <WarningLines lines={[...warnings, ...conflicts]} c="var(--signal)" /> : null}
    </li>
  );
});

type PlannedListProps = {
  rows: readonly PlannedBatch[];
  /**
   * Warnings about each batch to create, by its planned first day: its clashes, and other batches of the course with
   * the same first day or with days in common.
   */
  conflicts: ReadonlyMap<string, readonly string[]>;
  onCorrect: Correct;
};

const noConflicts: readonly string[] = [];

/** The list of planned batches, in which staff correct them, and a field that adds a day. */
export function PlannedList({ rows, conflicts, onCorrect }: PlannedListProps) {
  const [day, setDay] = useState('');
  const add = () => {
    if (!isDay(day)) return;
    onCorrect(day, { is_extra: true, takes_place: true });
    setDay('');
  };
  return (
    <Stack gap="sm">
      <ul className={lists.list}>
        {rows.map((row) => (
          <PlannedRow key={row.key} row={row} conflicts={conflicts.get(row.key) ?? noConflicts} onCorrect={onCorrect} />
        ))}
      </ul>
      <Group gap="sm" align="end">
        <TextInput
          type="date"
          label="Another first day"
          value={day}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <Button variant="outline" onClick={add} disabled={!isDay(day)}>
          Add the day
        </Button>
      </Group>
    </Stack>
  );
}
