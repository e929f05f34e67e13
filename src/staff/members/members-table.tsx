import { ActionIcon, Badge, Menu, Table, Text, VisuallyHidden } from '@mantine/core';
import type { StaffMember } from '../../../contract/staff/staff-members.ts';
import { formatInstant } from '../../lib/format/format.ts';
import { Icon } from '../../ui/icons.tsx';

export type MemberAction = 'role' | 'instructor' | 'state' | 'reset';

type MembersTableProps = {
  members: StaffMember[];
  /** Id of the signed-in staff member. This staff member's own account cannot be changed in the table. */
  ownId: string;
  mayManage: boolean;
  onChoose: (member: StaffMember, action: MemberAction) => void;
};

const states: Record<StaffMember['state'], { label: string; color: string }> = {
  invited: { label: 'Invited', color: 'orange' },
  active: { label: 'Active', color: 'green' },
  disabled: { label: 'Disabled', color: 'gray' },
};
const factors = { totp: 'Authenticator app', passkey: 'Passkey' } as const;

export function MembersTable({ members, ownId, mayManage, onChoose }: MembersTableProps) {
  return (
    <Table.ScrollContainer minWidth={720}>
      <Table aria-label="Staff members">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Role</Table.Th>
            <Table.Th>Account</Table.Th>
            <Table.Th>Second factor</Table.Th>
            <Table.Th>Last signed in</Table.Th>
            {mayManage ? (
              <Table.Th>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            ) : null}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {members.map((member) => (
            <Table.Tr key={member.id}>
              <Table.Td>
                <Text fw={600}>{member.name}</Text>
                <Text size="sm" c="dimmed">
                  {member.email}
                </Text>
              </Table.Td>
              <Table.Td>
                {member.role}
                {member.role === 'instructor' || member.instructor ? (
                  <Text size="sm">{member.instructor?.name ?? 'Not connected with an instructor'}</Text>
                ) : null}
              </Table.Td>
              <Table.Td>
                <Badge variant="light" color={states[member.state].color}>
                  {states[member.state].label}
                </Badge>
                {member.state === 'invited' && member.invited_until ? (
                  <Text size="sm">Link valid until {formatInstant(member.invited_until)}</Text>
                ) : null}
              </Table.Td>
              <Table.Td>{member.second_factors.map((factor) => factors[factor]).join(', ') || 'None'}</Table.Td>
              <Table.Td>{member.last_signed_in_at ? formatInstant(member.last_signed_in_at) : 'Never'}</Table.Td>
              {mayManage ? (
                <Table.Td>{member.id === ownId ? 'You' : <MemberMenu member={member} onChoose={onChoose} />}</Table.Td>
              ) : null}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function MemberMenu({ member, onChoose }: { member: StaffMember; onChoose: MembersTableProps['onChoose'] }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={`Change the account of ${member.name}`}>
          <Icon name="menu" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onChoose(member, 'role')}>Change role</Menu.Item>
        {member.role === 'instructor' || member.instructor ? (
          <Menu.Item onClick={() => onChoose(member, 'instructor')}>Connect with an instructor</Menu.Item>
        ) : null}
        {member.state === 'disabled' ? null : (
          <Menu.Item onClick={() => onChoose(member, 'reset')}>
            {member.state === 'invited' ? 'Send a new link' : 'Reset sign-in'}
          </Menu.Item>
        )}
        <Menu.Item onClick={() => onChoose(member, 'state')}>
          {member.state === 'disabled' ? 'Enable account' : 'Disable account'}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
