import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { DeskApp } from './deskApp';
import { expect, test } from './fixtures';
import { type Entry, FormInFront } from './formInFront';

interface Plain {
  readonly path: string;
  /** Name of the resource and of its table. */
  readonly name:
    | 'airport'
    | 'lastMile'
    | 'destination'
    | 'channelCode'
    | 'customer'
    | 'country'
    | 'warehouse'
    | 'cargoStation'
    | 'service'
    | 'mark'
    | 'feeCategory'
    | 'clientGroup';
  /** The field that identifies a record, and one that people change. */
  readonly key: string;
  readonly changed: readonly [field: string, to: string];
  readonly entries: Readonly<Record<string, Entry>>;
  /** Fields that are reported as required when nothing is filled in. */
  readonly required: readonly string[];
  /** A record of the demo data that other records refer to. */
  readonly used: string;
}

const PLAIN: readonly Plain[] = [
  {
    path: '/config/airport',
    name: 'airport',
    key: 'airportCode',
    changed: ['remark', 'Night curfew'],
    entries: {
      airportCode: 'QZX',
      nameEn: 'Quiet Zone Field',
      nameCn: '静区机场',
      countryId: 'NL',
      timeZone: 'Europe/Amsterdam',
    },
    required: ['airportCode', 'nameEn', 'nameCn', 'countryId', 'timeZone'],
    used: 'LGG',
  },
  {
    path: '/config/last_mile',
    name: 'lastMile',
    key: 'code',
    changed: ['contactName', 'Night desk'],
    entries: { code: 'QZXLM', nameEn: 'Quiet Parcel', nameCn: '静静快递' },
    required: ['code', 'nameEn', 'nameCn'],
    used: 'ADW',
  },
  {
    path: '/config/destination',
    name: 'destination',
    key: 'code',
    changed: ['openingHours', 'Mo-Fr 06:00-22:00'],
    entries: {
      code: 'QZX-HUB-01',
      nameEn: 'Quiet hub',
      nameCn: '静区分拨',
      lastMileId: 'ADW',
      countryId: 'DE',
      street: 'Ruheweg 1',
      postcode: '47059',
      city: 'Duisburg',
    },
    required: ['code', 'nameEn', 'nameCn', 'lastMileId', 'countryId'],
    used: 'DE-HUB-01',
  },
  {
    path: '/config/channel-code',
    name: 'channelCode',
    key: 'channelCode',
    changed: ['nameEn', 'Quiet economy'],
    entries: {
      channelCode: 'QZX-ECO',
      nameEn: 'Quiet eco',
      nameCn: '静区经济',
      destinationCode: 'DE-HUB-01',
      countryCode: 'DE',
    },
    required: ['channelCode', 'nameEn', 'nameCn', 'destinationCode', 'countryCode'],
    used: 'DE-ADW-ECO',
  },
  {
    path: '/config/area',
    name: 'country',
    key: 'code',
    changed: ['nameCn', '特伦德拉格郡'],
    entries: { code: 'NO-50', level: '地区', parentId: 'NO', nameEn: 'Trøndelag', nameCn: '特伦德拉格' },
    required: ['code', 'nameEn', 'nameCn'],
    used: 'HK',
  },
  {
    path: '/config/warehouse',
    name: 'warehouse',
    key: 'code',
    changed: ['openingHours', 'Mo-Fr 06:00-22:00'],
    entries: {
      code: 'QZX-W1',
      nameEn: 'Quiet shed',
      nameCn: '静区仓',
      countryId: 'NL',
      city: 'Hoofddorp',
      postcode: '2132 WT',
      timeZone: 'Europe/Amsterdam',
    },
    required: ['code', 'nameEn', 'nameCn', 'countryId', 'city', 'timeZone'],
    used: 'AMS-W1',
  },
  {
    path: '/config/cargo-station',
    name: 'cargoStation',
    key: 'code',
    changed: ['address', 'Gate 7'],
    entries: { code: 'QZX-CGO', nameEn: 'Quiet Cargo', nameCn: '静区货站', airportId: 'AMS' },
    required: ['code', 'nameEn', 'nameCn', 'airportId'],
    used: 'PLD-CARGO',
  },
  {
    path: '/config/services',
    name: 'service',
    key: 'code',
    changed: ['nameEn', 'Quiet clearance'],
    entries: { code: 'QZX', nameEn: 'Quiet service', nameCn: '静区服务', slaHours: '36' },
    required: ['code', 'nameEn', 'nameCn'],
    used: 'CLR_DLV',
  },
  {
    path: '/config/mark',
    name: 'mark',
    key: 'code',
    changed: ['text', 'QUIET 2'],
    entries: { code: 'QZX', nameEn: 'Quiet mark', nameCn: '静区唛头', text: 'QUIET' },
    required: ['code', 'nameEn', 'nameCn', 'text'],
    used: 'DE-HUB-01',
  },
  {
    path: '/expense/category',
    name: 'feeCategory',
    key: 'code',
    changed: ['glAccount', '7998'],
    entries: { code: 'quiet_hours', nameEn: 'Quiet hours', nameCn: '静区费' },
    required: ['code', 'nameEn', 'nameCn'],
    used: 'storage',
  },
  {
    path: '/customer/customer_group_list',
    name: 'clientGroup',
    key: 'code',
    changed: ['remark', 'By contract only'],
    entries: { code: 'QUIET', nameEn: 'Quiet ones', nameCn: '静区客户', discountPercent: '2.5' },
    required: ['code', 'nameEn', 'nameCn'],
    used: 'VIP',
  },
];

/** Searches for one record, and waits until its row is the only one. */
async function findOne(app: DeskApp, number: string): Promise<void> {
  await app.page.keyboard.press('/');
  await app.page.keyboard.type(number);
  await app.page.keyboard.press('Enter');
  await expect(app.cellAt(0, 1)).toContainText(number);
  await expect(app.cellAt(1, 1)).toHaveCount(0);
}

/** Selects an entry from the menu of the first row, by keyboard. */
async function rowMenu(app: DeskApp, entry: string): Promise<void> {
  // A menu that is closing still returns the focus to its button.
  await expect(app.page.locator('.bp6-popover')).toHaveCount(0);
  await app.cellAt(0, 1).click();
  await app.page.keyboard.press('Shift+F10');
  await app.page.getByRole('menuitem', { name: entry, exact: true }).click();
}

for (const plain of PLAIN) {
  test(`${plain.path}: adds, finds, changes, deactivates and deletes a record; keeps one in use`, async ({
    signedIn,
    place,
  }) => {
    const language = ['lastMile', 'country', 'warehouse'].includes(plain.name) ? 'cn' : 'en';
    const app = await signedIn({ language, allowed: /409/ });
    const { page, say } = app;
    const form = new FormInFront(app, plain.name);
    const number = String(plain.entries[plain.key]);
    const rows = (condition: string) => app.count(plain.name, condition);
    await app.open(plain.path);
    await expect(app.screen.getByRole('grid')).toBeVisible();

    await test.step('required fields are requested beside the field', async () => {
      await page.keyboard.press('n');
      await expect(form.form).toBeVisible();
      await form.save();
      for (const name of plain.required) await expect(form.wrong(name), name).toBeVisible();
    });
    await test.step('a completed record is saved and found', async () => {
      await form.fill(plain.entries);
      await form.save();
      await expect(page.getByText(say.t('common.saved'), { exact: true })).toBeVisible();
      await expect(page.locator('form.fc-form')).toHaveCount(0);
      expect(await rows(`"${plain.key}" = '${number}'`)).toBe(1);
      await findOne(app, number);
    });
    await test.step('the same number a second time is refused beside the field', async () => {
      await app.cellAt(0, 1).click();
      await page.keyboard.press('n');
      await form.fill(plain.entries);
      await form.save();
      await expect(form.wrong(plain.key)).toContainText(number);
      await expect(form.input(plain.key)).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(page.locator('form.fc-form')).toHaveCount(0);
    });
    await test.step('the record is opened by a double click and changed', async () => {
      const [field, to] = plain.changed;
      await app.cellAt(0, 1).dblclick();
      await form.fill({ [field]: to });
      await form.save();
      await expect(page.locator('form.fc-form')).toHaveCount(0);
      expect(await rows(`"${plain.key}" = '${number}' and "${field}" = '${to}'`)).toBe(1);
    });
    await test.step('the record is deactivated, and reactivated by undo', async () => {
      await rowMenu(app, say.t('common.deactivate'));
      const undo = page.getByRole('button', { name: say.t('common.undo') });
      await expect(undo).toBeVisible();
      expect(await rows(`"${plain.key}" = '${number}' and active = 0`)).toBe(1);
      await undo.click();
      await expect.poll(() => rows(`"${plain.key}" = '${number}' and active = 1`)).toBe(1);
    });
    await test.step('the shown rows are exported', async () => {
      const file = path.join(place.folder('out'), 'shown.csv');
      await app.willSaveTo(file);
      await app.screen.getByRole('button', { name: say.t('common.export') }).click();
      await page.getByRole('menuitem', { name: say.t('common.exportCsv') }).click();
      await expect.poll(() => existsSync(file)).toBe(true);
      const lines = readFileSync(file, 'utf8').trim().split('\n');
      expect(lines).toHaveLength(2);
      expect(lines[1]).toContain(number);
    });
    await test.step('an unused record is deleted', async () => {
      await rowMenu(app, say.t('common.delete'));
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: say.t('common.delete') })
        .click();
      await expect(page.getByText(say.t('common.listNoMatch'))).toBeVisible();
      expect(await rows(`"${plain.key}" = '${number}'`)).toBe(0);
    });
    await test.step('a record in use is not deleted, and the alternative is named', async () => {
      await app.screen.getByRole('button', { name: say.t('common.filterClear') }).click();
      await findOne(app, plain.used);
      await rowMenu(app, say.t('common.delete'));
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: say.t('common.delete') })
        .click();
      const notice = page.getByRole('alertdialog').filter({ hasText: say.t('common.inUseHint') });
      await expect(notice).toBeVisible();
      await notice.getByRole('button', { name: say.t('common.cancel') }).click();
      expect(await rows(`"${plain.key}" = '${plain.used}'`)).toBe(1);
    });
  });
}

test('/base-data/companies: adds a company with checked numbers, opens it, changes it, and shows its log', async ({
  signedIn,
}) => {
  const app = await signedIn({ language: 'en', allowed: /409/ });
  const { page, say } = app;
  const form = new FormInFront(app, 'clientCompany');
  await app.open('/base-data/companies');
  await expect(app.screen.getByRole('grid')).toBeVisible();

  await test.step('impossible numbers are reported beside their fields before anything is sent', async () => {
    await page.keyboard.press('n');
    await form.fill({
      code: 'QZX-CO',
      nameEn: 'Quiet Haulage BV',
      nameCn: '静区运输',
      kind: say.choice('companyKind', 'supplier'),
      countryId: 'NL',
      city: 'Hoofddorp',
      postcode: '2132 WT',
      vatNo: 'NL123456789B90',
      iban: 'NL91ABNA0417164301',
      swift: 'ABNA',
    });
    await form.save();
    for (const name of ['vatNo', 'iban', 'swift']) await expect(form.wrong(name), name).toBeVisible();
    expect(await app.count('clientCompany', "code = 'QZX-CO'")).toBe(0);
  });
  await test.step('correct numbers are saved, the account in its stored form', async () => {
    await form.fill({ vatNo: 'NL004495445B01', iban: 'nl91 abna 0417 1643 00', swift: 'ABNANL2A' });
    await form.save();
    await expect(page.locator('form.fc-form')).toHaveCount(0);
    expect(await app.count('clientCompany', "code = 'QZX-CO' and iban = 'NL91ABNA0417164300'")).toBe(1);
  });
  await test.step('a double click opens its own screen, where it is changed', async () => {
    await app.cell('Quiet Haulage BV').dblclick();
    await expect(page).toHaveURL(/companies\/detail\/\d+$/);
    await expect(app.screen.getByText('NL91 ABNA 0417 1643 00')).toBeVisible();
    await app.screen.getByRole('button', { name: say.t('common.edit') }).click();
    await form.fill({ city: 'Aalsmeer' });
    await form.save();
    await expect(page.locator('form.fc-form')).toHaveCount(0);
    await expect(app.screen.getByText('Aalsmeer')).toBeVisible();
  });
  await test.step('its log shows the changes', async () => {
    await app.screen.getByRole('tab', { name: say.t('common.log') }).click();
    await expect(app.cellAt(0, 0)).toBeVisible();
    for (const action of ['create', 'update'] as const)
      await expect(app.cell(say.choice('logAction', action)).first()).toBeVisible();
  });
  await test.step('a company of the demo names the customers invoiced to it', async () => {
    await app.open('/base-data/companies');
    await findOne(app, 'GPT');
    await app.cellAt(0, 1).dblclick();
    await app.screen.getByRole('tab', { name: say.t('config.companyCustomers') }).click();
    await expect(app.cell('Green Panda Trading')).toBeVisible();
  });
});

test('lists groups and kinds of charges by their Chinese names when the app is in Chinese', async ({
  start,
  demoData,
}) => {
  const app = await start({ data: demoData(), language: 'cn' });
  await app.signIn('admin');
  await app.open('/monitor/config');
  await expect(app.cell('仓库管理员').first()).toBeVisible();
  await app.open('/bil-fee/charge_items');
  await expect(app.cell('货站操作费').first()).toBeVisible();
});
