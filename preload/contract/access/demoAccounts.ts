/** The accounts of the demo data, created by the embedded API and shown on the sign-in screen. Demo data only. */
export const demoAccounts = [
  { username: 'admin', password: 'Admin#2026', group: 'super' },
  { username: 'warehouse', password: 'Warehouse#2026', group: 'warehouse' },
  // Sees only the goods of one warehouse.
  { username: 's.peeters', password: 'Ardennes#2026', group: 'warehouse' },
  { username: 'voucher', password: 'Voucher#2026', group: 'voucher' },
] as const;
export type DemoAccount = (typeof demoAccounts)[number];
