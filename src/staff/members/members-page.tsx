import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { mayDo } from '../../../contract/staff/permissions.ts';
import { listStaffMembers, type StaffMember } from '../../../contract/staff/staff-members.ts';
import { apiOf } from '../../lib/api.ts';
import { Icon } from '../../ui/icons.tsx';
import { ErrorState } from '../../ui/messages/error-state.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/messages/skeleton.tsx';
import { StaffPage } from '../frame/staff-page.tsx';
import { InstructorDialog, InviteDialog, ResetDialog, RoleDialog, StateDialog } from './member-dialogs.tsx';
import { membersRoute } from './members-feature.ts';
import { type MemberAction, MembersTable } from './members-table.tsx';

const dialogs: Record<MemberAction, typeof RoleDialog> = {
  role: RoleDialog,
  instructor: InstructorDialog,
  state: StateDialog,
  reset: ResetDialog,
};

/** The list of staff accounts. Administrators invite members, change their roles, and disable or reset accounts. */
export function MembersPage() {
  const { staff } = membersRoute.useRouteContext();
  const api = apiOf(useQueryClient());
  const [isInviting, setInviting] = useState(false);
  const [chosen, setChosen] = useState<{ member: StaffMember; action: MemberAction } | null>(null);
  const members = useQuery({
    queryKey: ['staff-members'],
    queryFn: async ({ signal }) => (await api.call(listStaffMembers, {}, { signal })).data,
  });
  const mayManage = mayDo(staff.role, 'staff.manage');
  const Dialog = chosen && dialogs[chosen.action];
  return (
    <StaffPage
      title="Staff members"
      actions={
        mayManage ? (
          <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setInviting(true)}>
            Invite
          </Button>
        ) : null
      }
    >
      {members.isPending ? (
        <SkeletonGroup label="Loading the staff members" className="stack gap-3">
          <Skeleton height="2.5rem" />
          <Skeleton height="2.5rem" />
          <Skeleton height="2.5rem" />
        </SkeletonGroup>
      ) : null}
      {members.isError ? (
        <ErrorState
          message="The staff members could not be loaded."
          onRetry={() => void members.refetch()}
          isRetrying={members.isRefetching}
        />
      ) : null}
      {members.data ? (
        <MembersTable
          members={members.data}
          ownId={staff.id}
          mayManage={mayManage}
          onChoose={(member, action) => setChosen({ member, action })}
        />
      ) : null}
      {isInviting ? <InviteDialog onClose={() => setInviting(false)} /> : null}
      {Dialog && chosen ? <Dialog member={chosen.member} onClose={() => setChosen(null)} /> : null}
    </StaffPage>
  );
}
