import path from 'node:path';
import { explain, problem } from '@contract/errors';
import { PROFILE_PASSWORD } from '@contract/limits';
import { screens } from '../../renderer/screens';
import { type DeskApp, FIRST_ADMINISTRATOR as person } from './deskApp';
import { goodLine, mawb, writeBills } from './files';
import { expect, test } from './fixtures';

/** Content of each screen before there is any bill or customer: a message, or the reference data. */
const EMPTY: Readonly<Record<string, (app: DeskApp) => string | 'rows'>> = {
  '/home': ({ say }) => say.t('access.homeEmptyDetail'),
  '/home/center': () => person.email,
  '/message/list': ({ say }) => say.t('bill.messagesNone'),
  '/home/kept': ({ say }) => say.t('kept.nothing'),
  '/home/settings': ({ say }) => say.t('settings.languageDetail'),
  '/home/reset-password': ({ say }) => say.t('access.resetTitle'),
  '/home/panel': ({ say }) => say.t('access.panelTitle'),
  '/bill/bill_manage': ({ say }) => say.t('bill.listEmptyDetail'),
  '/bill/bill_manage/detail/:id': ({ say }) => say.words.messages.NOT_FOUND,
  '/bill/add_bill': ({ say }) => say.t('common.bill'),
  // There is no bill to edit: the path leads to the list.
  '/bill/edit_bill': ({ say }) => say.t('bill.listEmptyDetail'),
  '/business/contract': ({ say }) => say.t('common.listEmptyDetail'),
  '/business/contract/detail/:id': ({ say }) => say.words.messages.NOT_FOUND,
  '/business/standard-quote': ({ say }) => say.t('common.listEmptyDetail'),
  '/business/standard-quote/detail/:id': ({ say }) => say.words.messages.NOT_FOUND,
  '/business/order-quote': ({ say }) => say.t('common.listEmptyDetail'),
  '/business/order-quote/detail/:id': ({ say }) => say.words.messages.NOT_FOUND,
  '/business/price-calculator': ({ say }) => say.t('business.priceCalculatorNone'),
  '/business/taxation': ({ say }) => say.t('common.listEmptyDetail'),
  '/business/taxation/detail/:id': ({ say }) => say.words.messages.NOT_FOUND,
  '/business/taxation/eu-rates': () => 'rows',
  '/bil-fee/container_tariffs': ({ say }) => say.t('common.listEmptyDetail'),
  '/bil-fee/vat_codes': () => 'rows',
  '/bil-fee/supplier-invoices': ({ say }) => say.t('finance.supplierInvoicesEmpty'),
  '/bil-fee/e-invoices': ({ say }) => say.t('finance.eInvoicesEmpty'),
  '/bil-fee/invoices': ({ say }) => say.t('finance.invoicesEmpty'),
  '/business/calculator': ({ say }) => say.t('business.calculatorNone'),
  '/business/approval-logs': ({ say }) => say.t('common.listEmpty'),
  '/bill/bill_import': ({ say }) => say.t('importing.drop'),
  '/bill/attachment': ({ say }) => say.t('bill.attachmentNone'),
  '/bill/search': ({ say }) => say.t('bill.searchTitle'),
  '/bill/tracking': ({ say }) => say.t('tracking.start'),
  '/bill/awb': ({ say }) => say.t('bill.awbEmpty'),
  '/bill/tracking-date': ({ say }) => say.t('bill.nodesNone'),
  '/bill/files': ({ say }) => say.t('files.listEmptyDetail'),
  // There is no kind of file to upload: the path leads to the list.
  '/bill/files/upload': ({ say }) => say.t('files.listEmptyDetail'),
  '/bill/tracking-date-import': ({ say }) => say.t('importing.drop'),
  '/bil-fee/cost/import': ({ say }) => say.t('importing.drop'),
  '/bil-fee/cost/invoice': ({ say }) => say.t('finance.invoiceDrop'),
  '/bill/failure-parcel': ({ say }) => say.t('customs.failureEmpty'),
  '/bill/product-ids': ({ say }) => say.t('customs.productIdsEmpty'),
  '/bill/fyco': ({ say }) => say.t('customs.fycoEmpty'),
  '/bill/abnormal': ({ say }) => say.t('customs.abnormalEmpty'),
  '/bill/cases': ({ say }) => say.t('customs.casesEmpty'),
  '/bill/clearance': ({ say }) => say.t('clearance.workNone'),
  '/warehouse/inbound': ({ say }) => say.t('warehouse.inboundEmpty'),
  '/warehouse/pmc': ({ say }) => say.t('warehouse.pmcEmpty'),
  '/warehouse/stock': ({ say }) => say.t('stock.none'),
  '/warehouse/stock-record': ({ say }) => say.t('stock.noWarehouse'),
  '/warehouse/count': ({ say }) => say.t('stock.countsNone'),
  '/warehouse/count/detail/:id': ({ say }) => say.words.messages.NOT_FOUND,
  '/warehouse/scan': ({ say }) => say.t('warehouse.scanAskAny'),
  '/bill/api_push': ({ say }) => say.t('bill.pushEmpty'),
  '/bill/third_part_log': ({ say }) => say.t('bill.partnerEmpty'),
  '/report/charts': ({ say }) => say.t('report.emptyDetail'),
  '/report/customs-inspection': ({ say }) => say.t('report.emptyDetail'),
  '/report/abnormal': ({ say }) => say.t('report.emptyDetail'),
  '/report/exception-batch': ({ say }) => say.t('report.emptyDetail'),
  '/report/awb-file': ({ say }) => say.t('report.emptyDetail'),
  '/report/boxes': ({ say }) => say.t('report.emptyDetail'),
  '/report/country': ({ say }) => say.t('report.emptyDetail'),
  '/report/customer': ({ say }) => say.t('report.emptyDetail'),
  '/report/outbound-prealert': ({ say }) => say.t('report.emptyDetail'),
  '/report/destination': ({ say }) => say.t('report.emptyDetail'),
  '/report/last-mile': ({ say }) => say.t('report.emptyDetail'),
  '/report/destination-warehouse': ({ say }) => say.t('report.emptyDetail'),
  '/report/schedule': ({ say }) => say.t('common.listEmptyDetail'),
  '/tools/cc-code': ({ say }) => say.t('tools.ccHint'),
  '/tools/invoice': ({ say }) => say.t('tools.invoiceEmptyDetail'),
  '/tools/awb-file': ({ say }) => say.t('tools.awbEmptyDetail'),
  '/tools/tariff': ({ say }) => say.t('tools.tariffEmptyDetail'),
  '/config/cmr': ({ say }) => say.t('cmr.noneDetail'),
  '/config/cmr/detail/:id': ({ say }) => say.words.messages.NOT_FOUND,
  '/config/cmr/add': ({ say }) => say.t('cmr.groupCarrier'),
  '/config/cmr/edit/:id': ({ say }) => say.words.messages.NOT_FOUND,
  '/config/cmr/send-config': ({ say }) => say.t('common.listEmptyDetail'),
  '/config/hscode': () => 'rows',
  '/hscode/detail/:code': () => '610910',
  '/config/last_mile': ({ say }) => say.t('common.listEmptyDetail'),
  '/config/airport': () => 'rows',
  '/config/destination': ({ say }) => say.t('common.listEmptyDetail'),
  '/config/channel-code': ({ say }) => say.t('common.listEmptyDetail'),
  '/transport/air': ({ say }) => say.t('common.listEmptyDetail'),
  '/transport/air/detail/:id': ({ say }) => say.words.messages.NOT_FOUND,
  '/transport/sea': ({ say }) => say.t('common.listEmptyDetail'),
  '/transport/sea/detail/:id': ({ say }) => say.words.messages.NOT_FOUND,
  '/sea/bill': ({ say }) => say.t('common.listEmptyDetail'),
  '/sea/bill/detail/:id': ({ say }) => say.words.messages.NOT_FOUND,
  '/sea/entry/node': ({ say }) => say.t('sea.noNodesDetail'),
  '/clearance/isf-choose': ({ say }) => say.t('common.listEmptyDetail'),
  '/sea/ams': ({ say }) => say.t('common.listEmptyDetail'),
  '/sea/entry': ({ say }) => say.t('common.listEmptyDetail'),
  '/sea/entry/add': ({ say }) => say.t('sea.groupTransport'),
  '/sea/entry/amend/:id': ({ say }) => say.words.messages.NOT_FOUND,
  '/sea/entry/detail/:id': ({ say }) => say.words.messages.NOT_FOUND,
  '/sea/entry/rates': () => 'rows',
  '/sea/isf': ({ say }) => say.t('common.listEmptyDetail'),
  '/sea/isf/upload': ({ say }) => say.t('importing.drop'),
  '/sea/entry/upload': ({ say }) => say.t('importing.drop'),
  '/clearance/isf-upload': ({ say }) => say.t('importing.drop'),
  '/sea/isf/add': ({ say }) => say.t('sea.isfGroupParties'),
  '/sea/isf/amend/:id': ({ say }) => say.words.messages.NOT_FOUND,
  '/sea/isf/detail/:id': ({ say }) => say.words.messages.NOT_FOUND,
  '/transport/parcel-forecast': ({ say }) => say.t('common.listEmptyDetail'),
  '/transport/parcel-forecast/detail/:id': ({ say }) => say.words.messages.NOT_FOUND,
  '/config/mail': ({ say }) => say.t('common.noEmails'),
  '/config/noa-mail': ({ say }) => say.t('common.noEmails'),
  '/config/utb-mail': ({ say }) => say.t('common.noEmails'),
  '/config/mailbox': ({ say }) => say.t('common.listEmptyDetail'),
  '/config/warehouse-email': ({ say }) => say.t('mail.warehouseEmpty'),
  '/monitor/config': ({ say }) => say.t('common.listEmptyDetail'),
  '/monitor/record': ({ say }) => say.t('monitor.recordsEmpty'),
  '/config/operate/logs': () => 'rows',
  '/config/area': () => 'rows',
  '/config/warehouse': ({ say }) => say.t('common.listEmptyDetail'),
  '/config/cargo-station': ({ say }) => say.t('common.listEmptyDetail'),
  '/config/services': () => 'rows',
  '/config/mark': ({ say }) => say.t('common.listEmptyDetail'),
  '/config/ioss': ({ say }) => say.t('common.listEmptyDetail'),
  '/expense/category': () => 'rows',
  '/bil-fee/charge_items': ({ say }) => say.t('common.listEmptyDetail'),
  '/bil-fee/cost': ({ say }) => say.t('finance.costEmpty'),
  '/bil-fee/cost-diff': ({ say }) => say.t('finance.diffEmpty'),
  '/bil-fee/customer': ({ say }) => say.t('finance.customerEmpty'),
  '/bil-fee/revenues': ({ say }) => say.t('finance.revenueEmpty'),
  '/bil-fee/payment': ({ say }) => say.t('finance.paymentEmpty'),
  '/bil-fee/bank': ({ say }) => say.t('finance.bankEmpty'),
  '/bil-fee/profit': ({ say }) => say.t('finance.profitEmpty'),
  '/bil-fee/vat': ({ say }) => say.t('finance.vatNoCompany'),
  '/bil-fee/journal': ({ say }) => say.t('finance.journalNoCompany'),
  '/bil-fee/open_items': ({ say }) => say.t('finance.openEmpty_receivable'),
  '/bil-fee/accruals': ({ say }) => say.t('finance.accrualEmpty'),
  '/bil-fee/ledger': ({ say }) => say.t('common.listEmptyDetail'),
  // The present month is there without any document.
  '/bil-fee/months': () => 'rows',
  '/bil-fee/charge_flow': ({ say }) => say.t('common.listEmptyDetail'),
  '/bil-fee/charge_flow/add': ({ say }) => say.t('finance.stepsNeedItems'),
  '/bil-fee/rates': ({ say }) => say.t('common.listEmptyDetail'),
  '/config/customs/account': ({ say }) => say.t('common.listEmptyDetail'),
  '/config/netchb/account': ({ say }) => say.t('common.listEmptyDetail'),
  '/base-data/approval': ({ say }) => say.t('common.listEmptyDetail'),
  '/staff/staff-list': () => 'rows',
  '/staff/add-edit': ({ say }) => say.t('staff.groupPassword'),
  '/staff/add-edit/:id': ({ say }) => say.t('staff.usernameFixed'),
  '/staff/role': () => 'rows',
  '/staff/logs': () => 'rows',
  '/staff/modify_permission/:id': ({ say }) => say.words.messages.GROUP_FIXED,
  '/base-data/companies': ({ say }) => say.t('common.listEmptyDetail'),
  '/base-data/companies/detail/:id': ({ say }) => say.words.messages.NOT_FOUND,
  '/customer/customer_group_list': () => 'rows',
  '/customer/customer_list': ({ say }) => say.t('common.listEmptyDetail'),
  '/customer/add_customer': ({ say }) => say.t('config.groupTerms'),
  // There is no customer to show or to edit: the paths lead to the list.
  '/customer/customer_detail': ({ say }) => say.t('common.listEmptyDetail'),
  '/customer/edit_customer': ({ say }) => say.t('common.listEmptyDetail'),
  '/customer/contact': ({ say }) => say.t('common.listEmptyDetail'),
  '/customer/role': ({ say }) => say.t('common.listEmptyDetail'),
  '/customer/log': ({ say }) => say.t('common.logEmpty'),
};

/** Screens that need a record or a kind, and the screens they lead to without one. */
const LEADS_TO: Readonly<Record<string, string>> = {
  '/clearance/isf-choose': '/sea/bill',
  '/bill/edit_bill': '/bill/bill_manage',
  '/bill/files/upload': '/bill/files',
  '/customer/customer_detail': '/customer/customer_list',
  '/customer/edit_customer': '/customer/customer_list',
};

test('leads from an empty folder with its own administrator to the first customer and the first bill', async ({
  start,
  place,
}) => {
  test.setTimeout(300_000);
  const app = await start({ language: 'cn' });
  const { page, say } = app;
  const startButton = page.getByRole('button', { name: say.t('access.emptyStart') });
  const field = (name: string) => page.getByLabel(say.label(name), { exact: true });
  const group = (name: string) => page.locator('.bp6-form-group').filter({ has: field(name) });

  await test.step('the first administrator is requested, with errors beside each field', async () => {
    await startButton.click();
    await field('username').fill('王');
    await field('email').fill('wang.wei');
    await field('password').fill('short');
    await field('repeatPassword').fill('other');
    await startButton.click();
    const words = (code: Parameters<typeof problem>[0], name: string, params = {}) =>
      explain('cn', problem(code, params), say.label(name));
    await expect(group('username')).toContainText(words('ACCOUNT_NAME_FORMAT', 'username'));
    await expect(group('realName')).toContainText(words('REQUIRED', 'realName'));
    await expect(group('email')).toContainText(words('FORMAT', 'email'));
    await expect(group('password')).toContainText(words('PWD_LENGTH', 'password', PROFILE_PASSWORD));
    await expect(group('repeatPassword')).toContainText(words('PWD_MISMATCH', 'repeatPassword'));
    for (const [name, value] of Object.entries(person)) await field(name).fill(value);
    await field('repeatPassword').fill('Right#2027');
    await startButton.click();
    await expect(group('repeatPassword')).toContainText(words('PWD_MISMATCH', 'repeatPassword'));
    await app.firstAdministrator();
    // Demo accounts are offered only with the demo data.
    await expect(page.getByText(say.t('access.demoAccounts'))).toHaveCount(0);
    await app.signIn(person.username, person.password);
    await expect(app.screen.getByText(say.t('bill.listEmpty'))).toBeVisible();
  });

  await test.step('every screen says that it is still empty', async () => {
    for (const [index, { path: at }] of screens.entries()) {
      const shows = EMPTY[at]?.(app);
      if (!shows) throw new Error(`what does ${at} show when there is nothing?`);
      await app.follow(at.replace(':id', '1').replace(':code', '610910'));
      const found = shows === 'rows' ? app.screen.getByRole('gridcell') : app.screen.getByText(shows);
      const to = LEADS_TO[at];
      if (to) await expect(page, at).toHaveURL(new RegExp(`#${to}$`));
      await expect(found.first(), at).toBeVisible();
      await app.settled();
      const text = await app.screen.innerText();
      expect(text, at).not.toMatch(
        /undefined|NaN|\b(app|common|access|bill|business|importing|config)\.[a-z]/,
      );
      // A person does not work with a hundred screens open.
      if (index % 20 === 19) {
        await app.tabs.getByRole('tab').last().click({ button: 'right' });
        await page.getByRole('menuitem', { name: say.t('app.tabCloseAll'), exact: true }).click();
        await expect(app.tabs.getByRole('tab')).toHaveCount(1);
      }
    }
  });

  const step = (name: string) =>
    app.screen
      .getByRole('list', { name: say.t('access.homeSteps') })
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name, exact: true }) });

  await test.step('an empty list of choices says what to do', async () => {
    await app.open('/bill/add_bill');
    await app.screen.getByLabel(`${say.label('channelCode', 'bill')} *`, { exact: true }).press('Enter');
    await expect(page.getByText(say.t('app.noneToChoose'))).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText(say.t('app.noneToChoose'))).toHaveCount(0);
  });

  await test.step('the home screen leads to what a bill needs first: a carrier, its hub, a channel', async () => {
    const given: readonly (readonly [
      string,
      Record<string, string>,
      readonly (readonly [string, string])[],
    ])[] = [
      ['lastMile', { code: 'ADW', nameEn: 'Eagle Parcel', nameCn: '鹰速' }, []],
      [
        'destination',
        { code: 'DE-HUB-01', nameEn: 'Duisburg', nameCn: '杜伊斯堡' },
        [
          ['lastMileId', 'ADW'],
          ['countryId', '德国'],
        ],
      ],
      [
        'channelCode',
        { channelCode: 'DE-ADW-ECO', nameEn: 'Economy', nameCn: '经济' },
        [
          ['destinationCode', 'DE-HUB-01'],
          ['countryCode', '德国'],
        ],
      ],
    ];
    for (const [name, typed, chosen] of given) {
      const title = say.words.menu[`config.${name}` as keyof typeof say.words.menu];
      await app.open('/home');
      await expect(step(title)).toContainText(say.t('access.homeStepNone'));
      await step(title).getByRole('link').click();
      await expect(app.screen.getByText(say.t('common.listEmptyDetail'))).toBeVisible();
      await page.keyboard.press('n');
      const form = page.getByRole('dialog');
      for (const [field, value] of Object.entries(typed))
        await form.getByLabel(say.label(field, name), { exact: false }).first().fill(value);
      for (const [field, value] of chosen) await app.choose(`${say.label(field, name)} *`, value);
      await form.getByRole('button', { name: say.t('common.save') }).click();
      await expect(form).toHaveCount(0);
      await app.open('/home');
      await expect(step(title)).toContainText('1');
    }
  });

  await test.step('the first customer is added', async () => {
    await app.open('/home');
    await step(say.words.menu['customer.list']).getByRole('link').click();
    await expect(app.screen.getByText(say.t('common.listEmptyDetail'))).toBeVisible();
    await app.screen
      .getByRole('button', { name: say.t('config.addCustomer') })
      .first()
      .click();
    const form = app.screen;
    await expect(page).toHaveURL(/add_customer$/);
    const values = {
      code: 'ABC',
      nameEn: 'Abc Trading',
      nameCn: '甲乙贸易',
      contactName: '李娜',
      email: 'li.na@example.com',
      phone: '+86 755 2345678',
    };
    for (const [name, value] of Object.entries(values))
      await form.getByLabel(say.label(name, 'customer')).fill(value);
    await app.choose(`${say.label('groupId', 'customer')} *`, '标准客户');
    await form.getByRole('button', { name: say.t('common.save') }).click();
    await expect(page).toHaveURL(/customer_detail\?id=1$/);
    await expect(app.screen.getByText('甲乙贸易').first()).toBeVisible();
  });

  await test.step('a file of bills for that customer is imported, and its bill is listed', async () => {
    const folder = place.folder('papers');
    await app.willChoose(
      writeBills(path.join(folder, '主单.csv'), [goodLine(7100011, { customerCode: 'ABC' })], 'cn'),
    );
    place.give(folder);
    await app.open('/bill/bill_import');
    await app.screen.getByRole('button', { name: say.t('importing.choose') }).click();
    await app.screen.getByRole('button', { name: say.t('importing.importAll_one', { count: 1 }) }).click();
    await app.screen.getByRole('button', { name: say.t('importing.showThem') }).click();
    await expect(app.cell(mawb(7100011))).toBeVisible();
    expect(await app.countBills(`billNo = '${mawb(7100011)}' AND stage = 'draft'`)).toBe(1);
  });

  await test.step('all of it is still there after signing out and in', async () => {
    await app.signOut();
    await expect(page.getByLabel(say.label('username'))).toHaveValue(person.username);
    await app.signIn(person.username, person.password);
    await expect(app.cell(mawb(7100011))).toBeVisible();
    await app.open('/home');
    await expect(app.screen.getByText(say.t('access.homeStages'))).toBeVisible();
  });
});
