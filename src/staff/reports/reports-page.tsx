import { Button, Group, NativeSelect, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReportKind, reportKinds, usualGstRate } from '../../../contract/staff/reports.ts';
import { ApiError, isOfflineError } from '../../lib/api.ts';
import { formatDays } from '../../lib/format/format.ts';
import { Icon } from '../../ui/icons.tsx';
import { EmptyState } from '../../ui/messages/empty-state.tsx';
import { ErrorState } from '../../ui/messages/error-state.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/messages/skeleton.tsx';
import { Section } from '../frame/section.tsx';
import { StaffPage } from '../frame/staff-page.tsx';
import { startDownload } from '../session/download.ts';
import { ReportPlot } from './report-plot.tsx';
import { ReportTable } from './report-table.tsx';
import { reportTexts } from './report-texts.ts';
import {
  type Period,
  periodOf,
  type ReportSearch,
  reportFile,
  reportQuery,
  reportsRoute,
  usualPeriods,
} from './reports-feature.ts';

const stacked: readonly ReportKind[] = ['gst', 'seats', 'course-seats'];

function failureText(error: Error): string {
  if (isOfflineError(error)) return 'There is no connection, so the report could not be loaded.';
  const refused = error instanceof ApiError ? error.failure?.fields?.to : undefined;
  return refused ? `${refused}.` : 'The report could not be loaded.';
}

type FilterProps = { search: ReportSearch; period: Period; gst: number; onChange: (change: ReportSearch) => void };

/** The fields that choose the report and the period of time that it covers. */
function ReportFilter({ search, period, gst, onChange }: FilterProps) {
  const periods = usualPeriods();
  const usual = Object.entries(periods).find(([, { from, to }]) => from === period.from && to === period.to);
  const isValid = period.from <= period.to;
  const change = (days: Partial<Period>) => onChange({ ...period, ...days });
  return (
    <Group align="start" gap="sm" className="not-printed">
      <NativeSelect
        label="Report"
        data={reportKinds.map((value) => ({ value, label: reportTexts[value].title }))}
        value={search.report ?? 'months'}
        onChange={({ currentTarget }) => onChange({ report: reportKinds.find((one) => one === currentTarget.value) })}
      />
      <NativeSelect
        label="Period"
        data={[...Object.keys(periods), 'Other days']}
        value={usual?.[0] ?? 'Other days'}
        onChange={({ currentTarget }) => onChange(periods[currentTarget.value] ?? {})}
      />
      <TextInput
        type="date"
        label="From"
        value={period.from}
        onChange={({ currentTarget }) => currentTarget.value && change({ from: currentTarget.value })}
      />
      <TextInput
        type="date"
        label="To"
        value={period.to}
        error={isValid ? undefined : 'Choose the same day as From, or a later one'}
        onChange={({ currentTarget }) => currentTarget.value && change({ to: currentTarget.value })}
      />
      {search.report === 'gst' ? (
        <NumberInput
          label="GST rate in percent"
          w={160}
          min={0}
          max={40}
          allowDecimal={false}
          value={gst}
          onChange={(value) => typeof value === 'number' && onChange({ gst: value })}
        />
      ) : null}
    </Group>
  );
}

/**
 * Reports about money, seats and enquiries, each as a plot, a table and a CSV file. The report and its period are in
 * the URL.
 */
export function ReportsPage() {
  const search = reportsRoute.useSearch();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { report: kind = 'months', gst = usualGstRate } = search;
  const period = periodOf(search);
  const wanted = { ...period, gst_rate: gst };
  const { data, error, isFetching, refetch } = useQuery({
    ...reportQuery(kind, wanted),
    enabled: period.from <= period.to,
  });
  const { title, about } = reportTexts[kind];
  const isEmpty = data?.total.every((value) => typeof value === 'string' || value === 0) ?? false;
  const change = (part: ReportSearch) =>
    navigate({ to: '/staff/reports', search: { ...search, ...part }, replace: true });
  return (
    <StaffPage title="Reports">
      <ReportFilter {...{ search, period, gst, onChange: change }} />
      <Section
        title={`${title}, ${formatDays(period.from, period.to)}`}
        action={
          <Button
            variant="subtle"
            className="not-printed"
            leftSection={<Icon name="download" size={16} />}
            aria-label={`CSV of ${title}`}
            onClick={() => startDownload(client, reportFile(kind, wanted), { stepUp: true })}
          >
            CSV
          </Button>
        }
      >
        <Text c="dimmed">{about}</Text>
        {error && !data ? (
          <ErrorState message={failureText(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : null}
        {isFetching && !data ? (
          <SkeletonGroup label="Loading the report" className="stack gap-3">
            <Skeleton height="16rem" />
            <Skeleton height="8rem" />
          </SkeletonGroup>
        ) : null}
        {data && isEmpty ? <EmptyState title="Nothing happened in this period">Choose other days.</EmptyState> : null}
        {data && !isEmpty ? (
          <Stack gap="lg">
            <ReportPlot report={data} isStacked={stacked.includes(kind)} />
            <ReportTable report={data} label={title} />
          </Stack>
        ) : null}
      </Section>
    </StaffPage>
  );
}
