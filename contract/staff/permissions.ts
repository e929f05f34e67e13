/** The roles of staff members (docs/product.md#roles-and-permissions). */
export const staffRoles = ['administrator', 'registrar', 'accounts', 'editor', 'instructor', 'auditor'] as const;
export type StaffRole = (typeof staffRoles)[number];

/**
 * Which roles have which permission. The server checks this table for each call, and the console shows only what it
 * allows. Two roles are not listed: administrators have all permissions, auditors all that end in `.read`.
 */
const rolesByPermission = {
  'staff.read': [],
  'staff.manage': [],
  'audit.read': [],
  'settings.read': [],
  'settings.manage': [],
  'search.read': ['registrar', 'accounts'],
  'students.read': ['registrar', 'accounts'],
  'students.manage': ['registrar'],
  'documents.read': ['registrar'],
  'documents.manage': ['registrar'],
  'batches.read': ['registrar', 'accounts', 'editor'],
  // `batches.manage` includes the refunds after a batch was moved or cancelled: those that students choose, and those
  // that are made when their time to choose has ended.
  'batches.manage': ['registrar'],
  'orders.read': ['registrar', 'accounts'],
  // `orders.manage` includes refunds by the refund policy for cancelled bookings, and refunds of the price difference
  // after a transfer to a cheaper course.
  'orders.manage': ['registrar'],
  'sales.manage': ['registrar', 'accounts'],
  'payments.read': ['registrar', 'accounts'],
  'payments.recheck': ['registrar', 'accounts'],
  'payments.manage': ['accounts'],
  // `refunds.manage` is needed for refunds whose amount staff choose, and to retry a failed refund or record that it
  // was paid by hand.
  'refunds.manage': ['accounts'],
  'wallet.manage': ['accounts'],
  'exports.read': ['accounts'],
  'reports.read': ['accounts'],
  'enquiries.read': ['registrar'],
  'enquiries.manage': ['registrar'],
  'emails.read': ['registrar'],
  'emails.manage': ['registrar'],
  // Instructors see and change the rosters of their own batches only.
  'rosters.read': ['registrar', 'instructor'],
  'rosters.manage': ['registrar', 'instructor'],
  'certificates.read': ['registrar'],
  'certificates.manage': ['registrar'],
  'waitingLists.read': ['registrar'],
  'waitingLists.manage': ['registrar'],
  'content.read': ['editor'],
  'content.manage': ['editor'],
} as const satisfies Record<string, readonly StaffRole[]>;

export type StaffPermission = keyof typeof rolesByPermission;

export const staffPermissions = Object.keys(rolesByPermission) as StaffPermission[];

/** Whether a role has a permission. */
export function mayDo(role: StaffRole, permission: StaffPermission): boolean {
  if (role === 'administrator') return true;
  if (role === 'auditor') return permission.endsWith('.read');
  return (rolesByPermission[permission] as readonly StaffRole[]).includes(role);
}
