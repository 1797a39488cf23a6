const CODES = `
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ
  BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ
  CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET
  FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU
  ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ
  LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ
  NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW
  SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ
  TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT
  ZA ZM ZW
`;

/** Two-letter codes of countries and territories (ISO 3166-1 alpha-2, officially assigned: 249). */
export const COUNTRIES: ReadonlySet<string> = new Set(CODES.trim().split(/\s+/));

/** Codes of other systems used for countries, with their ISO code: EL and XI occur in VAT numbers. */
export const COUNTRY_INSTEAD: ReadonlyMap<string, string> = new Map([
  ['UK', 'GB'],
  ['EL', 'GR'],
  ['XI', 'GB'],
]);

const THREE_LETTERS = `
  ARE AE AUS AU AUT AT BEL BE BGR BG BRA BR CAN CA CHE CH CHN CN CYP CY CZE CZ DEU DE DNK DK ESP ES EST EE
  FIN FI FRA FR GBR GB GRC GR HKG HK HRV HR HUN HU IDN ID IND IN IRL IE ISR IL ITA IT JPN JP KOR KR
  LTU LT LUX LU LVA LV MAC MO MEX MX MLT MT MYS MY NLD NL NOR NO NZL NZ PHL PH POL PL PRT PT ROU RO RUS RU
  SAU SA SGP SG SRB RS SVK SK SVN SI SWE SE THA TH TUR TR TWN TW UKR UA USA US VNM VN ZAF ZA
`;

/** Country names unknown to the platform: three-letter codes (ISO 3166-1 alpha-3) and everyday words. */
export const COUNTRY_NAMES: readonly (readonly [string, string])[] = [
  ...[...THREE_LETTERS.matchAll(/([A-Z]{3}) ([A-Z]{2})/g)].map(
    ([, name = '', code = '']) => [name, code] as const,
  ),
  ['HOLLAND', 'NL'],
  ['THENETHERLANDS', 'NL'],
  ['PRCHINA', 'CN'],
  ['CZECHREPUBLIC', 'CZ'],
  ['GREATBRITAIN', 'GB'],
  ['UNITEDSTATESOFAMERICA', 'US'],
  ['香港', 'HK'],
  ['澳门', 'MO'],
];
