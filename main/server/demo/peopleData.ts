import type { DemoAccount } from '@contract/access/demoAccounts';
/**
 * Staff of the demo: invented people. Only the demo accounts have a known password; phone numbers are from ranges that
 * are never assigned.
 */

/** A permission group by the code the seed uses for it. */
export type GroupCode = 'super' | 'warehouse' | 'voucher' | 'broker' | 'finance' | 'sales';

/** A user of the console. */
interface StaffData {
  readonly username: string;
  readonly realName: string;
  readonly email: string;
  readonly phone: string | null;
  readonly group: GroupCode;
  readonly companyName: string;
  readonly passwordHash: string;
  readonly loginAllowed: boolean;
  readonly pdaBarcodeEntry: boolean;
  /** Codes of the warehouses whose goods they see; empty: all. */
  readonly warehouses: readonly string[];
  /** Age of the account in days on the seed day. */
  readonly registeredDaysAgo: number;
}

const BV = 'Northgate Customs BV';
const SRL = 'Northgate Belgium SRL';
const INC = 'Northgate Clearance Inc.';

/** No password has this hash: no one can sign in. */
const UNUSABLE = 'none';

// Computed once with hashPassword at full cost, because seeding would otherwise take seconds.
const DEMO_HASHES: Readonly<Record<DemoAccount['username'], string>> = {
  admin: 'scrypt$131072$8$1$hAs6+Xn6b3z1hNVGz9vPLQ==$sp+44eDmiTwJdINA01k/BCzs4dqEswMh8uRGF9u89FQ=',
  warehouse: 'scrypt$131072$8$1$bAFuusaA09uMurahONVPPg==$eGAeMK9gzG5Ggc03vPJxE0+Zv4KCHK/4BsKq+Q8rSP4=',
  voucher: 'scrypt$131072$8$1$z6039lvzHNveltxaqgxXBQ==$qOlo5qUYJJbFnszAiSQnuqsfWF0rZI64CCD6C8/T/2I=',
  's.peeters': 'scrypt$131072$8$1$+Rjep3/pyOWHEZ7xwNvQ4w==$IOJub7zS2F3hIjGJ/vby4ntuu9H1GDjXHemdBy+o54U=',
};

const person = (
  username: string,
  realName: string,
  group: GroupCode,
  companyName: string,
  phone: string | null,
  registeredDaysAgo: number,
  more: Partial<StaffData> = {},
): StaffData => ({
  username,
  realName,
  email: `${username}@example.com`,
  phone,
  group,
  companyName,
  passwordHash: UNUSABLE,
  loginAllowed: true,
  pdaBarcodeEntry: false,
  warehouses: [],
  registeredDaysAgo,
  ...more,
});

/** All staff; the first is the super administrator, who created the reference data. */
export const staffData: readonly StaffData[] = [
  person('li.wei', '李伟 / Li Wei', 'super', BV, '+1 312 555 0101', 690),
  person('admin', 'Demo Administrator', 'super', BV, null, 180, { passwordHash: DEMO_HASHES.admin }),
  person('warehouse', 'Demo Warehouse', 'warehouse', BV, null, 180, {
    passwordHash: DEMO_HASHES.warehouse,
    pdaBarcodeEntry: true,
  }),
  person('voucher', 'Demo Voucher', 'voucher', BV, null, 180, { passwordHash: DEMO_HASHES.voucher }),
  person('w.janssen', 'Wouter Janssen', 'warehouse', BV, '+44 20 7946 0201', 640, { pdaBarcodeEntry: true }),
  person('s.peeters', 'Sofie Peeters', 'warehouse', SRL, '+44 20 7946 0202', 520, {
    passwordHash: DEMO_HASHES['s.peeters'],
    pdaBarcodeEntry: true,
    warehouses: ['LGG-W1'],
  }),
  person('chen.jing', '陈静 / Chen Jing', 'voucher', BV, '+1 312 555 0104', 610),
  person('zhao.min', '赵敏 / Zhao Min', 'voucher', BV, '+1 312 555 0105', 330),
  person('b.devries', 'Bas de Vries', 'broker', BV, '+44 20 7946 0203', 600),
  person('k.oconnor', "Kate O'Connor", 'broker', INC, '+1 312 555 0106', 410, {
    warehouses: ['ORD-W1', 'LAX-W1', 'JFK-W1'],
  }),
  person('f.meijer', 'Femke Meijer', 'finance', BV, '+44 20 7946 0204', 580),
  person('sun.yu', '孙宇 / Sun Yu', 'sales', BV, '+1 312 555 0107', 450),
  // Uses a hand-held scanner, and may not type barcodes.
  person('d.bakker', 'Daan Bakker', 'warehouse', BV, null, 95, { warehouses: ['AMS-W1', 'AMS-W2'] }),
  // Left the company: may no longer sign in.
  person('p.visser', 'Pim Visser', 'warehouse', BV, null, 400, { loginAllowed: false }),
];

/** User names by task in the history of the demo. */
export const roles = {
  documents: ['chen.jing', 'zhao.min'],
  broker: 'b.devries',
  brokerUs: 'k.oconnor',
  warehouse: 'w.janssen',
  warehouseBe: 's.peeters',
  administrator: 'li.wei',
} as const;
