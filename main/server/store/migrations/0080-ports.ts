import type { Generated, Kysely } from 'kysely';

type Row = readonly [unLocode: string, nameEn: string, nameCn: string, timeZone: string];

const SHANGHAI = 'Asia/Shanghai';
const PARIS = 'Europe/Paris';
const BERLIN = 'Europe/Berlin';
const EASTERN = 'America/New_York';
const CENTRAL = 'America/Chicago';
const PACIFIC = 'America/Los_Angeles';

/** Ports of our lanes and the other container ports of China, Asia, Europe and America, by UN/LOCODE. */
export const PORTS: readonly Row[] = [
  ['CNSHA', 'Shanghai', '上海港', SHANGHAI],
  ['CNNGB', 'Ningbo', '宁波港', SHANGHAI],
  ['CNYTN', 'Yantian', '盐田港', SHANGHAI],
  ['CNSHK', 'Shekou', '蛇口港', SHANGHAI],
  ['CNNSA', 'Nansha', '南沙港', SHANGHAI],
  ['CNTAO', 'Qingdao', '青岛港', SHANGHAI],
  ['CNTXG', 'Tianjin Xingang', '天津新港', SHANGHAI],
  ['CNXMN', 'Xiamen', '厦门港', SHANGHAI],
  ['CNDLC', 'Dalian', '大连港', SHANGHAI],
  ['CNFOC', 'Fuzhou', '福州港', SHANGHAI],
  ['HKHKG', 'Hong Kong', '香港港', 'Asia/Hong_Kong'],
  ['TWKHH', 'Kaohsiung', '高雄港', 'Asia/Taipei'],
  ['KRPUS', 'Busan', '釜山港', 'Asia/Seoul'],
  ['JPTYO', 'Tokyo', '东京港', 'Asia/Tokyo'],
  ['JPYOK', 'Yokohama', '横滨港', 'Asia/Tokyo'],
  ['SGSIN', 'Singapore', '新加坡港', 'Asia/Singapore'],
  ['MYPKG', 'Port Klang', '巴生港', 'Asia/Kuala_Lumpur'],
  ['THLCH', 'Laem Chabang', '林查班港', 'Asia/Bangkok'],
  ['VNSGN', 'Ho Chi Minh City', '胡志明港', 'Asia/Ho_Chi_Minh'],
  ['VNHPH', 'Haiphong', '海防港', 'Asia/Ho_Chi_Minh'],
  ['LKCMB', 'Colombo', '科伦坡港', 'Asia/Colombo'],
  ['NLRTM', 'Rotterdam', '鹿特丹港', 'Europe/Amsterdam'],
  ['NLAMS', 'Amsterdam', '阿姆斯特丹港', 'Europe/Amsterdam'],
  ['BEANR', 'Antwerp', '安特卫普港', 'Europe/Brussels'],
  ['BEZEE', 'Zeebrugge', '泽布吕赫港', 'Europe/Brussels'],
  ['DEHAM', 'Hamburg', '汉堡港', BERLIN],
  ['DEBRV', 'Bremerhaven', '不来梅哈芬港', BERLIN],
  ['DEWVN', 'Wilhelmshaven', '威廉港', BERLIN],
  ['FRLEH', 'Le Havre', '勒阿弗尔港', PARIS],
  ['FRFOS', 'Fos-sur-Mer', '福斯港', PARIS],
  ['PLGDN', 'Gdansk', '格但斯克港', 'Europe/Warsaw'],
  ['GRPIR', 'Piraeus', '比雷埃夫斯港', 'Europe/Athens'],
  ['ITGOA', 'Genoa', '热那亚港', 'Europe/Rome'],
  ['ITSPE', 'La Spezia', '拉斯佩齐亚港', 'Europe/Rome'],
  ['SIKOP', 'Koper', '科佩尔港', 'Europe/Ljubljana'],
  ['ESVLC', 'Valencia', '瓦伦西亚港', 'Europe/Madrid'],
  ['ESBCN', 'Barcelona', '巴塞罗那港', 'Europe/Madrid'],
  ['SEGOT', 'Gothenburg', '哥德堡港', 'Europe/Stockholm'],
  ['DKAAR', 'Aarhus', '奥胡斯港', 'Europe/Copenhagen'],
  ['GBFXT', 'Felixstowe', '费利克斯托港', 'Europe/London'],
  ['GBSOU', 'Southampton', '南安普敦港', 'Europe/London'],
  ['GBLGP', 'London Gateway', '伦敦门户港', 'Europe/London'],
  ['USLAX', 'Los Angeles', '洛杉矶港', PACIFIC],
  ['USLGB', 'Long Beach', '长滩港', PACIFIC],
  ['USOAK', 'Oakland', '奥克兰港', PACIFIC],
  ['USSEA', 'Seattle', '西雅图港', PACIFIC],
  ['USTIW', 'Tacoma', '塔科马港', PACIFIC],
  ['USNYC', 'New York', '纽约港', EASTERN],
  ['USSAV', 'Savannah', '萨凡纳港', EASTERN],
  ['USCHS', 'Charleston', '查尔斯顿港', EASTERN],
  ['USORF', 'Norfolk', '诺福克港', EASTERN],
  ['USBAL', 'Baltimore', '巴尔的摩港', EASTERN],
  ['USBOS', 'Boston', '波士顿港', EASTERN],
  ['USMIA', 'Miami', '迈阿密港', EASTERN],
  ['USHOU', 'Houston', '休斯敦港', CENTRAL],
  ['USMOB', 'Mobile', '莫比尔港', CENTRAL],
  ['USMSY', 'New Orleans', '新奥尔良港', CENTRAL],
];

/** The port of each airport that a bill by sea named in its place. */
const PORT_OF: Readonly<Record<string, string>> = {
  ...{ PVG: 'CNSHA', HGH: 'CNSHA', NKG: 'CNSHA', SZX: 'CNYTN', CAN: 'CNNSA', HKG: 'HKHKG', XMN: 'CNXMN' },
  ...{ PEK: 'CNTXG', TSN: 'CNTXG', TAO: 'CNTAO', TNA: 'CNTAO', NGB: 'CNNGB', FOC: 'CNFOC', DLC: 'CNDLC' },
  ...{ AMS: 'NLAMS', RTM: 'NLRTM', BRU: 'BEANR', LAX: 'USLAX', JFK: 'USNYC', EWR: 'USNYC' },
  ...{ MIA: 'USMIA', ATL: 'USSAV', DFW: 'USHOU', SFO: 'USOAK', SEA: 'USSEA', LHR: 'GBLGP', CDG: 'FRLEH' },
};

/** Tables as this migration finds them. */
type Tables = {
  airport: {
    id: Generated<number>;
    version: number;
    createdAt: string;
    createdBy: number | null;
    updatedAt: string;
    updatedBy: number | null;
    airportCode: string;
    unLocode: string;
    twoLetterCode: string;
    countryId: number;
    nameEn: string;
    nameCn: string;
    timeZone: string;
    type: string;
    active: number;
    sort: number;
  };
  country: { id: number; code: string };
  bill: { id: number; mode: string; originAirportId: number; landingAirportId: number };
  seaBill: { billId: number | null; polCode: string; podCode: string };
};

/**
 * Ports, beside the airports: a bill by sea named the nearest airport. Each gets the ports of its sea bill, else that of
 * its airport. A new database has no airports yet: it gets the ports with them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const tables = db.withTables<Tables>();
  const airports = await tables.selectFrom('airport').select(['id', 'airportCode', 'createdAt']).execute();
  const [oldest] = airports;
  if (!oldest) return;
  const countries = new Map(
    (await tables.selectFrom('country').select(['id', 'code']).execute()).map(({ id, code }) => [code, id]),
  );
  const ids = new Map(airports.map(({ id, airportCode }) => [airportCode, id]));
  for (const [index, [code, nameEn, nameCn, timeZone]] of PORTS.entries()) {
    const twoLetterCode = code.slice(0, 2);
    const countryId = countries.get(twoLetterCode);
    if (countryId === undefined || ids.has(code)) continue;
    const { id } = await tables
      .insertInto('airport')
      .values({
        ...{ version: 1, createdAt: oldest.createdAt, createdBy: null },
        ...{ updatedAt: oldest.createdAt, updatedBy: null },
        ...{ airportCode: code, unLocode: code, twoLetterCode, countryId, nameEn, nameCn, timeZone },
        ...{ type: 'both', active: 1, sort: (airports.length + index + 1) * 10 },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.set(code, id);
  }
  await moveBills(tables, ids);
}

async function moveBills(tables: Kysely<Tables>, ids: ReadonlyMap<string, number>): Promise<void> {
  const codes = new Map([...ids].map(([code, id]) => [id, code]));
  const portOf = (id: number) => ids.get(PORT_OF[codes.get(id) ?? ''] ?? '') ?? id;
  const bills = await tables
    .selectFrom('bill')
    .leftJoin('seaBill', 'seaBill.billId', 'bill.id')
    .select(['bill.id', 'originAirportId', 'landingAirportId', 'polCode', 'podCode'])
    .where('mode', '=', 'sea')
    .execute();
  for (const { id, originAirportId, landingAirportId, polCode, podCode } of bills)
    await tables
      .updateTable('bill')
      .set({
        originAirportId: ids.get(polCode ?? '') ?? portOf(originAirportId),
        landingAirportId: ids.get(podCode ?? '') ?? portOf(landingAirportId),
      })
      .where('id', '=', id)
      .execute();
}
