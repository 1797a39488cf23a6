import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileTemplates } from '@contract/files/templates';
import { mawb } from './files';
import { expect, test } from './fixtures';
import { FormInFront } from './formInFront';
import { data } from './safety';

const DAY = 24 * 3_600_000;
const at = (days: number) => `${new Date(Date.now() + days * DAY).toISOString().slice(0, 16)}:00Z`;
const isoDay = (days: number) => at(days).slice(0, 10);
/** Returns a day in the form of forms. */
const day = (days: number) => isoDay(days).split('-').reverse().join('/');

test('imports a forecast, submits it, turns it into a bill booked on a flight, and compares it on landing', async ({
  signedIn,
  place,
}) => {
  const app = await signedIn();
  const { page, say, screen } = app;
  const press = (name: string) => screen.getByRole('button', { name, exact: true }).press('Enter');
  const [pvg, ams] = await app.texts(
    "select id from airport where airportCode in ('PVG', 'AMS') order by airportCode = 'AMS'",
  );

  await test.step('the file contains one forecast', async () => {
    // ISO 8601: 01/12 would be asked about, since it may be 12 January.
    const cells = {
      ...{ customerId: 'GPT', forecastDate: isoDay(1), originAirportId: 'PVG', landingAirportId: 'AMS' },
      ...{ channelCode: 'DE-ADW-ECO', destinationCountry: 'DE', expectedParcels: '4000' },
      ...{ expectedWeight: '1200.5', remark: 'E2E forecast' },
    } as const;
    const { columns } = fileTemplates.parcelForecast;
    const header = Object.keys(cells).map((key) => columns.find((column) => column.key === key)?.en);
    const folder = place.folder('papers');
    const file = path.join(folder, 'forecast.csv');
    writeFileSync(file, `${header.join(',')}\r\n${Object.values(cells).join(',')}\r\n`);
    place.give(folder);
    await app.willChoose(file);
    await app.open('/transport/parcel-forecast');
    await press(say.t('common.import'));
    await press(say.t('importing.choose'));
    await press(say.t('files.importAll_one', { count: 1 }));
    await expect(screen.locator('.fc-job-head').getByText(say.state('fileJob', 'success'))).toBeVisible();
  });
  const [forecast = ''] = await app.texts("select id from parcelForecast where remark = 'E2E forecast'");
  const badge = (state: string) => screen.locator('.fc-badges').getByText(state, { exact: true });

  await test.step('the forecast is submitted', async () => {
    await app.open(`/transport/parcel-forecast/detail/${forecast}`);
    await press(say.action('parcelForecast', 'submit'));
    await expect(badge(say.state('parcelForecast', 'submitted'))).toBeVisible();
  });

  await test.step('the forecast becomes a bill with its customer, route, parcels and weight', async () => {
    await screen
      .locator('.fc-actions')
      .getByRole('button', { name: say.action('parcelForecast', 'convert') })
      .press('Enter');
    const form = new FormInFront(app, 'parcelForecast');
    await form.fill({
      ...{ billNo: mawb(7300011), serviceId: 'CLR_DLV', flightNo: 'CK205' },
      ...{ etd: `${day(-2)} 10:00`, eta: `${day(-1)} 06:00`, boxCount: '160', totalValue: '41200' },
    });
    await form.form.getByRole('button', { name: say.action('parcelForecast', 'convert') }).press('Enter');
    await expect(badge(say.state('parcelForecast', 'converted'))).toBeVisible();
    await expect(screen.getByRole('link', { name: mawb(7300011), exact: true })).toBeVisible();
    expect(
      await app.countBills(`billNo = '${mawb(7300011)}' AND packageCount = 4000 AND weight = 1200500`),
    ).toBe(1);
  });
  const [bill = ''] = await app.texts(`select id from bill where billNo = '${mawb(7300011)}'`);

  await test.step('the bill is booked on a flight with enough room, and shows it', async () => {
    const flight = await data<{ id: number; transportNo: string }>(app, 'airTransport.create', {
      body: {
        ...{ flightNo: 'CK205', originAirportId: Number(pvg), landingAirportId: Number(ams) },
        ...{ etd: at(-2), eta: at(-1), capacityKg: 1000, uldPlan: ['2xPMC'], bookingNo: 'BK1' },
      },
    });
    await app.open(`/transport/air/detail/${flight.id}`);
    await press(say.t('transport.addBills'));
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(say.t('transport.findBill')).fill('7300011');
    await page.keyboard.press('Enter');
    const link = dialog.getByRole('button', { name: say.t('transport.linkCount_one', { count: 1 }) });
    await link.press('Enter');
    // 1200.5 kg and more do not fit in 1000 kg: the free weight is shown, and less is booked.
    await expect(
      dialog.getByText('1,000 kg free').or(dialog.getByText('1000 kg free')).first(),
    ).toBeVisible();
    await dialog.getByLabel(say.t('transport.kgOf', { no: `${mawb(7300011)} 01` })).fill('900');
    await page.keyboard.press('Enter');
    await expect(screen.getByRole('link', { name: mawb(7300011), exact: true })).toBeVisible();
    const load = say.t('transport.load', { booked: '900', capacity: '1,000', kept: '0', free: '100' });
    await expect(screen.getByText(load)).toBeVisible();
    await app.open(`/bill/bill_manage/detail/${bill}`);
    await screen.getByRole('link', { name: new RegExp(flight.transportNo) }).press('Enter');
    await expect(page).toHaveURL(new RegExp(`/transport/air/detail/${flight.id}$`));
  });

  await test.step('the flight departs and arrives, and the bill takes the arrival over', async () => {
    const { version } = await data<{ version: number }>(app, 'bill.get', { params: { id: Number(bill) } });
    await data(app, 'bill.update', { params: { id: Number(bill) }, body: { version, packageCount: 3600 } });
    await press(say.action('transport', 'book'));
    for (const [action, state] of [
      ['depart', 'departed'],
      ['arrive', 'arrived'],
    ] as const) {
      const step = say.action('transport', action);
      await screen.locator('.fc-actions').getByRole('button', { name: step }).press('Enter');
      const form = new FormInFront(app, 'airTransport');
      await form.form.getByRole('button', { name: step }).press('Enter');
      await expect(badge(say.state('transport', state))).toBeVisible();
    }
    await press(say.t('transport.ataTake'));
    await expect(page.getByText(say.t('transport.ataSet_one', { count: 1 }))).toBeVisible();
    expect(await app.countBills(`id = ${bill} AND stage = 'arrived' AND atd IS NOT NULL`)).toBe(1);
  });

  await test.step('the forecast of 4000 parcels has an accuracy of 90 %', async () => {
    await app.open(`/transport/parcel-forecast/detail/${forecast}`);
    await expect(badge(`${say.label('accuracy')} 90 %`)).toBeVisible();
  });
});
