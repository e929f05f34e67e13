import { Checkbox, Group, MultiSelect, NativeSelect, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { weekdays } from '../../../../contract/days.ts';
import type { CalendarOptions } from '../../../../contract/staff/batches.ts';
import { formatDuration } from '../../../lib/format/format.ts';
import { Section } from '../../frame/section.tsx';
import type { BatchPlan } from './batch-plan.ts';

type FieldsProps = { form: UseFormReturnType<BatchPlan>; options: CalendarOptions };

const capitalised = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

const weekdayItems = weekdays.map((value) => ({ value, label: capitalised(value) }));
const monthDayItems = [
  ...['first', 'second', 'third', 'fourth', 'last'].flatMap((nth) =>
    weekdayItems.map(({ value, label }) => ({ value: `${nth} ${value}`, label: `${capitalised(nth)} ${label}` })),
  ),
  ...Array.from({ length: 28 }, (_, index) => ({ value: `day ${index + 1}`, label: `Day ${index + 1}` })),
  { value: 'last day', label: 'Last day' },
];

function CourseField({ form, options }: FieldsProps) {
  return (
    <Select
      label="Course"
      data={options.courses.map(({ id, course_name, duration, duration_unit }) => ({
        value: String(id),
        label: `${course_name}, ${formatDuration(duration, duration_unit)}`,
      }))}
      searchable
      nothingFoundMessage="No such course"
      required
      data-autofocus
      {...form.getInputProps('course_id')}
      // Null clears the Select. With undefined it would still show the course that was chosen before.
      value={form.values.course_id || null}
      onChange={(value) => form.setFieldValue('course_id', value ?? '')}
    />
  );
}

function RepeatFields({ form }: Pick<FieldsProps, 'form'>) {
  const { repeat } = form.values;
  return (
    <>
      <Group gap="sm" align="start">
        <NumberInput
          label={repeat === 'week' ? 'Every how many weeks' : 'Every how many months'}
          min={1}
          max={60}
          allowDecimal={false}
          required
          {...form.getInputProps('every')}
        />
        <TextInput type="date" label="Last possible day" required {...form.getInputProps('until')} />
        <NativeSelect
          label="If the first day is a day off"
          data={[
            { value: 'skip', label: 'leave the batch out' },
            { value: 'postpone', label: 'start on the next day with lessons' },
          ]}
          {...form.getInputProps('if_off')}
        />
      </Group>
      {repeat === 'week' ? (
        <Checkbox.Group label="First days" required {...form.getInputProps('weekdays')}>
          <Group gap="md" mt="xs">
            {weekdayItems.map(({ value, label }) => (
              <Checkbox key={value} value={value} label={label} />
            ))}
          </Group>
        </Checkbox.Group>
      ) : (
        <MultiSelect
          label="First days"
          description="Type to find one, such as: first Monday"
          data={monthDayItems}
          searchable
          hidePickedOptions
          required
          {...form.getInputProps('month_days')}
        />
      )}
    </>
  );
}

/**
 * The fields that describe new batches: the course, the days, the seats, the venue, the instructor and the times.
 * `source` says where the seats, the place and the times come from.
 */
export function PlanFields({ form, options, source }: FieldsProps & { source: string }) {
  const none = { value: '', label: 'Not decided' };
  return (
    <>
      <Section title="Course and days">
        <Stack gap="sm" maw={720}>
          <CourseField form={form} options={options} />
          <Group gap="sm" align="start">
            <NativeSelect
              label="Repeats"
              data={[
                { value: 'once', label: 'no, one batch' },
                { value: 'week', label: 'by weeks' },
                { value: 'month', label: 'by months' },
              ]}
              {...form.getInputProps('repeat')}
              onChange={({ currentTarget: { value } }) =>
                // Reset the interval of the series: a number of weeks would be wrong as a number of months.
                form.setValues({ repeat: value as BatchPlan['repeat'], every: 1 })
              }
            />
            <TextInput
              type="date"
              label={form.values.repeat === 'once' ? 'First day' : 'First possible day'}
              required
              {...form.getInputProps('from')}
            />
          </Group>
          {form.values.repeat === 'once' ? null : <RepeatFields form={form} />}
        </Stack>
      </Section>
      <Section title="Seats and place">
        <Stack gap="sm" maw={720}>
          <Text size="sm" c="dimmed" role="status">
            {source}
          </Text>
          <Group gap="sm" align="start">
            <NumberInput label="Seats" min={1} allowDecimal={false} required {...form.getInputProps('capacity')} />
            <NumberInput
              label="Of these, kept for the office"
              min={0}
              allowDecimal={false}
              {...form.getInputProps('office_seats')}
            />
            <NativeSelect
              label="Start as"
              data={[
                { value: 'open', label: 'open: students can book' },
                { value: 'draft', label: 'draft: students do not see it' },
              ]}
              {...form.getInputProps('state')}
            />
          </Group>
          <Group gap="sm" align="start" grow preventGrowOverflow={false}>
            <NativeSelect
              label="Venue"
              data={[none, ...options.venues.map(({ id, address }) => ({ value: id, label: address }))]}
              {...form.getInputProps('venue_id')}
            />
            <NativeSelect
              label="Instructor"
              data={[none, ...options.instructors.map(({ id, name }) => ({ value: id, label: name }))]}
              {...form.getInputProps('instructor_id')}
            />
          </Group>
          <Group gap="sm" align="start">
            <TextInput type="time" label="Lessons start at" {...form.getInputProps('start_time')} />
            <TextInput type="time" label="Lessons end at" {...form.getInputProps('end_time')} />
          </Group>
        </Stack>
      </Section>
    </>
  );
}
