/** A region of a country. */
interface RegionData {
  readonly country: string;
  readonly code: string;
  readonly nameEn: string;
  readonly nameCn: string;
}

/** Regions of our customers and sites by country (ISO 3166-2). */
const REGIONS: Readonly<
  Record<string, readonly (readonly [code: string, nameEn: string, nameCn: string])[]>
> = {
  CN: [
    ['BJ', 'Beijing', '北京市'],
    ['TJ', 'Tianjin', '天津市'],
    ['HE', 'Hebei', '河北省'],
    ['SX', 'Shanxi', '山西省'],
    ['NM', 'Inner Mongolia', '内蒙古自治区'],
    ['LN', 'Liaoning', '辽宁省'],
    ['JL', 'Jilin', '吉林省'],
    ['HL', 'Heilongjiang', '黑龙江省'],
    ['SH', 'Shanghai', '上海市'],
    ['JS', 'Jiangsu', '江苏省'],
    ['ZJ', 'Zhejiang', '浙江省'],
    ['AH', 'Anhui', '安徽省'],
    ['FJ', 'Fujian', '福建省'],
    ['JX', 'Jiangxi', '江西省'],
    ['SD', 'Shandong', '山东省'],
    ['HA', 'Henan', '河南省'],
    ['HB', 'Hubei', '湖北省'],
    ['HN', 'Hunan', '湖南省'],
    ['GD', 'Guangdong', '广东省'],
    ['GX', 'Guangxi', '广西壮族自治区'],
    ['HI', 'Hainan', '海南省'],
    ['CQ', 'Chongqing', '重庆市'],
    ['SC', 'Sichuan', '四川省'],
    ['GZ', 'Guizhou', '贵州省'],
    ['YN', 'Yunnan', '云南省'],
    ['XZ', 'Tibet', '西藏自治区'],
    ['SN', 'Shaanxi', '陕西省'],
    ['GS', 'Gansu', '甘肃省'],
    ['QH', 'Qinghai', '青海省'],
    ['NX', 'Ningxia', '宁夏回族自治区'],
    ['XJ', 'Xinjiang', '新疆维吾尔自治区'],
  ],
  NL: [
    ['DR', 'Drenthe', '德伦特省'],
    ['FL', 'Flevoland', '弗莱福兰省'],
    ['FR', 'Fryslân', '弗里斯兰省'],
    ['GE', 'Gelderland', '海尔德兰省'],
    ['GR', 'Groningen', '格罗宁根省'],
    ['LI', 'Limburg', '林堡省'],
    ['NB', 'Noord-Brabant', '北布拉班特省'],
    ['NH', 'Noord-Holland', '北荷兰省'],
    ['OV', 'Overijssel', '上艾瑟尔省'],
    ['UT', 'Utrecht', '乌得勒支省'],
    ['ZE', 'Zeeland', '泽兰省'],
    ['ZH', 'Zuid-Holland', '南荷兰省'],
  ],
  BE: [
    ['BRU', 'Brussels', '布鲁塞尔大区'],
    ['VLG', 'Flanders', '弗拉芒大区'],
    ['WAL', 'Wallonia', '瓦隆大区'],
  ],
  DE: [
    ['BW', 'Baden-Württemberg', '巴登-符腾堡州'],
    ['BY', 'Bavaria', '巴伐利亚州'],
    ['BE', 'Berlin', '柏林州'],
    ['BB', 'Brandenburg', '勃兰登堡州'],
    ['HB', 'Bremen', '不来梅州'],
    ['HH', 'Hamburg', '汉堡州'],
    ['HE', 'Hesse', '黑森州'],
    ['MV', 'Mecklenburg-Vorpommern', '梅克伦堡-前波美拉尼亚州'],
    ['NI', 'Lower Saxony', '下萨克森州'],
    ['NW', 'North Rhine-Westphalia', '北莱茵-威斯特法伦州'],
    ['RP', 'Rhineland-Palatinate', '莱茵兰-普法尔茨州'],
    ['SL', 'Saarland', '萨尔州'],
    ['SN', 'Saxony', '萨克森州'],
    ['ST', 'Saxony-Anhalt', '萨克森-安哈尔特州'],
    ['SH', 'Schleswig-Holstein', '石勒苏益格-荷尔斯泰因州'],
    ['TH', 'Thuringia', '图林根州'],
  ],
  US: [
    ['CA', 'California', '加利福尼亚州'],
    ['GA', 'Georgia', '佐治亚州'],
    ['IL', 'Illinois', '伊利诺伊州'],
    ['KY', 'Kentucky', '肯塔基州'],
    ['NJ', 'New Jersey', '新泽西州'],
    ['NY', 'New York', '纽约州'],
    ['TX', 'Texas', '得克萨斯州'],
    ['WA', 'Washington', '华盛顿州'],
  ],
};

/** All initial regions. */
export const regionData: readonly RegionData[] = Object.entries(REGIONS).flatMap(([country, regions]) =>
  regions.map(([code, nameEn, nameCn]) => ({ country, code: `${country}-${code}`, nameEn, nameCn })),
);

/** Dialling codes (ITU-T E.164) of the countries in use. */
export const phoneCodes: Readonly<Record<string, string>> = {
  AT: '+43',
  BE: '+32',
  CH: '+41',
  CN: '+86',
  CZ: '+420',
  DE: '+49',
  DK: '+45',
  ES: '+34',
  FI: '+358',
  FR: '+33',
  GB: '+44',
  HK: '+852',
  HU: '+36',
  IE: '+353',
  IT: '+39',
  LU: '+352',
  MO: '+853',
  NL: '+31',
  NO: '+47',
  PL: '+48',
  PT: '+351',
  SE: '+46',
  SG: '+65',
  SK: '+421',
  TW: '+886',
  US: '+1',
};
