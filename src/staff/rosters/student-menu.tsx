import { ActionIcon, Menu } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { endpointUrl } from '../../../contract/endpoint-url.ts';
import { getStaffCertificateFile, type Roster, type RosterStudent } from '../../../contract/staff/rosters.ts';
import { formatDay } from '../../lib/format/format.ts';
import { Icon } from '../../ui/icons.tsx';
import { downloadLink } from '../session/download.ts';
import { IssueDialog, JoiningDialog, ResultDialog, RevokeDialog } from './roster-dialogs.tsx';

type StudentMenuProps = {
  roster: Roster;
  student: RosterStudent;
  /** The day of the session whose attendance is shown. */
  day: string;
  mayMark: boolean;
  mayGrade: boolean;
  mayReadCertificates: boolean;
  mayCertify: boolean;
  onMark: (student: RosterStudent, mark: null) => void;
};

type Dialog = 'result' | 'issue' | 'revoke' | 'joining';

/** A menu of actions for one student of a roster, such as removing an attendance mark or issuing a certificate. */
export function StudentMenu(props: StudentMenuProps) {
  const { roster, student, day, mayMark, mayGrade, mayReadCertificates, mayCertify, onMark } = props;
  const client = useQueryClient();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const { certificate } = student;
  const isOver = roster.today >= roster.end_date;
  // A student may need the instructions after the first day too, for example after joining late.
  const mayJoin = mayGrade && !certificate && roster.today <= roster.end_date;
  const isMarked = mayMark && !certificate && student.attendance[day] !== undefined;
  const maySeeCertificate = mayReadCertificates && certificate !== null;
  if (!isMarked && !mayGrade && !mayCertify && !maySeeCertificate) return null;
  const onClose = () => setDialog(null);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" size="lg" aria-label={`More for ${student.name}`}>
            <Icon name="chevronDown" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isMarked ? (
            <Menu.Item onClick={() => onMark(student, null)}>Remove the mark of {formatDay(day)}</Menu.Item>
          ) : null}
          {mayGrade && !certificate ? (
            <Menu.Item onClick={() => setDialog('result')}>Result and remark</Menu.Item>
          ) : null}
          {mayJoin ? <Menu.Item onClick={() => setDialog('joining')}>Send joining instructions</Menu.Item> : null}
          {mayCertify && !certificate && isOver ? (
            <Menu.Item onClick={() => setDialog('issue')}>Issue certificate</Menu.Item>
          ) : null}
          {maySeeCertificate ? (
            <Menu.Item
              component="a"
              {...downloadLink(
                client,
                endpointUrl(getStaffCertificateFile, { params: { number: certificate.number } }),
              )}
            >
              Download certificate
            </Menu.Item>
          ) : null}
          {mayCertify && certificate ? (
            <Menu.Item color="red" onClick={() => setDialog('revoke')}>
              Revoke certificate
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'result' ? <ResultDialog {...{ roster, student, onClose }} /> : null}
      {dialog === 'issue' ? <IssueDialog {...{ roster, students: [student], onClose }} /> : null}
      {dialog === 'joining' ? <JoiningDialog {...{ roster, students: [student], onClose }} /> : null}
      {dialog === 'revoke' && certificate ? (
        <RevokeDialog {...{ roster, student, number: certificate.number, onClose }} />
      ) : null}
    </>
  );
}
