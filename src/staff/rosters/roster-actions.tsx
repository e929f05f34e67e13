import { Button, Menu } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '../../../contract/counted.ts';
import { endpointUrl } from '../../../contract/endpoint-url.ts';
import { exportRoster, type Roster, type RosterFormat } from '../../../contract/staff/rosters.ts';
import { Icon } from '../../ui/icons.tsx';
import { downloadFile } from '../session/download.ts';
import { hasBegun, IssueDialog, JoiningDialog } from './roster-dialogs.tsx';

type RosterActionsProps = { roster: Roster; mayGrade: boolean; mayCertify: boolean };

/** The actions that concern all students of a roster, other than marking attendance. */
export function RosterActions({ roster, mayGrade, mayCertify }: RosterActionsProps) {
  const [dialog, setDialog] = useState<'issue' | 'joining' | null>(null);
  const passed = roster.roster.filter(({ result, certificate }) => result === 'passed' && !certificate);
  const onClose = () => setDialog(null);
  return (
    <>
      {mayCertify && roster.today >= roster.end_date && passed.length > 0 ? (
        <Button onClick={() => setDialog('issue')}>Issue {counted(passed.length, 'certificate')}</Button>
      ) : null}
      {mayGrade && !hasBegun(roster) && roster.roster.length > 0 ? (
        <Button variant="outline" onClick={() => setDialog('joining')}>
          Send joining instructions
        </Button>
      ) : null}
      <DownloadMenu roster={roster} />
      {dialog === 'issue' ? <IssueDialog {...{ roster, students: passed, onClose }} /> : null}
      {dialog === 'joining' ? <JoiningDialog {...{ roster, students: roster.roster, onClose }} /> : null}
    </>
  );
}

/** Downloads the roster as a file, after step-up authentication. */
function DownloadMenu({ roster: { batch_id } }: { roster: Roster }) {
  const client = useQueryClient();
  const { mutate: download, isPending } = useMutation({
    mutationFn: (format: RosterFormat) =>
      downloadFile(client, endpointUrl(exportRoster, { params: { id: batch_id, format } }), { stepUp: true }),
    meta: { errorToast: 'The roster was not downloaded. Please check your connection and try again.' },
  });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="outline" loading={isPending} rightSection={<Icon name="chevronDown" size={16} />}>
          Download
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => download('pdf')}>PDF, to print</Menu.Item>
        <Menu.Item onClick={() => download('csv')}>CSV, for a spreadsheet</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
