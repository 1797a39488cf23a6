/** An airline that carries our cargo: IATA designator and accounting code, the prefix of its air waybills. */
export interface Airline {
  readonly code: string;
  readonly prefix: string;
  readonly nameEn: string;
  readonly nameCn: string;
}

/** Designators and accounting codes as IATA assigns them; new airlines appear, so an unknown one is no error. */
const table: readonly (readonly [code: string, prefix: string, nameEn: string, nameCn: string])[] = [
  ['CA', '999', 'Air China Cargo', '国货航（国航）'],
  ['MU', '781', 'China Eastern', '东方航空'],
  ['CK', '112', 'China Cargo Airlines', '中货航'],
  ['CZ', '784', 'China Southern', '南方航空'],
  ['HU', '880', 'Hainan Airlines', '海南航空'],
  ['JD', '898', 'Beijing Capital Airlines', '首都航空'],
  ['HO', '018', 'Juneyao', '吉祥航空'],
  ['ZH', '479', 'Shenzhen Airlines', '深圳航空'],
  ['3U', '876', 'Sichuan Airlines', '四川航空'],
  ['FM', '774', 'Shanghai Airlines', '上海航空'],
  ['Y8', '871', 'Suparna (Yangtze River Express)', '金鹏航空'],
  ['O3', '921', 'SF Airlines', '顺丰航空'],
  ['CF', '804', 'China Postal Airlines', '中国邮政航空'],
  ['YG', '860', 'YTO Cargo Airlines', '圆通航空'],
  ['CX', '160', 'Cathay Pacific', '国泰航空'],
  ['LD', '288', 'Air Hong Kong', '香港华民航空'],
  ['HX', '851', 'Hong Kong Airlines', '香港航空'],
  ['CI', '297', 'China Airlines', '中华航空'],
  ['BR', '695', 'EVA Air', '长荣航空'],
  ['KE', '180', 'Korean Air', '大韩航空'],
  ['OZ', '988', 'Asiana', '韩亚航空'],
  ['NH', '205', 'ANA', '全日空'],
  ['JL', '131', 'Japan Airlines', '日本航空'],
  ['KZ', '933', 'Nippon Cargo Airlines', '日本货物航空'],
  ['SQ', '618', 'Singapore Airlines', '新加坡航空'],
  ['TG', '217', 'Thai Airways', '泰国航空'],
  ['MH', '232', 'Malaysia Airlines', '马来西亚航空'],
  ['VN', '738', 'Vietnam Airlines', '越南航空'],
  ['QR', '157', 'Qatar Airways', '卡塔尔航空'],
  ['EK', '176', 'Emirates', '阿联酋航空'],
  ['EY', '607', 'Etihad', '阿提哈德航空'],
  ['SV', '065', 'Saudia', '沙特航空'],
  ['TK', '235', 'Turkish Airlines', '土耳其航空'],
  ['ET', '071', 'Ethiopian Airlines', '埃塞俄比亚航空'],
  ['HY', '250', 'Uzbekistan Airways', '乌兹别克斯坦航空'],
  ['7L', '501', 'Silk Way West', '丝绸之路西部航空'],
  ['CV', '172', 'Cargolux', '卢森堡货航'],
  ['C8', '356', 'Cargolux Italia', '卢森堡意大利货航'],
  ['LH', '020', 'Lufthansa Cargo', '汉莎货运'],
  ['AF', '057', 'Air France', '法国航空'],
  ['KL', '074', 'KLM', '荷兰皇家航空'],
  ['MP', '129', 'Martinair', '马丁航空'],
  ['BA', '125', 'British Airways', '英国航空'],
  ['VS', '932', 'Virgin Atlantic', '维珍航空'],
  ['AY', '105', 'Finnair', '芬兰航空'],
  ['SK', '117', 'SAS', '北欧航空'],
  ['3V', '756', 'ASL Airlines Belgium', '比利时 ASL 航空'],
  ['QY', '615', 'European Air Transport', '欧洲航空运输'],
  ['5C', '700', 'Challenge Airlines IL', 'Challenge 航空'],
  ['LY', '114', 'El Al', '以色列航空'],
  ['5Y', '369', 'Atlas Air', '阿特拉斯航空'],
  ['PO', '403', 'Polar Air Cargo', '博立航空'],
  ['K4', '272', 'Kalitta Air', '卡利塔航空'],
  ['5X', '406', 'UPS Airlines', 'UPS 航空'],
  ['FX', '023', 'FedEx', '联邦快递'],
  ['AA', '001', 'American Airlines', '美国航空'],
  ['DL', '006', 'Delta', '达美航空'],
  ['UA', '016', 'United', '美联航'],
  ['AC', '014', 'Air Canada', '加拿大航空'],
  ['UC', '145', 'LATAM Cargo Chile', '拉塔姆货运'],
  ['MS', '077', 'EgyptAir', '埃及航空'],
];

const airlines: readonly Airline[] = table.map(([code, prefix, nameEn, nameCn]) => ({
  code,
  prefix,
  nameEn,
  nameCn,
}));
const byPrefix = new Map(airlines.map((airline) => [airline.prefix, airline]));
const byCode = new Map(airlines.map((airline) => [airline.code, airline]));

/** Returns the airline whose air waybills begin with these three digits. */
export const airlineByPrefix = (prefix: string): Airline | undefined => byPrefix.get(prefix);

/** Returns the airline of a two-character designator. */
export const airlineByCode = (code: string): Airline | undefined => byCode.get(code);
