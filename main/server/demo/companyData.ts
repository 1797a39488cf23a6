import { customerData } from './customerData';

/**
 * Legal entities of the demo: all invented, with unassigned tax and account numbers that have valid check digits.
 */
export interface CompanyData {
  readonly code: string;
  readonly nameEn: string;
  readonly nameCn: string;
  readonly shortName: string;
  readonly kind: 'own' | 'customer' | 'supplier';
  readonly supplierTypes: readonly string[];
  readonly country: string;
  readonly city: string;
  readonly street: string;
  readonly houseNumber: string;
  readonly postcode: string;
  readonly registrationNo?: string;
  readonly vatNo?: string;
  readonly eoriNo?: string;
  readonly iban?: string;
  readonly currency: 'EUR' | 'USD';
  readonly paymentTermDays: number | null;
}

type Names = readonly [code: string, nameEn: string, nameCn: string, shortName: string];
type Address = readonly [
  country: string,
  city: string,
  street: string,
  houseNumber: string,
  postcode: string,
];
type Numbers = Pick<CompanyData, 'registrationNo' | 'vatNo' | 'eoriNo' | 'iban'>;

const company = (
  kind: CompanyData['kind'],
  supplierTypes: readonly string[],
  [code, nameEn, nameCn, shortName]: Names,
  [country, city, street, houseNumber, postcode]: Address,
  numbers: Numbers = {},
): CompanyData => ({
  ...{ code, nameEn, nameCn, shortName, kind, supplierTypes, country, city, street, houseNumber, postcode },
  ...numbers,
  currency: country === 'US' ? 'USD' : 'EUR',
  paymentTermDays: kind === 'own' ? null : 30,
});
const own = (names: Names, address: Address, numbers: Numbers) => company('own', [], names, address, numbers);
const supplier = (type: string, names: Names, address: Address, numbers?: Numbers) =>
  company('supplier', [type], names, address, numbers);

/** Our own companies and our suppliers. */
const ownAndSuppliers: readonly CompanyData[] = [
  own(
    ['NGC-NL', 'Northgate Customs BV', '北门报关（荷兰）', 'Northgate NL'],
    ['NL', 'Schiphol', 'Noordpoortweg', '12', '1118 CP'],
    {
      registrationNo: '99900011',
      vatNo: 'NL999000111B01',
      eoriNo: 'NL999000111',
      iban: 'NL75NGTB0999000111',
    },
  ),
  own(
    ['NGC-BE', 'Northgate Belgium SRL', '北门比利时', 'Northgate BE'],
    ['BE', 'Grâce-Hollogne', 'Rue de la Porte Nord', '8', '4460'],
    {
      registrationNo: '0777.000.187',
      vatNo: 'BE0777000187',
      eoriNo: 'BE0777000187',
      iban: 'BE72999000111016',
    },
  ),
  own(
    ['NGC-US', 'Northgate Clearance Inc.', '北门清关（美国）', 'Northgate US'],
    ['US', 'Chicago', 'North Gate Drive', '400', '60666'],
    {},
  ),
  supplier(
    'trucker',
    ['WINDMILL', 'Windmill Trucking BV', '风车卡车', 'Windmill'],
    ['NL', 'Hoofddorp', 'Molenstraat', '21', '2132 WT'],
    { vatNo: 'NL888000224B01', iban: 'NL52NGTB0888000224' },
  ),
  supplier(
    'trucker',
    ['MAASLINE', 'Maasline Transport BV', '马斯运输', 'Maasline'],
    ['NL', 'Beek', 'Maasweg', '3', '6199 AG'],
    { iban: 'NL42NGTB0999000317' },
  ),
  supplier(
    'trucker',
    ['ARDENNES', 'Ardennes Road SA', '阿登公路运输', 'Ardennes'],
    ['BE', 'Liège', 'Quai des Ardennes', '77', '4000'],
    { vatNo: 'BE0888000356', iban: 'BE88999000356041' },
  ),
  supplier(
    'trucker',
    ['RHEINBOGEN', 'Rheinbogen Spedition GmbH', '莱茵弯货运', 'Rheinbogen'],
    ['DE', 'Duisburg', 'Rheinbogen', '5', '47059'],
    { vatNo: 'DE999000113', iban: 'DE47999000110000113000' },
  ),
  supplier(
    'trucker',
    ['PRAIRIE', 'Prairie Haul LLC', '草原运输', 'Prairie'],
    ['US', 'Bensenville', 'Prairie Road', '1500', '60106'],
  ),
  supplier(
    'trucker',
    ['ARCH', 'Arch Drayage Inc.', '拱门拖车', 'Arch'],
    ['US', 'Long Beach', 'Arch Street', '88', '90802'],
  ),
  supplier(
    'broker',
    ['DELTA', 'Delta Douane Services BV', '三角洲报关', 'Delta Douane'],
    ['NL', 'Rotterdam', 'Deltaweg', '140', '3088 GD'],
    { iban: 'NL47NGTB0999000421' },
  ),
  supplier(
    'broker',
    ['MEUSE', 'Meuse Customs SRL', '默兹报关', 'Meuse'],
    ['BE', 'Liège', 'Quai de la Meuse', '19', '4020'],
    { iban: 'BE34999000487090' },
  ),
  supplier(
    'shipping_line',
    ['POLARIS', 'Polaris Ocean Line', '北极星海运', 'Polaris'],
    ['HK', '香港', '北极星道', '1号', '999077'],
  ),
];

/** Companies for the invoices of monthly paying customers, with the customer's code. */
const customers = customerData
  .filter(({ settlement }) => settlement === 'monthly')
  .map(
    (customer, index): CompanyData => ({
      code: customer.code,
      // Numbers of no real company: the district code is 99.
      registrationNo: `919900MA${String(90_000_000 + index * 137)}X`,
      nameEn: `${customer.nameEn} Ltd`,
      nameCn: `${customer.nameCn}有限公司`,
      shortName: customer.nameEn,
      kind: 'customer',
      supplierTypes: [],
      country: customer.country,
      city: customer.city,
      street: customer.street,
      houseNumber: customer.houseNumber,
      postcode: customer.postcode,
      currency: customer.currency,
      paymentTermDays: customer.paymentTermDays,
    }),
  );

export const companyData: readonly CompanyData[] = [...ownAndSuppliers, ...customers];
