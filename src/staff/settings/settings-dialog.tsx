import { List, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import {
  type ConsoleSettings,
  changeStaffSettings,
  consoleSettingNames,
  type SettingsOverview,
} from '../../../contract/staff/settings.ts';
import { apiOf } from '../../lib/api.ts';
import { isRefusal } from '../../lib/refusals.ts';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { describeChanges, settingNames } from './setting-texts.ts';
import { settingsQuery } from './settings-feature.ts';

type SettingsForm = ConsoleSettings & { reason: string };

function pick(from: ConsoleSettings, names: ReadonlyArray<keyof ConsoleSettings>): Partial<ConsoleSettings> {
  return Object.fromEntries(names.map((name) => [name, from[name]]));
}

/** Lists what will change for students if the form is saved. */
function Preview({ changes }: { changes: ReturnType<typeof describeChanges> }) {
  if (changes.length === 0) return null;
  return (
    <Stack component="section" aria-label="What changes" gap="xs">
      <Text fw={600}>What changes</Text>
      {changes.map(({ name, before, after, effects }) => (
        <div key={name}>
          <Text className="anywhere">
            {settingNames[name]}: {before} now, {after} after saving
          </Text>
          <List size="sm" listStyleType="disc" withPadding>
            {effects.map((effect) => (
              <List.Item key={effect}>{effect}</List.Item>
            ))}
          </List>
        </div>
      ))}
    </Stack>
  );
}

/**
 * Changes the booking settings. Sends only the settings that were changed here, so that two people who change different
 * settings do not undo each other's changes.
 */
export function SettingsDialog({ overview, onClose }: { overview: SettingsOverview; onClose: () => void }) {
  const client = useQueryClient();
  const form = useForm<SettingsForm>({
    initialValues: { ...overview.settings, reason: '' },
    validate(values) {
      const parsed = changeStaffSettings.body.safeParse(bodyOf(values));
      if (parsed.success) return {};
      return Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path.at(-1)), message]));
    },
  });
  const bodyOf = ({ reason, ...values }: SettingsForm) => {
    const initial = form.getInitialValues();
    const names = consoleSettingNames.filter((name) => values[name] !== initial[name]);
    return { settings: pick(values, names), seen: pick(overview.settings, names), reason };
  };
  async function save(values: SettingsForm, key: string) {
    try {
      await apiOf(client).call(changeStaffSettings, { body: bodyOf(values) }, { key });
    } catch (error) {
      // If somebody else has changed one of the same settings meanwhile, reload the settings. The dialog then shows
      // what saving would change now, and the staff member can try again.
      if (isRefusal(error, changeStaffSettings, 'SETTINGS_CHANGED')) await client.invalidateQueries(settingsQuery);
      throw error;
    }
  }
  const { settings } = bodyOf(form.values);
  const isClosing = settings.enable_booking === false;
  return (
    <ActionDialog
      title="Change the settings"
      submit={isClosing ? 'Close online booking' : 'Save settings'}
      isDangerous={isClosing}
      done="The settings were changed"
      invalidates={[settingsQuery.queryKey]}
      send={save}
      {...{ form, onClose }}
    >
      <Switch label="Online booking is open" {...form.getInputProps('enable_booking', { type: 'checkbox' })} />
      <Switch
        label="Students sign in before they see Book Online"
        {...form.getInputProps('require_login', { type: 'checkbox' })}
      />
      <TextInput label={settingNames.booking_title} maxLength={100} {...form.getInputProps('booking_title')} />
      <Textarea
        label={settingNames.booking_description}
        autosize
        maxLength={2000}
        {...form.getInputProps('booking_description')}
      />
      <Textarea
        label={settingNames.payment_note}
        description="How and to whom students pay. They read it above the button to pay"
        autosize
        maxLength={2000}
        {...form.getInputProps('payment_note')}
      />
      {form.errors.settings ? (
        <Text c="red" size="sm" role="alert">
          {form.errors.settings}
        </Text>
      ) : null}
      <Preview changes={describeChanges(overview, settings)} />
      <Textarea label="Reason" description="Stored in the audit log" required {...form.getInputProps('reason')} />
    </ActionDialog>
  );
}
