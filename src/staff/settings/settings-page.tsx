import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mayDo } from '../../../contract/staff/permissions.ts';
import { consoleSettingNames, type SettingsOverview } from '../../../contract/staff/settings.ts';
import { isOfflineError } from '../../lib/api.ts';
import { formatInstant } from '../../lib/format/format.ts';
import { ErrorState } from '../../ui/messages/error-state.tsx';
import { Section } from '../frame/section.tsx';
import { StaffPage } from '../frame/staff-page.tsx';
import { Fact, Facts } from '../lists/facts.tsx';
import { settingNames, valueText } from './setting-texts.ts';
import { SettingsDialog } from './settings-dialog.tsx';
import { settingsQuery, settingsRoute } from './settings-feature.ts';

function failureText(error: Error): string {
  const isOffline = isOfflineError(error);
  return isOffline
    ? 'There is no connection, so the settings could not be loaded.'
    : 'The settings could not be loaded.';
}

function History({ history }: Pick<SettingsOverview, 'history'>) {
  return (
    <Section title="History">
      {history.length === 0 ? <Text c="dimmed">The settings were never changed by staff.</Text> : null}
      {history.map(({ id, at, actor, reason, before, after }) => (
        <div key={id}>
          <Text size="sm" className="anywhere">
            {formatInstant(at)}, {actor}
            {reason ? ` (${reason})` : ''}
          </Text>
          {consoleSettingNames
            .filter((name) => after[name] !== undefined)
            .map((name) => (
              <Text key={name} size="sm" c="dimmed" className="anywhere">
                {settingNames[name]}: {valueText(name, after[name] ?? '')}, before {valueText(name, before[name] ?? '')}
              </Text>
            ))}
        </div>
      ))}
    </Section>
  );
}

/** The booking settings, with a button to change them, and their history. */
export function SettingsPage() {
  const { staff } = settingsRoute.useRouteContext();
  const { data, error, isFetching, refetch } = useQuery(settingsQuery);
  const [isChanging, setChanging] = useState(false);
  return (
    <StaffPage title="Settings">
      {error ? <ErrorState message={failureText(error)} onRetry={refetch} isRetrying={isFetching} /> : null}
      {data || error ? null : <Skeleton height="16rem" role="status" aria-label="The settings are loading" />}
      {data ? (
        <Stack gap="md" maw={720}>
          <Section
            title="Booking"
            action={
              mayDo(staff.role, 'settings.manage') ? (
                <Button variant="outline" onClick={() => setChanging(true)}>
                  Change settings
                </Button>
              ) : null
            }
          >
            <Facts>
              {consoleSettingNames.map((name) => (
                <Fact key={name} name={settingNames[name]}>
                  {valueText(name, data.settings[name])}
                </Fact>
              ))}
            </Facts>
            <Text size="sm" c="dimmed">
              The booking terms are changed under Content, Policies.
            </Text>
          </Section>
          <History history={data.history} />
          {isChanging ? <SettingsDialog overview={data} onClose={() => setChanging(false)} /> : null}
        </Stack>
      ) : null}
    </StaffPage>
  );
}
