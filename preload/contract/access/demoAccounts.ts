/** The accounts of the demo data: the embedded API makes them, the sign-in screen shows them. They exist in demo data alone. */
export const demoAccounts = [
  { username: 'admin', password: 'Admin#2026', group: 'super' },
  { username: 'warehouse', password: 'Warehouse#2026', group: 'warehouse' },
  // Sees the goods of one warehouse alone.
  { username: 's.peeters', password: 'Ardennes#2026', group: 'warehouse' },
  { username: 'voucher', password: 'Voucher#2026', group: 'voucher' },
] as const;
export type DemoAccount = (typeof demoAccounts)[number];
