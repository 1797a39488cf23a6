import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Bill } from '@contract/bill/bill';
import { LANGUAGES } from '@contract/limits';
import { iso6346Digit } from '@contract/rules/codes';
import type { DeskApp } from './deskApp';
import { mawb } from './files';
import { expect, type Place, test } from './fixtures';
import { type Entry, FormInFront } from './formInFront';
import { data } from './safety';

type Stage = Bill['stage'];
type Status = NonNullable<Bill['clearanceStatus']>;

const BOXES = Array.from({ length: 6 }, (_, at) => `LIFE26-${at + 1}`);
const PARCELS = Array.from({ length: 30 }, (_, at) => `TUL${9_900_000_001 + at}NL`);
const HEADER =
  'Box number,Tracking number,Consignee,Address,City,Postcode,Country,Product name,HS code,Quantity,Unit price,' +
  'Currency,Gross weight (kg),Origin country,Seller name,VAT scheme,Merchant product identifier,' +
  'Manufacturer product identifier';

/** Writes a file of thirty parcels in six boxes, five in each: 10 EUR and a kilogram apiece. */
function declaration(place: Place): string {
  const file = path.join(place.folder('papers'), 'declaration.csv');
  const lines = PARCELS.map((no, at) =>
    [
      ...[
        BOXES[Math.floor(at / 5)],
        no,
        `王芳 ${at + 1}`,
        `Kerkstraat ${at + 1}`,
        'Utrecht',
        '3511 AB',
        'NL',
      ],
      ...[
        'T恤 T-shirt',
        '610910',
        '1',
        '10.00',
        'EUR',
        '1.000',
        'CN',
        'Panda Ltd',
        'SPECIAL',
        'PANDA-TS-1',
        'HW-610910',
      ],
    ].join(','),
  );
  writeFileSync(file, `${[HEADER, ...lines].join('\r\n')}\r\n`);
  place.give(path.dirname(file));
  return file;
}

/** Returns a movement reference number with its check digit. */
const mrn = (body: string) => `${body}${iso6346Digit(body, body.length)}`;

/** Returns a day before today, as it is typed. */
const daysAgo = (days: number, time: string) => {
  const [year, month, day] = new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10).split('-');
  return `${day}/${month}/${year} ${time}`;
};

/** Events of a bill that went all the way. */
const STORY = [
  ...(['BILL_CREATED', 'DATA_RECEIVED', 'HS_CHECKED', 'CHECKED', 'DEPARTED', 'ARRIVED', 'NOA'] as const),
  ...(['CUSTOMS_START', 'T1_RELEASED', 'PICKED_UP', 'AT_WAREHOUSE', 'CUSTOMS_HOLD', 'CUSTOMS_FAIL'] as const),
  ...(['CUSTOMS_RELEASE', 'HANDED_OVER', 'OUTBOUND', 'HUB_ARRIVED', 'DELIVERED_HUB', 'ARCHIVED'] as const),
];

/** One bill, followed by a person through the screens. */
class Journey {
  readonly app: DeskApp;
  readonly billNo: string;
  id = 0;

  constructor(app: DeskApp, serial: number) {
    this.app = app;
    this.billNo = mawb(serial);
  }

  get dialog() {
    return this.app.page.getByRole('dialog').last();
  }

  /** Expects the stage and the customs status that the head of the bill shows. */
  async stands(stage: Stage, status: Status | null, partial = false): Promise<void> {
    const { app } = this;
    const { say } = app;
    const badges = app.screen.locator('.fc-badges').first();
    await expect(badges).toContainText(say.state('bill', stage));
    if (status)
      await expect(badges).toContainText(
        `${say.choice('clearanceStatus', status)}${partial ? ` · ${say.label('partial')}` : ''}`,
      );
    expect(
      await app.countBills(
        `id = ${this.id} AND stage = '${stage}' AND clearanceStatus IS ${status ? `'${status}'` : 'NULL'} AND partial = ${partial ? 1 : 0}`,
      ),
    ).toBe(1);
  }

  async add(more: Readonly<Record<string, Entry>> = {}): Promise<void> {
    const { app } = this;
    await app.open('/bill/add_bill');
    const form = new FormInFront(app, 'bill');
    await expect(form.form).toBeVisible();
    await form.fill({
      billNo: this.billNo,
      batchNo: 'B20261116-07',
      customerId: 'GPT',
      serviceId: 'CLR_DLV',
      channelCode: 'DE-ADW-ECO',
      clearanceType: app.say.choice('clearanceType', 'ioss'),
      originAirportId: 'PVG',
      landingAirportId: 'AMS',
      flightNo: 'CK205',
      etd: daysAgo(2, '02:40'),
      eta: daysAgo(1, '07:50'),
      boxCount: '6',
      packageCount: '30',
      weight: '30',
      totalValue: '300',
      ...more,
    });
    await form.save();
    await expect(app.screen.getByRole('heading', { level: 1 })).toContainText(this.billNo);
    this.id = Number(/detail\/(\d+)/.exec(app.page.url())?.[1]);
  }

  /** Opens a tab of the bill. */
  async part(name: string): Promise<void> {
    const { app } = this;
    const tab = app.screen.getByRole('tab', { name, exact: true });
    // A tab with a count shows it behind its name.
    await ((await tab.count()) > 0 ? tab : app.screen.getByRole('tab', { name }).first()).click();
    await app.settled();
  }

  /** Runs an action of the bill, from its buttons or from the menu behind the three dots. */
  async act(name: string): Promise<void> {
    const { app } = this;
    const head = app.screen.locator('.fc-actions').first();
    const button = head.getByRole('button', { name, exact: true });
    if ((await button.count()) > 0) return button.click();
    await head.getByRole('button', { name: app.say.t('common.more') }).click();
    await app.page.getByRole('menuitem', { name, exact: true }).click();
  }

  /** Sets a node from the strip of the overview: now, unless another time is typed. */
  async node(field: keyof Bill & string, answer?: () => Promise<void>): Promise<void> {
    const { app } = this;
    const { say } = app;
    await this.part(say.t('common.overview'));
    const strip = app.screen.getByRole('list', { name: say.t('common.timeline') }).first();
    const name = say.label(field === 'ata' ? 'eta' : field === 'atd' ? 'etd' : field, 'bill');
    await strip.getByRole('button', { name }).click();
    await answer?.();
    await this.app.page
      .locator('.bp6-dialog')
      .getByRole('button', { name: say.t('common.save') })
      .click();
    await expect(this.app.page.getByRole('dialog')).toHaveCount(0);
  }

  /** Sets the landing by its button. */
  async arrive(): Promise<void> {
    const { say } = this.app;
    await this.act(say.action('bill', 'arrive'));
    await this.dialog.getByRole('button', { name: say.t('common.save') }).click();
    await expect(this.app.page.getByRole('dialog')).toHaveCount(0);
  }

  /** Uploads the declaration from the tab of the files, and returns to the bill. */
  async upload(file: string): Promise<void> {
    const { app } = this;
    const { say, page } = app;
    await this.part(say.t('common.files'));
    await app.screen.getByRole('button', { name: say.t('common.upload') }).click();
    await app.willChoose(file);
    await page.getByRole('menuitem', { name: say.choice('fileKind', 'declaration'), exact: true }).click();
    await app.screen.getByRole('button', { name: say.t('importing.choose') }).click();
    await app.screen.getByRole('button', { name: say.t('files.importAll_other', { count: 30 }) }).click();
    await expect(app.screen.locator('.fc-job-head').getByText(say.state('fileJob', 'success'))).toBeVisible({
      timeout: 30_000,
    });
    await app.screen.getByRole('button', { name: say.t('common.openBill') }).click();
    await expect(app.screen.getByRole('heading', { level: 1 })).toContainText(this.billNo);
  }

  /** Runs the check of the codes on valid data. */
  async checkCodes(): Promise<void> {
    const { app } = this;
    const { say } = app;
    await this.part(say.t('clearance.hsTab'));
    await app.screen.getByRole('button', { name: say.t('clearance.hsRun') }).click();
    await expect(
      app.page.getByText(say.t('clearance.hsDone', { failed: 0, exception: 0, success: 30 })),
    ).toBeVisible();
  }

  /** Lodges the declaration of the bill, and enters that customs accepted it. */
  async declare(lrn: string, number: string): Promise<void> {
    const { app } = this;
    const { say } = app;
    await this.part(say.t('clearance.tab'));
    const declare = say.t('clearance.declareTitle');
    await app.screen.getByRole('button', { name: declare }).click();
    await this.side('batch', { lrn, brokerName: 'Broker BV' }, declare);
    await this.stands('clearing', 'in_clearance');
    const accept = say.action('batch', 'accept');
    await app.screen.getByRole('button', { name: accept, exact: true }).click();
    await this.side('batch', { mrn: mrn(number) }, accept);
    await expect(app.screen.getByText(say.state('batch', 'accepted')).first()).toBeVisible();
  }

  /** Fills in the form at the side and submits it by its own button. */
  async side(resource: string, entries: Readonly<Record<string, Entry>>, button?: string): Promise<void> {
    const { app } = this;
    const form = new FormInFront(app, resource);
    await expect(form.form).toBeVisible();
    await form.fill(entries);
    if (button) await form.form.getByRole('button', { name: button }).click();
    else await form.save();
    await expect(app.page.locator('.bp6-drawer')).toHaveCount(0);
  }

  /** Runs an action on parcels by their numbers. */
  async parcels(
    name: string,
    numbers: readonly string[],
    fields: Readonly<Record<string, { choose: string } | { type: string }>>,
  ): Promise<void> {
    const { app, dialog } = this;
    const { say } = app;
    const button = app.screen.getByRole('button', { name, exact: true });
    if ((await button.count()) > 0) await button.click();
    else {
      await app.screen.getByRole('button', { name: say.t('customs.more'), exact: true }).click();
      await app.page.getByRole('menuitem', { name, exact: true }).click();
    }
    await dialog.getByText(say.t('common.trackingNumbers'), { exact: true }).click();
    await dialog.getByRole('textbox', { name: say.t('common.trackingNumbers') }).fill(numbers.join('\n'));
    for (const [label, value] of Object.entries(fields)) {
      const field = dialog.getByLabel(label, { exact: false });
      if ('choose' in value) await field.selectOption({ label: value.choose });
      else await field.fill(value.type);
    }
    await dialog.getByRole('button', { name, exact: true }).click();
    await expect(app.page.getByRole('dialog')).toHaveCount(0);
  }

  /** A leg of the nth trip: pickup 1, inbound 2, clearance 3, outbound 4. */
  leg(trip: number, column: number) {
    return this.app.screen
      .locator('.fc-trip-table')
      .first()
      .locator('tbody tr')
      .nth(trip)
      .locator('td')
      .nth(column);
  }

  async addTrip(plateNo: string, pickupBoxes: string): Promise<void> {
    const { app } = this;
    await app.screen.getByRole('button', { name: app.say.t('warehouse.tripAdd') }).click();
    await this.side('pick', { plateNo, pickupBoxes });
    await expect(app.screen.getByText(plateNo)).toBeVisible();
  }

  async finish(trip: number, column: number, answer?: () => Promise<void>): Promise<void> {
    const { app } = this;
    const name = app.say.action('leg', 'finish');
    await this.leg(trip, column).getByRole('button', { name }).click();
    await answer?.();
    await this.dialog.getByRole('button', { name }).click();
    await expect(app.page.getByRole('dialog')).toHaveCount(0);
    await expect(this.leg(trip, column)).toContainText(app.say.state('leg', 'finished'));
  }

  /** Scans boxes in or out at the station that the leg leads to, and returns to the trips. */
  async scan(column: 2 | 4, boxes: readonly string[], expected: number): Promise<void> {
    const { app } = this;
    const { say, page } = app;
    await this.leg(0, column)
      .getByRole('button', { name: say.t('warehouse.scan'), exact: true })
      .click();
    await expect(app.screen.getByLabel(say.t('warehouse.boxNo'), { exact: true })).toBeFocused();
    for (const boxNo of boxes) {
      // Inserted at once: single keys could be as slow as a hand on a busy machine.
      await page.keyboard.insertText(boxNo);
      await page.keyboard.press('Enter');
    }
    await expect(app.screen.getByTestId('scan-count')).toHaveText(
      say.t('warehouse.scanOf', { done: boxes.length, expected }),
    );
    await app.screen.getByRole('link', { name: this.billNo }).click();
    await expect(app.screen.getByRole('heading', { level: 1 })).toContainText(this.billNo);
  }

  /** Returns the event codes of the timeline, oldest first. */
  async messages(): Promise<string[]> {
    const events = await data<{ code: string }[]>(this.app, 'bill.timeline', { params: { id: this.id } });
    return events.map(({ code }) => code);
  }
}

for (const language of LANGUAGES) {
  test(`${language}: takes a bill from the pre-alert to the proof of delivery and the archive`, async ({
    signedIn,
    place,
  }) => {
    const app = await signedIn({ language });
    const { say, page } = app;
    const file = declaration(place);
    const bill = new Journey(app, 7300001);

    await test.step('pre-alert, data, HS check, check, take-off', async () => {
      await bill.add();
      await bill.stands('draft', null);
      await bill.upload(file);
      await bill.stands('draft', null);
      expect(await app.count('parcel', `billId = ${bill.id} AND state = 'clearance'`)).toBe(30);
      await bill.checkCodes();
      await bill.act(say.action('bill', 'check'));
      await expect(app.screen.getByText(say.t('bill.checkedBadge'))).toBeVisible();
      await bill.node('atd');
      await bill.stands('draft', null);
    });

    await test.step('landing and notice of arrival', async () => {
      await bill.arrive();
      await bill.stands('arrived', 'not_released');
      await bill.node('noaAt');
      await bill.stands('arrived', 'not_released');
      expect(await app.countBills(`id = ${bill.id} AND noaBoxCount = 6`)).toBe(1);
    });

    await test.step('declared and accepted, T1', async () => {
      await bill.declare('26NLLIFE0001', '26NL000432LIFE01R');
      const add = say.t('clearance.addT1');
      await app.screen.getByRole('button', { name: add }).click();
      await bill.side(
        't1',
        {
          officeDeparture: 'NL000432',
          officeDestination: 'NL000563',
          guaranteeRef: '26NL0000010000017',
          seals: ['SEAL0001'],
        },
        add,
      );
      const release = say.action('t1', 'release');
      await app.screen
        .getByRole('table', { name: say.t('clearance.transits') })
        .getByRole('button', { name: release, exact: true })
        .click();
      await bill.side('t1', { mrn: '26NL0004327TRAJ3J9' }, release);
      await bill.stands('clearing', 'in_clearance');
      expect(await app.countBills(`id = ${bill.id} AND t1At IS NOT NULL AND t1Mrn IS NOT NULL`)).toBe(1);
    });

    await test.step('picked up, at the warehouse, scanned in', async () => {
      await bill.part(say.t('warehouse.trips'));
      await bill.addTrip('12-BXX-3', '6');
      await bill.stands('pickup', 'picked_up');
      await bill.finish(0, 1);
      await bill.stands('clearing', 'picked_up');
      await bill.node('atWarehouseAt', async () => {
        await bill.dialog.locator('button.fc-select').focus();
        await page.keyboard.press('Enter');
        await expect(page.locator('.bp6-select-popover input')).toBeFocused();
        await page.keyboard.type('AMS');
        await page.keyboard.press('Enter');
        await expect(page.locator('.bp6-select-popover input')).toHaveCount(0);
      });
      await bill.stands('clearing', 'picked_up');
      await bill.part(say.t('warehouse.trips'));
      await bill.scan(2, BOXES, 6);
      await bill.stands('inbound', 'in_clearance');
      await bill.finish(0, 2);
      await bill.stands('inbound', 'in_clearance');
    });

    await test.step('customs holds two, releases one and refuses one; the rest is released', async () => {
      await bill.part(say.t('common.parcels'));
      const [first = '', second = '', ...rest] = PARCELS;
      await bill.parcels(say.action('parcel', 'hold'), [first, second], {
        [say.label('reason')]: { choose: say.choice('holdReason', 'fyco') },
      });
      await bill.stands('inbound', 'exception');
      await bill.parcels(say.action('parcel', 'free'), [first], {
        [say.label('reference')]: { type: 'DMS 1' },
      });
      await bill.stands('inbound', 'exception');
      await bill.parcels(say.action('parcel', 'fail'), [second], {
        [say.label('reason')]: { choose: say.choice('failReason', 'counterfeit') },
        [say.label('disposition')]: { choose: say.choice('disposition', 'destroyed') },
      });
      await bill.stands('inbound', 'in_clearance');
      await bill.parcels(say.action('parcel', 'free'), rest, { [say.label('reference')]: { type: 'DMS 2' } });
      await bill.stands('clearance', 'success', true);
    });

    await test.step('handed over, out, arrived at the hub, delivered', async () => {
      await bill.part(say.t('clearance.tab'));
      const handOver = say.action('clearance', 'handOver');
      await app.screen.getByRole('button', { name: handOver, exact: true }).click();
      await bill.side('clearance', { handoverTo: 'DHL Hub Leipzig' }, handOver);
      await bill.stands('clearance', 'handover', true);
      await bill.part(say.t('warehouse.trips'));
      await bill.scan(4, BOXES, 6);
      await bill.stands('outbound', 'handover', true);
      await bill.finish(0, 4, () => page.getByLabel(say.t('warehouse.cmrAsk')).fill('CMR20261116-0001'));
      await bill.stands('transit', 'handover', true);
      await bill.node('tatAt');
      await bill.stands('transit', 'handover', true);
      await bill.node('podAt');
      await bill.stands('delivery', 'handover', true);
      expect(await app.countBills(`id = ${bill.id} AND podBoxCount = 6`)).toBe(1);
      // The proof of delivery ends every parcel that customs released.
      await bill.part(say.t('common.parcels'));
      await expect(app.screen.getByText(say.state('parcel', 'completed')).first()).toBeVisible();
      expect(await app.count('parcel', `billId = ${bill.id} AND state = 'completed'`)).toBe(29);
      expect(await app.count('box', `billId = ${bill.id} AND state = 'delivered'`)).toBe(6);
      await bill.act(say.action('bill', 'archive'));
      await expect(app.screen.getByText(say.t('bill.archivedBadge'))).toBeVisible();
      await bill.stands('delivery', 'handover', true);
    });

    await test.step('timeline, bill log and operation log agree with the story', async () => {
      const messages = await bill.messages();
      for (const code of STORY) expect(messages).toContain(code);
      await bill.part(say.t('common.overview'));
      const aside = app.screen.locator('aside').first();
      for (const code of STORY) await expect(aside).toContainText(say.words.events[code]);
      await bill.part(say.t('common.log'));
      await expect(app.cell(say.label('podAt', 'bill'))).toBeVisible();
      expect(await app.count('operateLog', `objectNo LIKE '${bill.billNo}%'`)).toBeGreaterThan(8);
      await app.open('/config/operate/logs');
      await expect(app.cell(bill.billNo)).toBeVisible();
    });
  });
}

test('offloads, removes and recovers a bill', async ({ signedIn, place }) => {
  const app = await signedIn();
  const { say, page } = app;
  const file = declaration(place);
  const bill = new Journey(app, 7300012);

  await test.step('it is offloaded: another flight and the reason', async () => {
    await bill.add();
    await bill.upload(file);
    await bill.act(say.action('bill', 'setFlight'));
    await bill.dialog.getByLabel(say.label('flightNo', 'bill')).fill('CK777');
    await bill.dialog.getByRole('textbox', { name: 'HH:mm' }).last().fill('23:59');
    await bill.dialog.getByLabel(say.label('reason')).fill('拉货 · no space');
    await bill.dialog.getByRole('button', { name: say.t('common.save') }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await bill.part(say.t('common.overview'));
    await expect(app.screen.getByText(say.words.events.OFFLOADED)).toBeVisible();
    await bill.stands('draft', null);
  });

  await test.step('it is removed and recovered in its former state', async () => {
    await bill.act(say.action('bill', 'remove'));
    await bill.dialog.getByLabel(say.t('bill.removeReasonAsk')).fill('Announced twice');
    await bill.dialog.getByRole('button', { name: say.action('bill', 'remove') }).click();
    await bill.stands('removed', null);
    await bill.act(say.action('bill', 'recover'));
    await bill.stands('draft', null);
  });
});

// The whole way above is tested in both languages.
for (const language of LANGUAGES.slice(1)) {
  test(`${language}: fetches boxes of a later notice with a second truck when a bill arrives in two parts`, async ({
    signedIn,
    place,
  }) => {
    const app = await signedIn({ language });
    const { say } = app;
    const file = declaration(place);
    const bill = new Journey(app, language === 'en' ? 7300023 : 7300034);
    /** Enters the notice of arrival of a number of boxes. */
    const noa = (boxes: string) =>
      bill.node('noaAt', () => bill.dialog.getByLabel(say.label('noaBoxCount', 'bill')).fill(boxes));

    await test.step('four of six boxes arrive, and a truck fetches them', async () => {
      await bill.add();
      await bill.upload(file);
      await bill.arrive();
      await noa('4');
      await bill.stands('arrived', 'not_released');
      await bill.part(say.t('warehouse.trips'));
      await bill.addTrip('12-BXX-3', '4');
      await bill.stands('pickup', 'picked_up');
      await bill.finish(0, 1);
      await bill.stands('clearing', 'picked_up');
    });

    await test.step('the other two arrive: the pickup is open again until a second truck has fetched them', async () => {
      await noa('6');
      await bill.stands('pickup', 'picked_up');
      expect(await app.countBills(`id = ${bill.id} AND pickupFinished = 0 AND noaBoxCount = 6`)).toBe(1);
      await bill.part(say.t('warehouse.trips'));
      await bill.addTrip('34-BXX-5', '2');
      await bill.stands('pickup', 'picked_up');
      await bill.finish(1, 1);
      await bill.stands('clearing', 'picked_up');
      expect(await app.countBills(`id = ${bill.id} AND pickupFinished = 1 AND pickedBoxes = 6`)).toBe(1);
    });

    await test.step('all boxes are counted in', async () => {
      await bill.scan(2, BOXES, 6);
      await bill.stands('inbound', 'in_clearance');
      await bill.part(say.t('warehouse.trips'));
      await bill.finish(0, 2);
      await bill.finish(1, 2);
      await bill.stands('inbound', 'in_clearance');
      expect(await app.countBills(`id = ${bill.id} AND inboundBoxes = 6 AND shortageCount = 0`)).toBe(1);
    });
  });

  test(`${language}: sends refused goods where it is decided`, async ({ signedIn, place }) => {
    const app = await signedIn({ language });
    const { say } = app;
    const file = declaration(place);
    const bill = new Journey(app, language === 'en' ? 7300045 : 7300056);
    const [first = '', second = '', third = '', ...rest] = PARCELS;

    await test.step('landed and declared', async () => {
      await bill.add();
      await bill.upload(file);
      await bill.checkCodes();
      await bill.arrive();
      await bill.declare(
        `26NLLIFE0002${language}`,
        language === 'en' ? '26NL000432LIFE02R' : '26NL000432LIFE03R',
      );
    });

    await test.step('customs refuses three parcels and releases the others', async () => {
      await bill.part(say.t('common.parcels'));
      await bill.parcels(say.action('parcel', 'fail'), [first, second, third], {
        [say.label('reason')]: { choose: say.choice('failReason', 'prohibited') },
      });
      await bill.stands('clearing', 'in_clearance');
      await bill.parcels(say.action('parcel', 'free'), rest, { [say.label('reference')]: { type: 'DMS 3' } });
      await bill.stands('clearance', 'success', true);
    });

    await test.step('returned, destroyed and abandoned parcels are final', async () => {
      const ends = { returned: first, destroyed: second, abandoned: third } as const;
      for (const [disposition, no] of Object.entries(ends)) {
        await bill.parcels(say.action('parcel', 'dispose'), [no], {
          [say.label('disposition')]: { choose: say.choice('disposition', disposition as keyof typeof ends) },
        });
        expect(
          await app.count(
            'parcel',
            `trackingNo = '${no}' AND state = 'failed' AND disposition = '${disposition}'`,
          ),
        ).toBe(1);
      }
      await bill.stands('clearance', 'success', true);
      await app.open('/bill/failure-parcel');
      for (const [disposition, no] of Object.entries(ends)) {
        const end = say.choice('disposition', disposition as keyof typeof ends);
        await expect(app.screen.getByRole('row', { name: new RegExp(`${no}.*${end}`) })).toHaveCount(1);
      }
    });
  });
}
