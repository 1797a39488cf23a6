import { LANGUAGES } from '@contract/limits';
import { mawb } from './files';
import { expect, test } from './fixtures';
import { FormInFront } from './formInFront';

for (const language of LANGUAGES)
  test(`${language}: warns in forms as imports do, and saves all the same`, async ({ signedIn }) => {
    const app = await signedIn({ language });
    const { say } = app;
    const bill = new FormInFront(app, 'bill');
    const [id = '', billNo = '', batchNo = '', flightNo = ''] = (
      await app.texts(
        `select id || ' ' || billNo || ' ' || batchNo || ' ' || flightNo from bill
          where mode = 'air' and stage = 'inbound' and archived = 0 and batchNo glob 'B*-0[1-9]' order by id limit 1`,
      )
    ).flatMap((row) => row.split(' '));
    const spelt = batchNo.replace(/-0(\d)$/, '-$1');
    const known = (expected: string) =>
      say.message('BATCH_KNOWN', { field: say.label('batchNo', 'bill'), expected, flight: flightNo });
    /** Returns a warning up to the flight number; the times behind it are on the clock of the airport. */
    const upToFlight = (text: string) => text.slice(0, text.indexOf(flightNo) + flightNo.length);

    await test.step('a new bill whose batch exists in another spelling', async () => {
      await app.open('/bill/add_bill');
      await bill.fill({
        ...{ billNo, batchNo: spelt, customerId: 'GPT', serviceId: 'CLR_DLV', channelCode: 'DE-ADW-ECO' },
        ...{ clearanceType: say.choice('clearanceType', 'ioss'), originAirportId: 'PVG' },
        ...{ landingAirportId: 'AMS', flightNo: 'CK 205', etd: '18/11/2026 02:40', eta: '18/11/2026 07:50' },
        ...{ boxCount: '120', packageCount: '3100', weight: '1150.5', totalValue: '41200' },
      });
      await expect(bill.field('batchNo')).toContainText(upToFlight(known(batchNo)));
      await bill.fill({ billNo: mawb(7_200_099) });
      await expect(bill.field('batchNo')).not.toContainText(batchNo);
      await bill.fill({ billNo });
      await expect(bill.field('batchNo')).toContainText(upToFlight(known(batchNo)));
      await bill.expectWrong(0);
      await bill.save();
      await expect(app.screen.getByRole('heading', { level: 1 })).toContainText(billNo);
      expect(await app.countBills(`billNo = '${billNo}' AND batchNo = '${spelt}'`)).toBe(1);
    });

    await test.step('a bill with an existing batch, and one that gets it', async () => {
      const [added = ''] = await app.texts(
        `select id from bill where billNo = '${billNo}' and batchNo = '${spelt}'`,
      );
      await app.open(`/bill/edit_bill?id=${added}`);
      await bill.fill({ batchNo: `${spelt}A` });
      await bill.fill({ batchNo: batchNo.replace('-0', '-00') });
      await expect(bill.field('batchNo')).toContainText(upToFlight(known(batchNo)));
      await bill.fill({ batchNo: spelt });
      await expect(bill.field('batchNo')).not.toContainText(batchNo);
    });

    await test.step('a price a hundred times the usual one', async () => {
      const [supplierId, code = ''] = (
        await app.texts(
          "select id || ' ' || code from clientCompany where active = 1 and kind = 'supplier' order by id limit 1",
        )
      ).flatMap((row) => row.split(' '));
      const [feeCategoryId, fee = ''] = (
        await app.texts("select id || ' ' || code from feeCategory where code = 'pickup'")
      ).flatMap((row) => row.split(' '));
      for (const unitPrice of ['970', '980', '985', '990', '1010']) {
        const body = {
          ...{ billId: Number(id), supplierId: Number(supplierId), feeCategoryId: Number(feeCategoryId) },
          ...{ chargeItemId: null, basis: 'per_pallet', quantity: 1, unitPrice, currency: 'GBP' },
          ...{ taxRate: null, estimated: true, invoiceNo: null, invoiceDate: null, dueDate: null },
        };
        const answer = await app.call('billCost.create', { body: { ...body, remark: null } });
        expect(answer, JSON.stringify(answer)).toMatchObject({ ok: true });
      }
      await app.open(`/bill/bill_manage/detail/${id}`);
      await app.screen.getByRole('tab', { name: say.t('finance.books'), exact: true }).click();
      await app.screen.getByRole('button', { name: say.t('finance.addCost') }).click();
      const cost = new FormInFront(app, 'billCost');
      await cost.fill({
        ...{ supplierId: code, feeCategoryId: fee, basis: say.choice('chargeBasis', 'per_pallet') },
        ...{ quantity: '1', currency: 'GBP', unitPrice: '98000' },
      });
      await expect(cost.field('unitPrice')).toContainText(
        say.message('PRICE_HUNDREDFOLD', {
          ...{ field: say.label('unitPrice', 'billCost'), usual: '985', times: 99, expected: '980' },
        }),
      );
      await cost.fill({ unitPrice: '981' });
      await expect(cost.field('unitPrice')).not.toContainText('985');
      await cost.fill({ unitPrice: '98000' });
      await expect(cost.field('unitPrice')).toContainText('985');
      await cost.save();
      await expect(cost.form).toBeHidden();
      const prices = await app.texts("select max(unitPrice) from billCost where currency = 'GBP'");
      expect(Number(prices[0])).toBe(980_000_000);
    });

    await test.step('the weight and sides of a box', async () => {
      const [of = '', no = ''] = (
        await app.texts(
          `select billId || ' ' || boxNo from box where billId = (select max(billId) from box
            join bill on bill.id = billId where archived = 0 and removedAt is null) order by boxNo limit 1`,
        )
      ).flatMap((row) => row.split(' '));
      await app.open(`/bill/bill_manage/detail/${of}`);
      await app.screen.getByRole('tab', { name: say.t('warehouse.boxes'), exact: true }).click();
      await app.cell(no).dblclick();
      const dialog = app.page.getByRole('dialog');
      const type = async (values: Readonly<Record<string, string>>) => {
        for (const [name, value] of Object.entries(values))
          await dialog.getByLabel(say.label(name), { exact: name !== 'measuredWeight' }).fill(value);
      };
      await type({ measuredWeight: '75', length: '60', width: '40', height: '42.5' });
      await expect(dialog).toContainText(
        say.message('BOX_WEIGHT_ODD', { field: say.label('measuredWeight'), min: 0.5, max: 60 }),
      );
      await type({ measuredWeight: '18.45', length: '0.6', width: '0.4', height: '0.425' });
      await expect(dialog).toContainText(
        say.message('SIDE_UNIT', {
          ...{ field: say.label('length'), value: 0.6, expected: 60 },
          unit: { choice: ['unit', 'm'] },
        }),
      );
      await dialog.getByRole('button', { name: say.t('common.save') }).click();
      await expect(dialog).toBeHidden();
      // Stored in millimetres.
      expect(
        await app.texts(`select length || ' ' || width from box where boxNo = '${no}' and billId = ${of}`),
      ).toEqual(['6 4']);
    });
  });
