/**
 * Customers of the demo: invented sellers and forwarders at invented addresses, with postcodes of their cities. Phone
 * numbers are from ranges that are never assigned, mail addresses from domains reserved for examples.
 */

/** A group of customers with common rates. */
export const clientGroupData = [
  { code: 'VIP', nameEn: 'VIP', nameCn: '大客户', discount: 8 },
  { code: 'STANDARD', nameEn: 'Standard', nameCn: '标准客户', discount: null },
  { code: 'PLATFORM', nameEn: 'Platform', nameCn: '平台客户', discount: 5 },
  { code: 'FORWARDER', nameEn: 'Forwarder', nameCn: '同行', discount: 3.5 },
] as const;

/** IOSS numbers of sellers. */
export const iossData = [
  {
    iossNo: 'IM5289900001',
    state: 'NL',
    sellerAddress: '18 Zhuying Road, Bao’an, Shenzhen, China',
    sellerName: 'Green Panda Trading Ltd',
    locked: false,
  },
  {
    iossNo: 'IM5289900002',
    state: 'NL',
    sellerAddress: 'Unit 1204, 88 Harbour Lane, Kowloon, Hong Kong',
    sellerName: 'Silkroute Commerce HK',
    locked: false,
  },
  {
    iossNo: 'IM3729900003',
    state: 'IE',
    sellerAddress: '66 Quehua Street, Yuhang, Hangzhou, China',
    sellerName: 'Lucky Magpie Ltd',
    locked: false,
  },
  {
    iossNo: 'IM2769900004',
    state: 'DE',
    sellerAddress: '9 Yuntai Road, Nanshan, Shenzhen, China',
    sellerName: 'Cloud Terrace Ltd',
    locked: true,
  },
] as const;

/** A customer, and the properties of its bills. */
export interface CustomerData {
  readonly code: string;
  readonly nameEn: string;
  readonly nameCn: string;
  readonly group: (typeof clientGroupData)[number]['code'];
  readonly contactName: string;
  readonly email: string;
  readonly phone: string;
  readonly wechat: string;
  readonly country: 'CN' | 'HK';
  readonly province: string;
  readonly city: string;
  readonly district: string;
  readonly street: string;
  readonly houseNumber: string;
  readonly postcode: string;
  readonly address1: string;
  readonly address2: string;
  readonly settlement: 'per_bill' | 'weekly' | 'monthly';
  readonly paymentTermDays: number;
  /** Whole units of the currency. */
  readonly creditLimit: number;
  readonly currency: 'EUR' | 'USD';
  readonly photoRequired: boolean;
  /** Weight of its share of the bills. */
  readonly share: number;
  /** Share of its bills that fly to America, relative to the average. */
  readonly toAmerica: number;
  /** Legal name of the seller on its parcels; forwarders carry several sellers' parcels. */
  readonly sellers: readonly string[];
  /** Batches are numbered by date or simply counted. */
  readonly batches: 'dated' | 'counted';
}

type Names = readonly [code: string, nameEn: string, nameCn: string];
type Contact = readonly [name: string, mailbox: string, phone: string, wechat: string];
type Address = readonly [
  country: 'CN' | 'HK',
  province: string,
  city: string,
  district: string,
  street: string,
  houseNumber: string,
  postcode: string,
  address1: string,
  address2: string,
];
type Terms = readonly [
  group: CustomerData['group'],
  settlement: CustomerData['settlement'],
  paymentTermDays: number,
  creditLimit: number,
  currency: CustomerData['currency'],
];
type Habits = readonly [
  share: number,
  toAmerica: number,
  batches: CustomerData['batches'],
  sellers: readonly string[],
];

function customer(
  [code, nameEn, nameCn]: Names,
  [contactName, email, phone, wechat]: Contact,
  [country, province, city, district, street, houseNumber, postcode, address1, address2]: Address,
  [group, settlement, paymentTermDays, creditLimit, currency]: Terms,
  [share, toAmerica, batches, sellers]: Habits,
  photoRequired = false,
): CustomerData {
  return {
    ...{ code, nameEn, nameCn, group, contactName, email, phone, wechat },
    ...{ country, province, city, district, street, houseNumber, postcode, address1, address2 },
    ...{ settlement, paymentTermDays, creditLimit, currency, photoRequired },
    ...{ share, toAmerica, sellers, batches },
  };
}

const GREEN_PANDA = 'Green Panda Trading Ltd';
const SILKROUTE = 'Silkroute Commerce HK';
const LUCKY_MAGPIE = 'Lucky Magpie Ltd';
const ALL_SELLERS = [GREEN_PANDA, SILKROUTE, LUCKY_MAGPIE];

/** All customers. */
export const customerData: readonly CustomerData[] = [
  customer(
    ['GPT', 'Green Panda Trading', '绿熊猫贸易'],
    ['王飞 Wang Fei', 'ops@greenpanda.example.com', '+1 312 555 0110', 'wang_fei88'],
    [
      'CN',
      '广东省',
      '深圳市',
      '宝安区',
      '福永竹影路',
      '18号',
      '518103',
      '18 Zhuying Road, Fuyong, Bao’an, Shenzhen',
      'Building 3, floor 5',
    ],
    ['VIP', 'monthly', 30, 250_000, 'EUR'],
    [17, 0.6, 'dated', [GREEN_PANDA]],
  ),
  customer(
    ['SRC', 'Silkroute Commerce', '丝途电商'],
    ['林晓 Lin Xiao', 'pre-alert@silkroute.example.com', '+1 312 555 0111', 'linxiao_src'],
    [
      'HK',
      '新界',
      '香港',
      '葵涌',
      '锦帆道',
      '66号',
      '999077',
      '66 Kam Fan Road, Kwai Chung, New Territories',
      'Unit 1208, Silkroute Centre',
    ],
    ['VIP', 'monthly', 30, 200_000, 'EUR'],
    [13, 0.8, 'dated', [SILKROUTE]],
  ),
  customer(
    ['BLL', 'Blue Lantern Logistics', '蓝灯物流'],
    ['何东 He Dong', 'air@bluelantern.example.com', '+1 312 555 0112', 'hedong_bll'],
    [
      'CN',
      '上海市',
      '上海市',
      '浦东新区',
      '蓝灯路',
      '299弄7号',
      '201202',
      '7, Lane 299, Landeng Road, Pudong, Shanghai',
      'Block B, room 302',
    ],
    ['FORWARDER', 'weekly', 14, 80_000, 'EUR'],
    [10, 1.2, 'counted', ALL_SELLERS],
  ),
  customer(
    ['JRE', 'Jade River Express', '玉河速运'],
    ['周洁 Zhou Jie', 'export@jaderiver.example.com', '+1 312 555 0113', 'zhoujie_jre'],
    [
      'CN',
      '广东省',
      '广州市',
      '白云区',
      '玉河中路',
      '120号',
      '510470',
      '120 Yuhe Middle Road, Baiyun, Guangzhou',
      'Jade River Logistics Park, gate 2',
    ],
    ['FORWARDER', 'weekly', 14, 60_000, 'EUR'],
    [8, 1, 'counted', [...ALL_SELLERS, 'Yuhe Preferred Store']],
  ),
  customer(
    ['OKS', 'Orient Kite Supply', '东方风筝供应链'],
    ['郑瑶 Zheng Yao', 'bookings@orientkite.example.com', '+1 312 555 0114', 'zheng_kite'],
    [
      'CN',
      '浙江省',
      '杭州市',
      '萧山区',
      '风筝大道',
      '515号',
      '311201',
      '515 Fengzheng Avenue, Xiaoshan, Hangzhou',
      'Hall 6',
    ],
    ['STANDARD', 'monthly', 30, 90_000, 'EUR'],
    [8, 0.7, 'dated', ['Orient Kite Supply Ltd']],
    true,
  ),
  customer(
    ['HMF', 'Harbour Moon Freight', '港月货运'],
    ['梁伟 Leung Wai', 'ops@harbourmoon.example.com', '+1 312 555 0115', 'harbourmoon_ops'],
    [
      'HK',
      '九龙',
      '香港',
      '观塘',
      '港月街',
      '9号',
      '999077',
      '9 Harbour Moon Street, Kwun Tong, Kowloon',
      'Floor 11',
    ],
    ['FORWARDER', 'weekly', 7, 50_000, 'USD'],
    [7, 1.8, 'counted', [SILKROUTE, 'Moonlit Bay Store', 'Kowloon Kite Shop']],
  ),
  customer(
    ['LMG', 'Lucky Magpie', '喜鹊优选'],
    ['吴倩 Wu Qian', 'logistics@luckymagpie.example.com', '+1 312 555 0116', 'wuqian_magpie'],
    [
      'CN',
      '浙江省',
      '金华市',
      '义乌市',
      '喜鹊街',
      '88号',
      '322000',
      '88 Xique Street, Yiwu, Zhejiang',
      'District 4, gate 17',
    ],
    ['PLATFORM', 'monthly', 30, 180_000, 'EUR'],
    [10, 0.7, 'dated', [LUCKY_MAGPIE]],
  ),
  customer(
    ['CLT', 'Cloud Terrace', '云台跨境'],
    ['高翔 Gao Xiang', 'shipping@cloudterrace.example.com', '+1 312 555 0117', 'gaoxiang_clt'],
    [
      'CN',
      '河南省',
      '郑州市',
      '航空港区',
      '云台路',
      '36号',
      '451162',
      '36 Yuntai Road, Airport Zone, Zhengzhou',
      'Bonded park, warehouse 9',
    ],
    ['PLATFORM', 'monthly', 30, 100_000, 'EUR'],
    [6, 0.6, 'dated', ['Cloud Terrace Ltd']],
  ),
  customer(
    ['RML', 'Red Maple Lines', '红枫国际'],
    ['冯涛 Feng Tao', 'ops@redmaple.example.com', '+1 312 555 0118', 'fengtao_rml'],
    [
      'CN',
      '江苏省',
      '南京市',
      '江宁区',
      '红枫路',
      '201号',
      '211113',
      '201 Hongfeng Road, Jiangning, Nanjing',
      'Airport logistics centre, room 410',
    ],
    ['FORWARDER', 'per_bill', 7, 30_000, 'USD'],
    [5, 2, 'counted', ['Maple Alley Store', GREEN_PANDA, 'Ridgeway Home Goods']],
  ),
  customer(
    ['NBR', 'Nine Bridges', '九桥物流'],
    ['蔡敏 Cai Min', 'office@ninebridges.example.com', '+1 312 555 0119', 'caimin_nbr'],
    [
      'CN',
      '福建省',
      '厦门市',
      '湖里区',
      '九桥路',
      '55号',
      '361006',
      '55 Jiuqiao Road, Huli, Xiamen',
      'Floor 3',
    ],
    ['FORWARDER', 'weekly', 14, 40_000, 'EUR'],
    [5, 1, 'counted', [...ALL_SELLERS, 'Bridge Lane Boutique']],
  ),
  customer(
    ['PDS', 'Pearl Delta Select', '珠江优选'],
    ['邓敏 Deng Min', 'orders@pearldelta.example.org', '+1 312 555 0130', 'dengmin_pds'],
    [
      'CN',
      '广东省',
      '东莞市',
      '虎门镇',
      '珠光路',
      '77号',
      '523899',
      '77 Zhuguang Road, Humen, Dongguan',
      'Building A',
    ],
    ['STANDARD', 'monthly', 30, 45_000, 'EUR'],
    [3, 1, 'dated', ['Pearl Delta Select Ltd']],
  ),
  customer(
    ['BCM', 'Blue Crane Mall', '青鹤商城'],
    ['许宁 Xu Ning', 'crossborder@bluecrane.example.org', '+1 312 555 0131', 'xuning_bcm'],
    [
      'CN',
      '湖北省',
      '鄂州市',
      '华容区',
      '青鹤路',
      '6号',
      '436030',
      '6 Qinghe Road, Huarong, Ezhou',
      'Airport park, hall 2',
    ],
    ['PLATFORM', 'monthly', 30, 70_000, 'EUR'],
    [3, 0.5, 'dated', ['Blue Crane Mall Ltd']],
  ),
  customer(
    ['THR', 'Tea Horse Road Supply', '茶马古道供应链'],
    ['段云 Duan Yun', 'desk@teahorse.example.org', '+1 312 555 0132', 'duanyun_thr'],
    [
      'CN',
      '四川省',
      '成都市',
      '简阳市',
      '茶马路',
      '128号',
      '641419',
      '128 Chama Road, Jianyang, Chengdu',
      'Tianfu logistics base',
    ],
    ['STANDARD', 'per_bill', 7, 15_000, 'EUR'],
    [2, 0.5, 'counted', ['Tea Horse Road Supply Ltd']],
  ),
  customer(
    ['MDH', 'Morning Dew Home', '晨露家居'],
    ['曹燕 Cao Yan', 'export@morningdew.example.org', '+1 312 555 0133', 'caoyan_mdh'],
    [
      'CN',
      '浙江省',
      '宁波市',
      '北仑区',
      '晨露路',
      '300号',
      '315800',
      '300 Chenlu Road, Beilun, Ningbo',
      'Port area, warehouse 21',
    ],
    ['STANDARD', 'monthly', 45, 60_000, 'USD'],
    [2, 2.2, 'counted', ['Morning Dew Home Ltd']],
  ),
  customer(
    ['SFG', 'Starfish Gadgets', '海星数码'],
    ['罗凯 Luo Kai', 'supply@starfish.example.net', '+1 312 555 0134', 'luokai_sfg'],
    [
      'CN',
      '广东省',
      '深圳市',
      '龙华区',
      '海星路',
      '2号',
      '518109',
      '2 Haixing Road, Longhua, Shenzhen',
      'Tower 1, floor 22',
    ],
    ['STANDARD', 'monthly', 30, 55_000, 'USD'],
    [3, 2, 'dated', ['Starfish Gadgets Ltd']],
  ),
  customer(
    ['BBF', 'Bamboo Bridge Forwarding', '竹桥货代'],
    ['唐杰 Tang Jie', 'air@bamboobridge.example.net', '+1 312 555 0135', 'tangjie_bbf'],
    [
      'CN',
      '湖南省',
      '长沙市',
      '长沙县',
      '竹桥路',
      '41号',
      '410137',
      '41 Zhuqiao Road, Changsha County, Changsha',
      'Huanghua cargo centre',
    ],
    ['FORWARDER', 'weekly', 14, 25_000, 'EUR'],
    [2, 0.8, 'counted', [...ALL_SELLERS]],
  ),
  customer(
    ['GCF', 'Golden Carp Freight', '金鲤国际'],
    ['石磊 Shi Lei', 'ops@goldencarp.example.net', '+1 312 555 0136', 'shilei_gcf'],
    [
      'CN',
      '湖北省',
      '武汉市',
      '黄陂区',
      '金鲤大道',
      '19号',
      '430300',
      '19 Jinli Avenue, Huangpi, Wuhan',
      'Tianhe cargo village',
    ],
    ['FORWARDER', 'per_bill', 7, 20_000, 'EUR'],
    [2, 0.8, 'counted', [...ALL_SELLERS]],
  ),
  customer(
    ['PRF', 'Plum Rain Fashion', '梅雨服饰'],
    ['苏梅 Su Mei', 'shop@plumrain.example.net', '+1 312 555 0137', 'sumei_prf'],
    [
      'CN',
      '江苏省',
      '苏州市',
      '吴江区',
      '梅雨街',
      '10号',
      '215200',
      '10 Meiyu Street, Wujiang, Suzhou',
      'Workshop 5',
    ],
    ['STANDARD', 'monthly', 30, 30_000, 'EUR'],
    [2, 0.6, 'dated', ['Plum Rain Fashion Ltd']],
  ),
];

const byCode = new Map(customerData.map((found) => [found.code, found]));
const iossBySeller = new Map<string, string>(
  iossData.filter(({ locked }) => !locked).map(({ sellerName, iossNo }) => [sellerName, iossNo]),
);

/** Returns a customer by its code. Throws for an unknown code. */
export function customerOf(code: string): CustomerData {
  const found = byCode.get(code);
  if (!found) throw new Error(`no customer ${code}`);
  return found;
}

/** Returns the usable IOSS number of a seller; undefined if there is none. */
export const iossOf = (seller: string): string | undefined => iossBySeller.get(seller);
