import { describe, expect, test } from 'vitest';
import { type LetterKind, readLetter, recognises } from '../../../preload/contract/rules/letterReading';
import { newMrn } from '../../support/apiCustoms';

const MRN = newMrn();
const mail = (text: string, subject = '') => ({ from: 'a@example.com', subject, text });
const values = (kind: LetterKind, text: string, subject?: string) =>
  Object.fromEntries(
    Object.entries(readLetter(kind, null, mail(text, subject))).map(([field, { value }]) => [field, value]),
  );

describe('tax assessments', () => {
  const amounts = {
    mrn: MRN,
    utbNo: 'UTB26001234',
    dutyAmount: '1234.56',
    vatAmount: '2345.60',
    otherAmount: '12.00',
    totalAmount: '3592.16',
    dueDate: '2026-11-14',
    paymentReference: '7000 1234 5678 9012',
  };
  test.each([
    [
      'Dutch',
      `UTB-nummer: UTB26001234
Aangiftenummer: ${MRN}
BTW-nummer: NL812345678B01
Douanerechten: € 1.234,56
BTW 21%: € 2.345,60
Overige heffingen: € 12,00
Totaal te betalen: € 3.592,16
Uiterste betaaldatum: 14-11-2026
Betalingskenmerk: 7000 1234 5678 9012`,
    ],
    [
      'English',
      `Assessment no. UTB26001234 for declaration ${MRN}.
Customs duty EUR 1,234.56
VAT (21.0 %) EUR 2,345.60
Other charges EUR 12.00
Total amount due: EUR 3,592.16
Payable by 14/11/2026
Payment reference: 7000 1234 5678 9012`,
    ],
    [
      'Chinese',
      `缴税通知书编号：UTB26001234
MRN ${MRN}
进口关税：1,234.56 欧元
增值税：2,345.60 欧元
其他税费：12.00
应缴总额：3,592.16 欧元
缴款期限：2026年11月14日
付款参考号：7000 1234 5678 9012`,
    ],
  ])('are read in %s', (_, text) => {
    expect(values('utb', text)).toEqual(amounts);
  });

  test('separate duty per item from duty by value', () => {
    expect(values('utb', 'Recht per zending: € 36,00\nDouanerechten: € 5,00')).toEqual({
      itemDutyAmount: '36.00',
      dutyAmount: '5.00',
    });
    expect(values('utb', '按件关税：36.00')).toEqual({ itemDutyAmount: '36.00' });
  });

  test('name a declaration number with a wrong check digit', () => {
    const wrong = `${MRN.slice(0, -1)}${MRN.endsWith('1') ? '2' : '1'}`;
    const { mrn } = readLetter('utb', null, mail(`MRN ${wrong}`));
    expect(mrn).toMatchObject({
      text: wrong,
      value: null,
      problem: { code: 'CHECK_DIGIT' },
    });
  });
});

describe('arrival notices', () => {
  const letter = {
    statedBillNo: '112-90424456',
    pieces: '318',
    weight: '4512.5',
    readyAt: '2026-11-03T14:30:00',
    storageFrom: '2026-11-05T14:30:00',
  };
  test.each([
    [
      'Dutch',
      'Colli: 318\nBrutogewicht: 4.512,5 kg\nOpslag vanaf 05-11-2026 14:30\nGereed: 03-11-2026 14:30',
    ],
    ['English', 'Free until 05/11/2026 14:30. 318 pcs, gross weight 4512.5 kg, ready 03/11/2026 14:30'],
    ['Chinese', '件数：318 重量：4512.5公斤 免费仓储至2026-11-05 14:30 可提货：2026-11-03 14:30'],
  ])('are read in %s', (_, text) => {
    expect(values('noa', text, 'NOA 112-90424456')).toEqual(letter);
  });

  test('keep a bill number with a wrong check digit unchanged', () => {
    expect(readLetter('noa', null, mail('AWB 112-90424457')).statedBillNo).toMatchObject({
      text: '112-90424457',
      value: null,
      problem: { code: 'BILL_NO_INVALID' },
    });
  });
});

test('recognises nothing with certainty for a mailbox without filters', () => {
  const rules = {
    ...{ fromFilter: [] as string[], subjectRegex: null as string | null },
    ...{ extractBillNo: null, extractPieces: null, extractWeight: null, extractTime: null },
  };
  expect(recognises(rules, mail('x'))).toBe('perhaps');
  expect(recognises({ ...rules, fromFilter: ['example.com'] }, mail('x'))).toBe('surely');
  expect(recognises({ ...rules, fromFilter: ['example.org'] }, mail('x'))).toBe('not');
});
