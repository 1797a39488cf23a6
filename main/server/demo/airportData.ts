import { PORTS } from '../store/migrations/0080-ports';

/** An airport of the reference data. */
interface AirportData {
  readonly airportCode: string;
  readonly icaoCode: string | null;
  readonly unLocode: string | null;
  readonly country: string;
  readonly nameEn: string;
  readonly nameCn: string;
  readonly timeZone: string;
  readonly type: 'origin' | 'landing' | 'both';
}

type Row = readonly [
  airportCode: string,
  icaoCode: string,
  unLocode: string | null,
  country: string,
  nameEn: string,
  nameCn: string,
  timeZone: string,
];

const SHANGHAI = 'Asia/Shanghai';

/** Airports of departure. UN/LOCODE only if the airport or its city has a known one. */
const ORIGINS: readonly Row[] = [
  ['PVG', 'ZSPD', 'CNPVG', 'CN', 'Shanghai Pudong', '上海浦东国际机场', SHANGHAI],
  ['SZX', 'ZGSZ', 'CNSZX', 'CN', "Shenzhen Bao'an", '深圳宝安国际机场', SHANGHAI],
  ['CAN', 'ZGGG', 'CNCAN', 'CN', 'Guangzhou Baiyun', '广州白云国际机场', SHANGHAI],
  ['HKG', 'VHHH', 'HKHKG', 'HK', 'Hong Kong', '香港国际机场', 'Asia/Hong_Kong'],
  ['CGO', 'ZHCC', 'CNCGO', 'CN', 'Zhengzhou Xinzheng', '郑州新郑国际机场', SHANGHAI],
  ['EHU', 'ZHEC', null, 'CN', 'Ezhou Huahu', '鄂州花湖国际机场', SHANGHAI],
  ['HGH', 'ZSHC', 'CNHGH', 'CN', 'Hangzhou Xiaoshan', '杭州萧山国际机场', SHANGHAI],
  ['NKG', 'ZSNJ', 'CNNKG', 'CN', 'Nanjing Lukou', '南京禄口国际机场', SHANGHAI],
  ['XMN', 'ZSAM', 'CNXMN', 'CN', 'Xiamen Gaoqi', '厦门高崎国际机场', SHANGHAI],
  ['CSX', 'ZGHA', 'CNCSX', 'CN', 'Changsha Huanghua', '长沙黄花国际机场', SHANGHAI],
  ['WUH', 'ZHHH', 'CNWUH', 'CN', 'Wuhan Tianhe', '武汉天河国际机场', SHANGHAI],
  ['TFU', 'ZUTF', null, 'CN', 'Chengdu Tianfu', '成都天府国际机场', SHANGHAI],
  ['PEK', 'ZBAA', 'CNBJS', 'CN', 'Beijing Capital', '北京首都国际机场', SHANGHAI],
  ['TSN', 'ZBTJ', 'CNTSN', 'CN', 'Tianjin Binhai', '天津滨海国际机场', SHANGHAI],
  ['TAO', 'ZSQD', 'CNTAO', 'CN', 'Qingdao Jiaodong', '青岛胶东国际机场', SHANGHAI],
  ['CKG', 'ZUCK', 'CNCKG', 'CN', 'Chongqing Jiangbei', '重庆江北国际机场', SHANGHAI],
  ['KMG', 'ZPPP', 'CNKMG', 'CN', 'Kunming Changshui', '昆明长水国际机场', SHANGHAI],
  ['XIY', 'ZLXY', null, 'CN', "Xi'an Xianyang", '西安咸阳国际机场', SHANGHAI],
  ['NGB', 'ZSNB', 'CNNGB', 'CN', 'Ningbo Lishe', '宁波栎社国际机场', SHANGHAI],
  ['FOC', 'ZSFZ', 'CNFOC', 'CN', 'Fuzhou Changle', '福州长乐国际机场', SHANGHAI],
  ['DLC', 'ZYTL', 'CNDLC', 'CN', 'Dalian Zhoushuizi', '大连周水子国际机场', SHANGHAI],
  ['TNA', 'ZSJN', 'CNTNA', 'CN', 'Jinan Yaoqiang', '济南遥墙国际机场', SHANGHAI],
  ['HFE', 'ZSOF', 'CNHFE', 'CN', 'Hefei Xinqiao', '合肥新桥国际机场', SHANGHAI],
  ['NNG', 'ZGNN', 'CNNNG', 'CN', 'Nanning Wuxu', '南宁吴圩国际机场', SHANGHAI],
  ['MFM', 'VMMC', 'MOMFM', 'MO', 'Macau', '澳门国际机场', 'Asia/Macau'],
];

/** Airports where cargo lands, and where cargo flights stop over. */
const LANDINGS: readonly Row[] = [
  ['AMS', 'EHAM', 'NLSPL', 'NL', 'Amsterdam Schiphol', '阿姆斯特丹史基浦机场', 'Europe/Amsterdam'],
  ['LGG', 'EBLG', 'BELGG', 'BE', 'Liège', '列日机场', 'Europe/Brussels'],
  ['MST', 'EHBK', 'NLMST', 'NL', 'Maastricht Aachen', '马斯特里赫特机场', 'Europe/Amsterdam'],
  ['BRU', 'EBBR', 'BEBRU', 'BE', 'Brussels', '布鲁塞尔机场', 'Europe/Brussels'],
  ['FRA', 'EDDF', 'DEFRA', 'DE', 'Frankfurt', '法兰克福机场', 'Europe/Berlin'],
  ['BUD', 'LHBP', 'HUBUD', 'HU', 'Budapest', '布达佩斯机场', 'Europe/Budapest'],
  ['LUX', 'ELLX', 'LULUX', 'LU', 'Luxembourg', '卢森堡机场', 'Europe/Luxembourg'],
  ['RTM', 'EHRD', 'NLRTM', 'NL', 'Rotterdam The Hague', '鹿特丹海牙机场', 'Europe/Amsterdam'],
  ['CGN', 'EDDK', 'DECGN', 'DE', 'Cologne Bonn', '科隆波恩机场', 'Europe/Berlin'],
  ['LEJ', 'EDDP', 'DELEJ', 'DE', 'Leipzig/Halle', '莱比锡哈雷机场', 'Europe/Berlin'],
  ['HHN', 'EDFH', 'DEHHN', 'DE', 'Frankfurt-Hahn', '法兰克福哈恩机场', 'Europe/Berlin'],
  ['CDG', 'LFPG', 'FRCDG', 'FR', 'Paris Charles de Gaulle', '巴黎戴高乐机场', 'Europe/Paris'],
  ['LHR', 'EGLL', 'GBLHR', 'GB', 'London Heathrow', '伦敦希思罗机场', 'Europe/London'],
  ['EMA', 'EGNX', 'GBEMA', 'GB', 'East Midlands', '东米德兰兹机场', 'Europe/London'],
  ['STN', 'EGSS', 'GBSTN', 'GB', 'London Stansted', '伦敦斯坦斯特德机场', 'Europe/London'],
  ['MXP', 'LIMC', 'ITMXP', 'IT', 'Milan Malpensa', '米兰马尔彭萨机场', 'Europe/Rome'],
  ['MAD', 'LEMD', 'ESMAD', 'ES', 'Madrid-Barajas', '马德里巴拉哈斯机场', 'Europe/Madrid'],
  ['ZAZ', 'LEZG', 'ESZAZ', 'ES', 'Zaragoza', '萨拉戈萨机场', 'Europe/Madrid'],
  ['VIE', 'LOWW', 'ATVIE', 'AT', 'Vienna', '维也纳机场', 'Europe/Vienna'],
  ['PRG', 'LKPR', 'CZPRG', 'CZ', 'Prague', '布拉格机场', 'Europe/Prague'],
  ['WAW', 'EPWA', 'PLWAW', 'PL', 'Warsaw Chopin', '华沙肖邦机场', 'Europe/Warsaw'],
  ['KTW', 'EPKT', 'PLKTW', 'PL', 'Katowice', '卡托维兹机场', 'Europe/Warsaw'],
  ['CPH', 'EKCH', 'DKCPH', 'DK', 'Copenhagen', '哥本哈根机场', 'Europe/Copenhagen'],
  ['ARN', 'ESSA', 'SEARN', 'SE', 'Stockholm Arlanda', '斯德哥尔摩阿兰达机场', 'Europe/Stockholm'],
  ['OSL', 'ENGM', 'NOOSL', 'NO', 'Oslo', '奥斯陆机场', 'Europe/Oslo'],
  ['IST', 'LTFM', 'TRIST', 'TR', 'Istanbul', '伊斯坦布尔机场', 'Europe/Istanbul'],
  ['ORD', 'KORD', null, 'US', "Chicago O'Hare", '芝加哥奥黑尔机场', 'America/Chicago'],
  ['LAX', 'KLAX', 'USLAX', 'US', 'Los Angeles', '洛杉矶机场', 'America/Los_Angeles'],
  ['JFK', 'KJFK', null, 'US', 'New York JFK', '纽约肯尼迪机场', 'America/New_York'],
  ['ANC', 'PANC', 'USANC', 'US', 'Anchorage', '安克雷奇机场', 'America/Anchorage'],
  ['MIA', 'KMIA', 'USMIA', 'US', 'Miami', '迈阿密机场', 'America/New_York'],
  ['DFW', 'KDFW', null, 'US', 'Dallas/Fort Worth', '达拉斯沃斯堡机场', 'America/Chicago'],
  ['ATL', 'KATL', 'USATL', 'US', 'Atlanta', '亚特兰大机场', 'America/New_York'],
  ['EWR', 'KEWR', 'USEWR', 'US', 'Newark', '纽瓦克机场', 'America/New_York'],
  ['CVG', 'KCVG', null, 'US', 'Cincinnati/Northern Kentucky', '辛辛那提机场', 'America/New_York'],
  ['RFD', 'KRFD', null, 'US', 'Chicago Rockford', '芝加哥罗克福德机场', 'America/Chicago'],
  ['SFO', 'KSFO', 'USSFO', 'US', 'San Francisco', '旧金山机场', 'America/Los_Angeles'],
  ['SEA', 'KSEA', 'USSEA', 'US', 'Seattle-Tacoma', '西雅图塔科马机场', 'America/Los_Angeles'],
];

/** Hubs of the airlines that stop over between China and Europe. */
const STOPOVERS: readonly Row[] = [
  ['DOH', 'OTHH', 'QADOH', 'QA', 'Doha Hamad', '多哈哈马德机场', 'Asia/Qatar'],
  ['DXB', 'OMDB', 'AEDXB', 'AE', 'Dubai', '迪拜机场', 'Asia/Dubai'],
  ['DWC', 'OMDW', null, 'AE', 'Dubai World Central', '迪拜世界中心机场', 'Asia/Dubai'],
  ['AUH', 'OMAA', 'AEAUH', 'AE', 'Abu Dhabi', '阿布扎比机场', 'Asia/Dubai'],
  ['SHJ', 'OMSJ', 'AESHJ', 'AE', 'Sharjah', '沙迦机场', 'Asia/Dubai'],
  ['RUH', 'OERK', 'SARUH', 'SA', 'Riyadh', '利雅得机场', 'Asia/Riyadh'],
  ['GYD', 'UBBB', null, 'AZ', 'Baku Heydar Aliyev', '巴库盖达尔·阿利耶夫机场', 'Asia/Baku'],
];

const ofType =
  (type: AirportData['type']) =>
  ([airportCode, icaoCode, unLocode, country, nameEn, nameCn, timeZone]: Row): AirportData => ({
    airportCode,
    icaoCode,
    unLocode,
    country,
    nameEn,
    nameCn,
    timeZone,
    type,
  });

/** The airports of our lanes, the other cargo airports of China, Europe, the Gulf and America, and the ports. */
export const airportData: readonly AirportData[] = [
  ...ORIGINS.map(ofType('origin')),
  ...LANDINGS.map(ofType('landing')),
  ...STOPOVERS.map(ofType('both')),
  ...PORTS.map(([code, nameEn, nameCn, timeZone]) => ({
    ...{ airportCode: code, icaoCode: null, unLocode: code, country: code.slice(0, 2) },
    ...{ nameEn, nameCn, timeZone, type: 'both' as const },
  })),
];

const byCode = new Map(airportData.map((airport) => [airport.airportCode, airport]));

/** An airport of the table; throws for a code that is not in it. */
export function airportOf(code: string): AirportData {
  const found = byCode.get(code);
  if (!found) throw new Error(`no airport ${code}`);
  return found;
}
