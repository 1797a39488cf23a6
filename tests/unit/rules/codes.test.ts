import {
  batchNo,
  billNo,
  boxNo,
  channelCodeRule,
  cmrNumber,
  containerNo,
  customerCode,
  flightNo,
  flightOrVoyage,
  hbl,
  houseNo,
  imo,
  isMawb,
  mawbPrefix,
  mbl,
  nextMawb,
  palletSscc,
  plateNo,
  referenceCode,
  s10Problem,
  scac,
  trackingNo,
  trackingPrefix,
  uldNo,
  userName,
  voyage,
} from '@contract/rules/codes';
import { emailAddress, phoneNumber, weChatId } from '@contract/rules/contactCodes';
import type { CodeRule } from '@contract/rules/rule';
import { describe, expect, test } from 'vitest';

/** Returns the code of the refusal of a typed value. */
const refusal = (rule: CodeRule, typed: string) => rule.check(rule.normalise(typed))?.code;

const long = (length: number) => 'A'.repeat(length);

const accepted: [name: string, rule: CodeRule, typed: string[]][] = [
  [
    'billNo',
    billNo,
    [
      '112-12345675',
      '999-64512803',
      '172-08114072',
      '880-31415926',
      '921-77777770',
      '112-90424456',
      '784-90197726',
      '999-90517501',
      '172-90853195',
      '501-90063282',
      '921-90094944',
      '880-90702393',
      '157-90123375',
      '176-90479314',
      '160-90763875',
      '297-90076022',
      '369-90665105',
      'COSU6345678901',
      'MAEU258741369',
    ],
  ],
  ['mbl', mbl, ['COSU6345678901', 'MAEU258741369', 'OOLU2712345670', 'cosu 634-5678901', 'COSU1234']],
  ['hbl', hbl, ['PLDR26110045', 'NRDN0012345', 'SZX26110001']],
  ['houseNo', houseNo, ['SZX2611-001', 'H0012345', 'PLD2026110300012', 'h01', long(20)]],
  ['batchNo', batchNo, ['01', 'B20261103-01', 'AMS-ECO-3', '1', long(30)]],
  ['flightNo', flightNo, ['CK205', '5Y8147', '3V7712A', 'ck 205', 'CK-205']],
  ['voyage', voyage, ['041E', '2645W', '0FT1RW']],
  ['flightOrVoyage', flightOrVoyage, ['CK205', '041E', '12345']],
  ['uldNo', uldNo, ['PMC12345CK', 'AKE0001XH', 'PAG54321CA', 'pmc 12345 ck']],
  ['boxNo', boxNo, ['PLD26110300001', 'BX-0001', 'NL112123456750001', long(40)]],
  ['cmrNumber', cmrNumber, ['CMR20261103-0007', 'cmr 4711', 'NL-26/0815', 'CMR1', `${long(17)}123`]],
  ['plateNo', plateNo, ['12-BXX-3', '1-ABC-234', 'B AB 1234', 'OP-12-RT']],
  [
    'trackingNo',
    trackingNo,
    ['TUL8800012345NL', 'RR473124829GB', 'RR473124820GB', 'RR47312482GB', long(8), long(35)],
  ],
  ['trackingPrefix', trackingPrefix, ['TUL', 'a', 'ABCDEF']],
  ['channelCodeRule', channelCodeRule, ['NL-TUL-ECO', 'DE_1', long(30)]],
  ['referenceCode', referenceCode, ['CLR_DLV', 'AMS-W1', 'US11', long(20)]],
  ['customerCode', customerCode, ['GPT', 'S-1', long(20)]],
  ['imo', imo, ['9074729', '9319466', '8814275', '9876543', 'IMO 9074729', '9990014', '9990026', '9990038']],
  ['scac', scac, ['MAEU', 'COSU', 'OOLU', 'UPSN', 'PZOL', 'AB']],
  [
    'containerNo',
    containerNo,
    [
      'CSQU3054383',
      'MSKU1234565',
      'TASU1170000',
      'DMOU7001234',
      'TEXU3070079',
      'csqu 305438-3',
      'PLDU1002013',
      'PLDU1002029',
      'NRDU1002012',
      'NRDU1002028',
      'ZWDU1002015',
    ],
  ],
  ['palletSscc', palletSscc, ['387123450000000012', '387123450000000029', '(00)387123450000000012']],
  ['emailAddress', emailAddress, ['ops@example.com', 'a.b+c@mail.example.org', 'x@example.net']],
  ['phoneNumber', phoneNumber, ['+31 20 1234567', '0032-4-2345678', '+1 (312) 5550100', '+86 13800138000']],
  [
    'weChatId',
    weChatId,
    ['wang_fei88', 'polderops', 'A12345', '13800138000', '+8613800138000', '10001', '3012345678'],
  ],
  ['userName', userName, ['li.wei', 'ops01', 'w.janssen@polder']],
];

describe('an accepted code', () => {
  test.each(accepted.flatMap(([name, rule, typed]) => typed.map((value) => [name, value, rule] as const)))(
    'is the %s %s',
    (_name, value, rule) => {
      const stored = rule.normalise(value);
      expect(rule.check(stored)).toBeUndefined();
      expect(stored.length).toBeLessThanOrEqual(rule.max);
    },
  );
});

const refused: [name: string, rule: CodeRule, code: string, typed: string[]][] = [
  ['billNo', billNo, 'BILL_NO_INVALID', ['112-12345678', '784-55512345', '112-12345670', '11212345674']],
  ['billNo', billNo, 'BILL_NO_AIR', ['112-1234567', '112-123456755', '6345678901', '112-1234567A', '1']],
  ['billNo', billNo, 'BILL_NO_SEA', ['COSU', 'COSU-63 45/1', 'X', '提单001', '', '-']],
  ['mbl', mbl, 'BILL_NO_SEA', ['6345678901', 'COSU', 'COSU-63 45/1', 'COS12345678', `COSU${long(13)}`]],
  ['hbl', hbl, 'HBL_FORMAT', ['AB', '提单001', long(21)]],
  ['houseNo', houseNo, 'HOUSE_NO_FORMAT', ['H1', 'H 001', long(21), 'H/001']],
  ['batchNo', batchNo, 'BATCH_NO_FORMAT', ['', '批次1', 'A/1', 'A 1', long(31)]],
  ['flightNo', flightNo, 'FLIGHT_FORMAT', ['CK', '12345', 'CK 20555', 'C205A6', '041E']],
  ['voyage', voyage, 'VOYAGE_FORMAT', ['4', '41/E 2', '', long(11)]],
  ['flightOrVoyage', flightOrVoyage, 'FLIGHT_OR_VOYAGE_FORMAT', ['4', '41/E 2']],
  ['uldNo', uldNo, 'ULD_FORMAT', ['PMC123CK', '12345PMC', 'PMC12345', '1MC12345CK', 'PMC1234567CK']],
  ['boxNo', boxNo, 'BOX_NO_FORMAT', ['1', 'BX 01', long(41)]],
  ['cmrNumber', cmrNumber, 'CMR_FORMAT', ['CM', 'CMR', 'ASKED FOR', '无', 'A.1', `${long(20)}1`]],
  [
    'cmrNumber',
    cmrNumber,
    'CMR_OWN_FORMAT',
    ['CMR20261303-0007', 'CMR20260230-0007', 'CMR20261103-07', 'CMR202611030007'],
  ],
  ['plateNo', plateNo, 'PLATE_FORMAT', ['!', 'A', '', '-12', long(15)]],
  ['trackingNo', trackingNo, 'TRACKING_NO_FORMAT', [long(7), long(36), 'TUL_12345678']],
  ['trackingPrefix', trackingPrefix, 'TRACKING_PREFIX_FORMAT', ['TU1', 'ABCDEFG', '']],
  ['channelCodeRule', channelCodeRule, 'CODE_FORMAT', ['A B', 'A/B', long(31), '渠道']],
  ['referenceCode', referenceCode, 'CODE_FORMAT', [long(21), 'A.B']],
  ['customerCode', customerCode, 'CUSTOMER_CODE_FORMAT', ['A', 'A_B', long(21)]],
  ['imo', imo, 'CHECK_DIGIT', ['9074728', '8814274']],
  ['imo', imo, 'IMO_FORMAT', ['907472', '90747299', 'IMO907472']],
  ['scac', scac, 'SCAC_FORMAT', ['M1EU', 'MAEUX', 'A']],
  ['containerNo', containerNo, 'CHECK_DIGIT', ['CSQU3054384', 'DMOU7001235']],
  ['containerNo', containerNo, 'CONTAINER_CATEGORY', ['MSKX1234565']],
  ['containerNo', containerNo, 'CONTAINER_FORMAT', ['MSKU123456', 'MS1U1234565', 'MSKU12345655']],
  ['palletSscc', palletSscc, 'CHECK_DIGIT', ['387123450000000013']],
  ['palletSscc', palletSscc, 'SSCC_FORMAT', ['38712345000000001', '3871234500000000123']],
  [
    'emailAddress',
    emailAddress,
    'EMAIL_FORMAT',
    [
      'ops@',
      '@example.com',
      'a b@example.com',
      'a@b',
      'a@b.c',
      'a@b.com;c@d.com',
      'a@b.com;c',
      'a\u0000@b.com',
    ],
  ],
  ['phoneNumber', phoneNumber, 'PHONE_FORMAT', ['12345', 'phone', '+', '1------', `1${'0'.repeat(20)}`]],
  [
    'weChatId',
    weChatId,
    'WECHAT_FORMAT',
    ['1abcde', 'abc', '微信号', 'a'.repeat(21), '1234', '+1', '1'.repeat(16)],
  ],
  ['userName', userName, 'USER_NAME_FORMAT', ['ab', '李伟', 'a b c', 'a'.repeat(41)]],
];

describe('a refused code', () => {
  test.each(
    refused.flatMap(([name, rule, code, typed]) => typed.map((value) => [name, value, code, rule] as const)),
  )('is the %s %s: %s', (_name, value, code, rule) => {
    expect(refusal(rule, value)).toBe(code);
  });

  test('is an email address longer than 254 characters, refused without delay', () => {
    expect(refusal(emailAddress, `${'a'.repeat(243)}@example.com`)).toBe('EMAIL_FORMAT');
    expect(emailAddress.check(`${'a'.repeat(242)}@example.com`)).toBeUndefined();
    const worked = (dots: number) => {
      const before = process.cpuUsage();
      expect(refusal(emailAddress, `a@${'.'.repeat(dots)}@`)).toBe('EMAIL_FORMAT');
      return process.cpuUsage(before).user / 1000;
    };
    worked(20_000);
    // Ten times as many must not take a hundred times the work.
    expect(worked(200_000)).toBeLessThan(worked(20_000) * 40 + 50);
  });

  test('is named with its correct check digit', () => {
    expect(containerNo.check('CSQU3054384')).toEqual({ code: 'CHECK_DIGIT', params: { expected: 3 } });
    expect(containerNo.check('TASU1170001')).toEqual({ code: 'CHECK_DIGIT', params: { expected: 0 } });
    expect(palletSscc.check('387123450000000013')?.params).toEqual({ expected: 2 });
    expect(containerNo.check('MSKX1234565')?.params).toEqual({ letter: 'X' });
  });

  test('is a container of any category but U, J and Z', () => {
    const categories = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].filter(
      (letter) => containerNo.check(`MSK${letter}1234565`)?.code !== 'CONTAINER_CATEGORY',
    );
    expect(categories).toEqual(['J', 'U', 'Z']);
  });
});

describe('the stored form of a code', () => {
  const stored: [name: string, rule: CodeRule, typed: string, stored: string][] = [
    ['billNo', billNo, '11212345675', '112-12345675'],
    ['billNo', billNo, '112 1234 5675', '112-12345675'],
    ['billNo', billNo, '112-1234 5675', '112-12345675'],
    ['billNo', billNo, '１１２－１２３４５６７５', '112-12345675'],
    ['billNo', billNo, '\u202d112-12345675\u202c', '112-12345675'],
    ['billNo', billNo, '112\u2013123\u00a045675\r\n', '112-12345675'],
    ['billNo', billNo, '11-212345675', '112-12345675'],
    ['billNo', billNo, ' cosu 634.5678901 ', 'COSU6345678901'],
    ['houseNo', houseNo, ' szx2611-001\t', 'SZX2611-001'],
    ['boxNo', boxNo, 'ＢＸ－０００１', 'BX-0001'],
    ['channelCodeRule', channelCodeRule, 'nl_tul-eco', 'NL_TUL-ECO'],
    ['flightNo', flightNo, 'ck 205', 'CK205'],
    ['cmrNumber', cmrNumber, ' cmr 20261103－0007 ', 'CMR20261103-0007'],
    ['plateNo', plateNo, ' b  ab   1234 ', 'B AB 1234'],
    ['imo', imo, 'IMO 9074729', '9074729'],
    ['palletSscc', palletSscc, '(00) 38712345 0000000012', '387123450000000012'],
    ['palletSscc', palletSscc, '00387123450000000012', '387123450000000012'],
    ['emailAddress', emailAddress, ' Ops.Team@Example.COM ', 'Ops.Team@example.com'],
    ['emailAddress', emailAddress, 'ops＠example.com', 'ops@example.com'],
    ['phoneNumber', phoneNumber, '  +31  20   1234567 ', '+31 20 1234567'],
    ['weChatId', weChatId, ' Wang_Fei88 ', 'Wang_Fei88'],
    ['weChatId', weChatId, ' +86 138-0013-8000 ', '+8613800138000'],
    ['userName', userName, ' Li.Wei ', 'Li.Wei'],
    ['referenceCode', referenceCode, 'straße', 'STRAßE'],
  ];
  test.each(stored.map(([name, rule, typed, expected]) => [name, typed, expected, rule] as const))(
    'is for the %s %j -> %s',
    (_name, typed, expected, rule) => {
      expect(rule.normalise(typed)).toBe(expected);
    },
  );

  test('makes no air waybill of a number with a misplaced hyphen', () => {
    expect(billNo.check('11-212345675')?.code).toBe('BILL_NO_AIR');
    expect(billNo.check('11212345675')?.code).toBe('BILL_NO_AIR');
  });
});

describe('air waybill numbers', () => {
  test('are distinguished from sea bills by their form alone', () => {
    expect(isMawb('112-12345675')).toBe(true);
    expect(isMawb('112-12345678')).toBe(true);
    expect(isMawb('11212345675')).toBe(false);
    expect(isMawb('COSU6345678901')).toBe(false);
  });

  test('begin with the code of the airline', () => {
    expect(mawbPrefix('172-08114072')).toBe('172');
  });

  test('are continued by serial, each with its own check digit', () => {
    expect(nextMawb('112-12345675')).toBe('112-12345686');
    expect(nextMawb('112-00000081')).toBe('112-00000092');
    expect(nextMawb('112-99999981')).toBe('112-99999992');
    expect(nextMawb('112-99999992')).toBeUndefined();
    expect(nextMawb('112-1234567')).toBeUndefined();
    expect(nextMawb('COSU6345678901')).toBeUndefined();
  });
});

describe('postal item numbers', () => {
  test.each(['RR473124829GB', 'LP123456785NL', 'CX987654326DE', 'RB000000005CN', 'LV202611204BE'])(
    'accept %s',
    (value) => {
      expect(s10Problem(value)).toBeUndefined();
      expect(trackingNo.warn?.(value)).toBeUndefined();
    },
  );

  test('cause an error for S10 carriers and a warning for others when the check digit is wrong', () => {
    expect(s10Problem('RR473124820GB')).toEqual({ code: 'CHECK_DIGIT', params: { expected: 9 } });
    expect(trackingNo.warn?.('RR473124820GB')).toEqual({ code: 'CHECK_DIGIT', params: { expected: 9 } });
    expect(trackingNo.check('RR473124820GB')).toBeUndefined();
  });

  test.each(['RR47312482GB', 'R1473124829GB', 'TUL8800012345NL'])(
    'cause no warning in another form: %s',
    (value) => {
      expect(s10Problem(value)?.code).toBe('S10_FORMAT');
      expect(trackingNo.warn?.(value)).toBeUndefined();
    },
  );
});
