/** A group of customers with common rates. */
export const clientGroupData = [
  { code: 'VIP', nameEn: 'VIP', nameCn: '大客户', discount: 8 },
  { code: 'STANDARD', nameEn: 'Standard', nameCn: '标准客户', discount: null },
  { code: 'PLATFORM', nameEn: 'Platform', nameCn: '平台客户', discount: 5 },
  { code: 'FORWARDER', nameEn: 'Forwarder', nameCn: '同行', discount: 3.5 },
] as const;

/** A customer, and the properties of its bills. */
export interface CustomerData {
  readonly code: string;
  readonly nameEn: string;
  readonly nameCn: string;
  readonly group: (typeof clientGroupData)[number]['code'];
  readonly contactName: string;
  readonly email: string;
  readonly phone: string;
  readonly wechat: string;
  readonly country: 'CN' | 'HK';
  readonly province: string;
  readonly city: string;
  readonly district: string;
  readonly street: string;
  readonly houseNumber: string;
  readonly postcode: string;
  readonly address1: string;
  readonly address2: string;
  readonly settlement: 'per_bill' | 'weekly' | 'monthly';
  readonly paymentTermDays: number;
  /** Whole units of the currency. */
  readonly creditLimit: number;
  readonly currency: 'EUR' | 'USD';
  readonly photoRequired: boolean;
  /** Weight of its share of the bills. */
  readonly share: number;
  /** Share of its bills that fly to America, relative to the average. */
  readonly toAmerica: number;
  /** Legal name of the seller on its parcels; forwarders carry several sellers' parcels. */
  readonly sellers: readonly string[];
  /** Batches are numbered by date or simply counted. */
  readonly batches: 'dated' | 'counted';
}

type Names = readonly [code: string, nameEn: string, nameCn: string];
type Contact = readonly [name: string, mailbox: string, phone: string, wechat: string];
type Address = readonly [
  country: 'CN' | 'HK',
  province: string,
  city: string,
  district: string,
  street: string,
  houseNumber: string,
  postcode: string,
  address1: string,
  address2: string,
];
type Terms = readonly [
  group: CustomerData['group'],
  settlement: CustomerData['settlement'],
  paymentTermDays: number,
  creditLimit: number,
  currency: CustomerData['currency'],
];
type Habits = readonly [
  share: number,
  toAmerica: number,
  batches: CustomerData['batches'],
  sellers: readonly string[],
];

export function customer(
  [code, nameEn, nameCn]: Names,
  [contactName, email, phone, wechat]: Contact,
  [country, province, city, district, street, houseNumber, postcode, address1, address2]: Address,
  [group, settlement, paymentTermDays, creditLimit, currency]: Terms,
  [share, toAmerica, batches, sellers]: Habits,
  photoRequired = false,
): CustomerData {
  return {
    ...{ code, nameEn, nameCn, group, contactName, email, phone, wechat },
    ...{ country, province, city, district, street, houseNumber, postcode, address1, address2 },
    ...{ settlement, paymentTermDays, creditLimit, currency, photoRequired },
    ...{ share, toAmerica, sellers, batches },
  };
}
