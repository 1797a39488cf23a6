/** Messages of the checks in `rules/`, each with the problem and the remedy. */
export const rules = {
  CHECK_DIGIT:
    '{field}: one character is wrong (check digit should be {expected}). Compare it with the document',
  NAMED_RATE_FORMAT: '{field}: enter a name and a rate, for example Antidumping: 28.5',
  CODE_INSTEAD: '{field}: the code is {expected}, not {value}',
  CODE_MEANT: '{field}: enter {expected} instead of {value}',
  CURRENCY_REPLACED:
    '{field}: the currency {value} was replaced by {expected}. Enter the amount in {expected} too',
  CODE_FORMAT: '{field}: use 1 to {max} of A-Z, 0-9, hyphen and underscore, for example DE-HUB-01',

  AREA_CODE_FORMAT:
    '{field}: enter a country code, for example NL, or the code of a region in it, for example NL-NH',
  ALPHA3_FORMAT: '{field}: three letters, for example NLD',
  NUMERIC3_FORMAT: '{field}: three digits, for example 528',
  PHONE_CODE_FORMAT: '{field}: a plus sign and 1 to 6 digits, for example +31',
  PATTERN_FORMAT:
    '{field}: “{part}” is not understood here. Enter the format of a whole postcode, without lookahead or lookbehind, for example \\d{4} ?[A-Z]{2}',
  PATTERN_UNUSED:
    'This format is not used, because “{part}” is not supported. The usual rule of the country applies. Enter the format of a whole postcode, without lookahead or lookbehind, for example \\d{4} ?[A-Z]{2}',
  FEE_CODE_FORMAT:
    '{field}: 2 to 20 lower-case letters, digits and underscores, starting with a letter, for example handling',
  MAIL_DOMAIN_FORMAT: '{field}: enter the part after the @ of an address, for example example.com',
  INTERMEDIARY_FORMAT: '{field}: IN and ten digits, for example IN5280004321',
  AREA_PARENT: '{field}: a region must belong to a country; a country belongs to none',
  AREA_PARENT_CODE: '{field}: a region of {country} begins with {country}-, for example {country}-01',
  FEE_PARENT: '{field}: a category cannot be under itself or under one of its subcategories',
  FIRMS_US_ONLY: '{field}: only sites in the United States have a FIRMS code',
  FIRMS_REQUIRED: '{field}: a site in the United States needs a FIRMS code, for example Y258',
  DAYS_ORDER: '{field} must not be earlier than {previous}',
  IOSS_EXPIRED: 'IOSS number {no} was only valid until {day} and stays locked',

  MAIL_SENDER_FORMAT: '{field}: enter an address or a domain, for example noa@example.com or example.com',
  MAIL_PATTERN: '{field}: “{part}” is not understood here. Enter a pattern like AWB:? *(\\d[\\d -]+)',
  TIME_OF_DAY_FORMAT: '{field}: enter hours and minutes, for example 08:30',

  // Bills and shipments
  HOUSE_NO_FORMAT: '{field}: enter 3 to 20 characters (A-Z, 0-9, hyphen, no spaces), for example SZX2611-001',
  HBL_FORMAT: '{field}: a house bill has 4 to 20 letters and digits, for example PLDR26110045',
  BATCH_NO_FORMAT: '{field}: use 1 to 30 of A-Z, 0-9 and hyphen, no spaces, for example B20261103-01',
  FLIGHT_FORMAT: '{field}: enter the two characters of the airline and 1 to 4 digits, for example CK205',
  VOYAGE_FORMAT: '{field}: a voyage has 2 to 10 letters and digits, for example 041E',
  FLIGHT_OR_VOYAGE_FORMAT:
    '{field}: enter a flight, for example CK205, or a voyage, for example 041E: 2 to 10 letters and digits',
  ULD_FORMAT: '{field}: a ULD has a 3-character type, 4 or 5 digits and its owner, for example PMC12345CK',
  BOX_NO_FORMAT: '{field}: use 3 to 40 of A-Z, 0-9 and hyphen, no spaces, for example PLD26110300001',
  TRACKING_NO_FORMAT:
    '{field}: a tracking number has 8 to 35 letters and digits, for example TUL8800012345NL',
  TRACKING_PREFIX_FORMAT: '{field}: a tracking prefix is 1 to 6 letters, for example TUL',
  S10_FORMAT: '{field}: a postal number is 2 letters, 9 digits and 2 letters, for example RR473124829GB',
  SSCC_FORMAT: '{field}: a pallet label has 18 digits, for example 387123450000000012',
  GS1_PREFIX_FORMAT: '{field}: a company prefix of GS1 has 4 to 12 digits, for example 8712345',
  CONTAINER_FORMAT: '{field}: enter 4 letters and 7 digits, for example CSQU3054383',
  CONTAINER_CATEGORY:
    '{field}: the fourth letter is U, J or Z (container, equipment, chassis), not {letter}, for example CSQU3054383',
  IMO_FORMAT: '{field}: an IMO number has 7 digits, for example 9074729',
  PARTY_NUMBER_FORMAT: '{field} is 2 to 15 letters, digits or hyphens, for example 12-3456789XX',
  PARTY_NUMBER_KIND:
    '{field} does not match the format of “{kind}”: employer 12-3456789XX, CBP-assigned 260312-00123, social security 123-45-6789, passport without spaces, SCAC 2 to 4 letters',
  SCAC_FORMAT: '{field}: a SCAC is 2 to 4 letters, for example COSU',
  DOCUMENT_NO_FORMAT: '{field}: use 3 to 20 of A-Z, 0-9 and hyphen, for example AT20261103-0001',
  ULD_COUNT_FORMAT: '{field}: enter number and type of the ULDs, for example 3xPMC',
  CONTAINER_COUNT_FORMAT:
    '{field}: enter number and type of the containers (20GP, 40GP, 40HQ, 45HQ, or RF, OT or FR of 20 or 40 feet), for example 2x40HQ',
  WEEKDAYS_FORMAT: '{field}: enter the days of operation, Monday is 1, for example 135',
  CMR_FORMAT:
    '{field}: use 3 to 20 of A-Z, 0-9, hyphen and slash, with a digit, for example CMR20261103-0007',
  CMR_OWN_FORMAT: '{field}: our own numbers are CMR, the day and four digits, for example CMR20261103-0007',
  PLATE_FORMAT: '{field}: use 2 to 14 of A-Z, 0-9, space and hyphen, for example 12-BXX-3',

  // People and contacts
  CUSTOMER_CODE_FORMAT: '{field}: use 2 to 20 of A-Z, 0-9 and hyphen, for example GPT',
  EMAIL_FORMAT: '{field}: enter one email address, for example ops@example.com',
  PHONE_FORMAT:
    '{field}: enter at least 6 digits and at most 20 characters, with the country code, for example +31 20 1234567',
  MOBILE_CN_FORMAT:
    '{field}: a Chinese mobile number has 11 digits and begins with 13 to 19, for example 13800138000 or +86 13800138000',
  PHONE_CN_FORMAT:
    '{field}: a Chinese number is a mobile of 11 digits, or an area code and 7 or 8 digits, for example 0755 23456789',
  PHONE_ELSEWHERE: '{field}: numbers of {country} begin with {code}; check this number',
  WECHAT_FORMAT:
    '{field}: enter a phone number, a QQ number, or a WeChat ID of 6 to 20 letters, digits, _ or - that begins with a letter, for example wang_fei88',
  USER_NAME_FORMAT: '{field}: use 3 to 40 letters, digits, dots, hyphens, _ or @, for example li.wei',
  POSTCODE_FORMAT: '{field}: a postcode of {country} is written as {example}',
  POSTCODE_PATTERN_UNUSED:
    '{field}: checked by the usual rule of {country}. The format stored for {country} is not supported: {pattern}. Correct it under Countries and regions',
  POSTCODE_ZERO_LOST: '{field}: this postcode of {country} has lost a zero. Use {expected}',
  POSTCODE_NL_LETTERS:
    '{field}: no Dutch postcode ends in SA, SD or SS; look it up again, for example 1118 CP',
  POSTCODE_LENGTH: '{field}: a postcode has 2 to 12 letters, digits, spaces or hyphens, for example LV-1010',

  // Customs
  MRN_FORMAT:
    '{field}: an MRN has 18 characters: year, country, 13 letters or digits, check digit, for example 26NL00043200A7K2R4',
  MRN_KIND:
    '{field}: the letter {letter} before the check digit does not belong to a transit MRN (J, K, L or M)',
  HS_PREFIX: '{field}: a chapter has 2 digits, a heading 4, a code up to 10, for example 61 or 6109',
  HS_FORMAT: '{field}: an HS code has 6, 8 or 10 digits, for example 610910 or 6109100010',
  HS_ZERO_LOST:
    '{field}: {digits} digits; an HS code has 6, 8 or 10. If a spreadsheet removed the leading zero, write {expected}',
  HS_LEVEL: '{field}: {expected} digits are needed here, the code has {digits}',
  HS_US_ONLY:
    '{field}: chapter {chapter} is only used in the United States; elsewhere use the code of the goods',
  IOSS_STATE:
    '{field}: {state} is not a member state of the EU; the ISO number of the state follows IM, for example 528 in IM5280001234',
  IOSS_INTERMEDIARY:
    '{field}: IN is the number of an intermediary. Enter the IOSS number of the seller, for example IM5280001234',
  IOSS_NON_UNION:
    '{field}: EU is a number of the non-Union scheme for services. Goods need an IOSS number, for example IM5280001234',
  VATEX_FORMAT: '{field}: a code of the VATEX list, for example VATEX-EU-AE',
  INVOICE_PREFIX_FORMAT: '{field}: up to 12 letters, digits and hyphens',
  DATEV_CONSULTANT_FORMAT: '{field}: a number from 1001 to 9999999',
  DATEV_CLIENT_FORMAT: '{field}: a number from 1 to 99999',
  UNIT_CODE_FORMAT: '{field}: 2 or 3 letters or digits of UN/ECE recommendation 20, for example KGM',
  PEPPOL_SCHEME_FORMAT: '{field}: four digits of the EAS code list, for example 9944',
  EORI_FORMAT: '{field}: an EORI number of {country} is written as {example}',
  EORI_CHECK: '{field}: the check digits do not match. Compare the number with the EORI register',
  VAT_FORMAT: '{field}: a VAT number of {country} is written as {example}',
  VAT_ZEROS_LOST: '{field}: 9 digits are needed before the B; with the lost zeros it is {expected}',
  VAT_CHECK:
    '{field}: the check digits do not match, so one character is wrong. Compare the number with the VAT register',
  ENTRY_NO_FORMAT:
    '{field}: an entry number is the 3-character filer code, 7 digits and a check digit, for example ABC-1234567-6',
  FILER_CODE_FORMAT: '{field}: a filer code is 3 letters or digits, for example QZX',
  US_PORT_FORMAT: '{field}: a US port is 4 digits of Schedule D, for example 2704 for Los Angeles',
  SURETY_FORMAT: '{field}: a surety code is 3 digits, for example 036',
  IMPORTER_ID_FORMAT:
    '{field}: enter an employer number, for example 12-3456789XX, a CBP-assigned number, for example 261103-00017, or a social security number, for example 123-45-6789',
  IN_BOND_FORMAT: '{field}: an in-bond number has 9 digits, for example 257700030',
  CUSTOMS_OFFICE_FORMAT:
    '{field}: a customs office code is a country code and 6 letters or digits, for example NL000432 for Schiphol',
  CUSTOMS_OFFICE_NAME:
    '{field}: this is not in the format of the EU customs office list. Enter the code of the office, for example NL000432 for Schiphol',
  LRN_FORMAT: '{field}: use 1 to 22 of A-Z, 0-9 and hyphen, no spaces, for example NGC26110300017D',
  SEAL_FORMAT: '{field}: a seal number has 2 to 20 letters, digits or hyphens, for example NG-204417',
  INCOTERM_OLD: '{field}: {value} is no longer in the Incoterms, write {expected}',
  INCOTERM_UNKNOWN: '{field}: “{value}” is not one of the Incoterms 2020 {choices}',

  // Places and money
  AIRPORT_FORMAT:
    '{field}: enter the 3 letters of an airport, for example AMS, or the 5 characters of a port, for example NLRTM',
  ICAO_FORMAT: '{field}: an ICAO code is 4 letters, for example EHAM',
  UN_LOCODE_FORMAT:
    '{field}: a UN/LOCODE is a country code and 3 letters or digits 2 to 9, for example NLRTM',
  COUNTRY_UNKNOWN:
    '{field}: “{value}” is not a country code. Enter two letters of ISO 3166, for example NL, CN or US',
  TIME_ZONE_UNKNOWN: '{field}: “{value}” is not a time zone. Enter a name, for example Europe/Amsterdam',
  CURRENCY_UNKNOWN:
    '{field}: “{value}” is not a currency code. Enter three letters of ISO 4217, for example EUR or CNY',
  AIRLINE_CODE_FORMAT: '{field}: an airline code is 2 letters, or a letter and a digit, for example CK or 5Y',
  AIRLINE_CODE_UNKNOWN:
    '{field}: airline {value} is not in the airline table; check the code, for example CK',
  SCH_D_FORMAT: '{field}: a US port (Schedule D) has 4 digits, including leading zeros, for example 2704',
  SCH_K_FORMAT: '{field}: a foreign port (Schedule K) has 5 digits, for example 57035',
  FIRMS_FORMAT: '{field}: a FIRMS code has 4 letters or digits, for example Y258',

  // US entries
  MID_FORMAT:
    '{field}: a MID is a country code, letters of the name, digits of the address and letters of the city, for example CNSHEEVO123SHE',
  US_CARRIER_FORMAT:
    '{field}: enter a SCAC, for example COSU, or the two characters of an airline, for example CK',
  SPI_FORMAT: '{field}: enter one letter, or a letter and one other character, for example S or A+',
  US_UNIT_FORMAT: '{field}: a unit has 1 to 3 letters or digits, for example NO, DOZ or CTN',
  CHAPTER_99_FORMAT:
    '{field}: a heading of chapter 99 has 8 or 10 digits and begins with 99, for example 9903.88.03',
  US_RATE_CODE_FORMAT:
    '{field}: enter a commodity code of 4 to 10 digits, a fee class of 3, or an entry type of 2',
  CONSIGNMENT_FORMAT:
    '{field}: a consignment has 3 to 35 letters, digits and hyphens, for example SZX2611-001',
  ENTRY_TYPE_VALUE: '{field}: type {type} is for goods up to USD {limit}',
  ENTRY_ADDITIONAL: '{field}: these goods of this origin also fall under {codes}',
  ENTRY_ONE_CONSIGNEE:
    '{field}: an entry of type {type} can have only one consignee, but these goods go to {count}. Create an entry for each',
  ENTRY_EXCLUDED: '{field}: an exclusion is filed under its own heading alone; remove {codes}',
  ENTRY_EXCLUSION_WRONG:
    '{field}: these goods of this origin do not fall under the exclusion {codes}; compare with the US customs rates',
  ORDER_CASE_FORMAT: '{field}: a case is {letter} and nine digits, for example {letter}-570-967-000',
  ORDER_CASE_NONE:
    '{field}: entries of type {type} need the case of an antidumping or countervailing duty order',
  ORDER_CASE_TYPE:
    '{field}: goods with an antidumping or countervailing case cannot be entered under type {type}; use type 03',
  US_FEE_OUTDATED:
    '{field}: the rates of “{name}” are known only up to {day}, so it is missing from the sums; add the fee of this day to the US customs rates',
  US_RATE_NONE: '{field}: there is no rate for {code} on {day}; add it to the US customs rates',
  BOND_REQUIRED: '{field}: entries of type {type} need a bond',
  BOND_TOO_SMALL: '{field}: a single bond must cover value, duty and fees: at least USD {least}',

  // Banks and companies
  IBAN_FORMAT:
    '{field}: an IBAN is a country code, two check digits and 11 to 30 letters or digits, for example NL91ABNA0417164300',
  IBAN_LENGTH: '{field}: an IBAN of {country} has {expected} characters, this one has {length}',
  IBAN_CHECK:
    '{field}: the check digits do not match, so one character is wrong. Compare the number with the invoice',
  SWIFT_FORMAT:
    '{field}: a SWIFT code has 8 or 11 characters: bank, country, place and branch, for example ABNANL2A',
  SUPPLIER_TYPES_ONLY:
    '{field}: only suppliers have supplier types. Leave it empty, or make the company a supplier',
} as const;
