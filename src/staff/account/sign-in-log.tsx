import { Table, Text } from '@mantine/core';
import type { StaffAccount } from '../../../contract/staff/staff-account.ts';
import { formatInstant } from '../../lib/format/format.ts';

type Entry = StaffAccount['sign_ins'][number];

const events: Record<Entry['event'], string> = {
  signedIn: 'Signed in',
  wrongPassword: 'Wrong password',
  wrongCode: 'Wrong code',
  steppedUp: 'Confirmed an action',
  signedOut: 'Signed out',
};
const methods: Record<Entry['method'], string> = {
  password: 'password',
  totp: 'authenticator app',
  passkey: 'passkey',
  recovery: 'recovery code',
  invitation: 'invitation',
};

/** The newest entries of the staff member's own sign-in log. */
export function SignInLog({ entries }: { entries: Entry[] }) {
  return (
    <>
      <Text>If you do not recognise an entry, change your password and tell an administrator.</Text>
      <Table.ScrollContainer minWidth={560}>
        <Table aria-label="Sign-in log">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>When</Table.Th>
              <Table.Th>What</Table.Th>
              <Table.Th>Browser</Table.Th>
              <Table.Th>Address</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {entries.map(({ id, at, event, method, device, address }) => (
              <Table.Tr key={id}>
                <Table.Td>{formatInstant(at)}</Table.Td>
                <Table.Td>
                  {events[event]} ({methods[method]})
                </Table.Td>
                <Table.Td>{device}</Table.Td>
                <Table.Td>{address}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  );
}
