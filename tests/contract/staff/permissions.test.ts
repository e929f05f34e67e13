import { describe, expect, it } from 'vitest';
import { mayDo, staffPermissions, staffRoles } from '../../../contract/staff/permissions.ts';

const allowedTo = (role: (typeof staffRoles)[number]) =>
  staffPermissions.filter((permission) => mayDo(role, permission));

describe('the table of permissions', () => {
  it('an administrator has all permissions', () => {
    expect(allowedTo('administrator')).toEqual(staffPermissions);
  });

  it('an auditor may read everything and change nothing', () => {
    expect(allowedTo('auditor')).toEqual(staffPermissions.filter((permission) => permission.endsWith('.read')));
  });

  it('only administrators may manage staff accounts and settings', () => {
    for (const role of staffRoles.filter((one) => one !== 'administrator'))
      expect([mayDo(role, 'staff.manage'), mayDo(role, 'settings.manage')], role).toEqual([false, false]);
  });

  it('only the roles administrator and accounts may refund money, and only they and auditors may export data', () => {
    for (const permission of ['refunds.manage', 'wallet.manage'] as const)
      expect(staffRoles.filter((role) => mayDo(role, permission))).toEqual(['administrator', 'accounts']);
    expect(staffRoles.filter((role) => mayDo(role, 'exports.read'))).toEqual(['administrator', 'accounts', 'auditor']);
  });

  it('an editor may read batches and manage content, and has no permission for students, orders or payments', () => {
    expect(allowedTo('editor')).toEqual(['batches.read', 'content.read', 'content.manage']);
  });

  it('an instructor may only read and manage rosters', () => {
    expect(allowedTo('instructor')).toEqual(['rosters.read', 'rosters.manage']);
  });
});
