import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import data from '../../scripts/catalogues.json';
import { catalogueFindings } from '../../scripts/catalogues.mjs';

interface Text {
  readonly language: 'en' | 'cn';
  readonly screens: boolean;
  readonly key: string;
  readonly text: string;
}

/** Returns a key with its texts, as the catalogues of the screens have it. */
const key = (name: string, en: string, cn: string): Text[] => [
  { language: 'en', screens: true, key: name, text: en },
  { language: 'cn', screens: true, key: name, text: cn },
];

/** Returns the rules that report something, for texts of which the program uses every key. */
function found(texts: readonly Text[], program = texts.map((one) => `'${one.key}'`).join(' ')): string[] {
  return catalogueFindings(texts, { ...data, except: {} }, program).findings.map(
    ({ rule, language }: { rule: string; language: string }) => `${rule} ${language}`,
  );
}

describe('the check of the catalogues', () => {
  test.each([
    ['example en', 'A code, as AMS', '代码，例如AMS'],
    ['clause en', 'Who is written to', '收件人'],
    ['stands en', 'The box stands on a pallet', '箱在托盘上'],
    ['empty en', 'Empty: all', '留空则全部'],
    ['riddle en', 'Failed again and again', '反复失败'],
    ['person en', 'For whoever made it', '供创建人使用'],
    ['genitive en', 'Reason of the lock', '锁定原因'],
    ['British en', 'Organize the list', '整理列表'],
    ['quotes en', "The carrier's name", '承运商名称'],
    ['period en', 'The bill is deleted.', '提单已删除'],
    ['spacing en', 'Saved  now', '已保存'],
    ['please en', 'Please wait', '请稍候'],
    ['case en', 'Master Bill', '主单'],
    ['glossary en', 'Log out', '退出登录'],
    ['glossary en', 'Answer of customs', '海关应答'],
    ['marks cn', 'Held (FYCO)', '被扣(FYCO)'],
    ['quotes cn', 'View “{name}”', '视图"{name}"'],
    ['spacing cn', 'Bill {no} found', '已找到 {no}号提单'],
    ['period cn', 'The bill is deleted', '提单已删除。'],
    ['ellipsis cn', 'Searching…', '查询中...'],
    ['polite cn', 'Your bills', '你的提单'],
    ['example cn', 'A code, for example AMS', '代码，如AMS'],
    ['glossary cn', 'Timeline', '时间线'],
    ['glossary cn', 'Undo import', '撤回导入'],
    ['glossary cn', 'Withdraw declaration', '撤销申报'],
    ['placeholders cn', '{count} bills', '{n}票提单'],
  ])('finds %s: %s · %s', (rule, en, cn) => {
    expect(found(key('bill.one', en, cn))).toEqual([rule]);
  });

  test('leaves plain texts alone', () => {
    const texts = [
      ...key('bill.one', 'Add bill', '新增提单'),
      ...key('bill.two', 'Deleted. This cannot be undone.', '已删除。删除后无法恢复。'),
      ...key('bill.three', '10 Vessel, non-container', '10 海运（非集装箱）'),
    ];
    expect(found(texts)).toEqual([]);
  });

  test('finds a key that the program does not name, by a literal or a template', () => {
    const texts = [...key('bill.one', 'Add bill', '新增提单'), ...key('bill.kind.air', 'Air', '空运')];
    const template = ['t(`bill.kind.', '{kind}`)'].join('$');
    expect(found(texts, `t('bill.one') ${template} 'air'`)).toEqual([]);
    expect(found(texts, `t('bill.one') ${template}`)).toEqual(['unused en']);
    expect(found(texts, `${template} 'air'`)).toEqual(['unused en']);
  });

  test('finds equal texts under two keys, and not where only one language agrees', () => {
    const one = key('bill.one', 'Open', '打开');
    expect(found([...one, ...key('bill.two', 'Open', '打开')])).toEqual(['equal en']);
    expect(found([...one, ...key('bill.two', 'Open', '未完成')])).toEqual([]);
  });

  test('takes an exception by its rule and key, and names one that excuses nothing', () => {
    const except = { please: { 'bill.one': 'a letter', 'bill.two': 'another letter' } };
    const texts = key('bill.one', 'Please wait', '请稍候');
    expect(catalogueFindings(texts, { ...data, except }, "'bill.one'")).toEqual({
      findings: [],
      stale: ['please: bill.two'],
    });
  });
});

test('has every word of the check in the glossary for people', () => {
  const guide = readFileSync('resources/guide/glossary.md', 'utf8');
  expect(data.glossary.filter(({ en, cn }) => !guide.includes(`| ${en} | ${cn} |`))).toEqual([]);
});
