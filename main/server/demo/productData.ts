/** Goods that Chinese sellers send to consumers, with the commodity codes that brokers declare. */

/** A product for item lines. */
export interface ProductData {
  readonly sku: string;
  readonly nameEn: string;
  readonly nameCn: string;
  /** HS 2022, six digits, for low-value declarations. */
  readonly hs6: string;
  /** HTSUS, ten digits, for entries in America. */
  readonly hts10: string;
  /** TARIC, ten digits, for standard declarations; null for products that never cost that much. */
  readonly taric10: string | null;
  /** Unit price range in EUR. */
  readonly price: readonly [low: number, high: number];
  /** Usual unit weight with packing, in grams. */
  readonly grams: number;
  readonly popularity: number;
}

type Row = readonly [
  sku: string,
  nameEn: string,
  nameCn: string,
  hts10: string,
  low: number,
  high: number,
  grams: number,
  popularity: number,
  taric10?: string,
];

const ROWS: readonly Row[] = [
  ['TS', 'Cotton T-shirt, knitted', '棉制针织T恤', '6109100012', 4, 22, 210, 9, '6109100010'],
  ['DR', "Women's dress, synthetic, knitted", '女式针织连衣裙', '6104432010', 9, 190, 330, 8, '6104430000'],
  ['BL', "Women's blouse, man-made fibres", '女式化纤衬衫', '6206403033', 7, 38, 220, 5],
  ['PS', "Men's polo shirt, cotton, knitted", '男式棉制针织POLO衫', '6105100010', 8, 32, 270, 3],
  [
    'HD',
    'Hooded pullover, man-made fibres, knitted',
    '化纤针织连帽衫',
    '6110303053',
    11,
    170,
    520,
    5,
    '6110309900',
  ],
  ['JN', "Women's jeans, cotton", '女式棉制牛仔裤', '6204628011', 13, 55, 620, 3],
  ['LG', 'Leggings, synthetic, knitted', '化纤针织打底裤', '6104632011', 5, 24, 230, 4],
  ['BR', 'Bra, man-made fibres', '化纤胸罩', '6212109020', 4, 22, 130, 3],
  ['SO', 'Cotton socks, five pairs', '棉袜五双装', '6115959000', 3, 13, 180, 4],
  ['SW', "Women's swimsuit, synthetic, knitted", '女式针织泳衣', '6112410010', 7, 32, 190, 2],
  ['CP', 'Baseball cap, cotton', '棉制棒球帽', '6505002545', 4, 16, 120, 3],
  ['SC', 'Knitted scarf, synthetic', '化纤针织围巾', '6117102030', 4, 18, 210, 3],
  ['RS', 'Running shoes, textile upper', '纺织面跑鞋', '6404119050', 18, 260, 760, 4, '6404110000'],
  ['CS', 'Canvas shoes, textile upper', '纺织面休闲鞋', '6404193960', 11, 45, 680, 3],
  ['SD', 'Sandals, plastic', '塑料凉鞋', '6402993165', 5, 24, 420, 2],
  ['HB', 'Handbag, plastic surface', '塑料面手提包', '4202221500', 9, 320, 580, 4, '4202221000'],
  ['BP', 'Backpack, textile', '纺织面背包', '4202923120', 11, 70, 690, 3],
  ['WL', 'Wallet, plastic surface', '塑料面钱包', '4202321000', 3, 20, 110, 3],
  ['PC', 'Phone case, plastic', '塑料手机壳', '3926909989', 1.2, 12, 45, 10],
  ['SP', 'Screen protector, tempered glass', '钢化玻璃手机膜', '7007190000', 1.2, 9, 60, 5],
  ['UC', 'USB charging cable', 'USB充电线', '8544429090', 1.2, 12, 55, 6],
  ['WC', 'USB wall charger', 'USB充电器', '8504408500', 4, 28, 110, 4],
  ['PB', 'Power bank, lithium-ion', '锂离子移动电源', '8507600020', 9, 55, 290, 3],
  ['EB', 'Wireless earphones', '无线耳机', '8518302000', 7, 85, 120, 6],
  ['BS', 'Bluetooth speaker', '蓝牙音箱', '8518210000', 9, 80, 460, 3],
  ['SM', 'Smartphone', '智能手机', '8517130000', 75, 620, 420, 1, '8517130000'],
  ['SWT', 'Smart watch', '智能手表', '8517620090', 15, 130, 150, 3],
  ['LS', 'LED string lights', 'LED灯串', '9405310010', 3, 25, 280, 4],
  ['DL', 'LED desk lamp', 'LED台灯', '9405218010', 8, 48, 720, 2],
  ['LB', 'LED bulbs, four pieces', 'LED灯泡四只装', '8539520091', 4, 19, 240, 2],
  ['HC', 'Hair clipper, electric', '电动理发器', '8510209000', 9, 52, 340, 2],
  ['ET', 'Electric toothbrush', '电动牙刷', '8509805095', 8, 60, 230, 3],
  ['HDR', 'Hair dryer, electric', '电吹风', '8516310000', 11, 95, 690, 2],
  ['RV', 'Robot vacuum cleaner', '扫地机器人', '8508110000', 70, 149, 4600, 1],
  ['KS', 'Kitchen scale', '厨房秤', '8423100060', 6, 24, 480, 2],
  ['VF', 'Vacuum flask, stainless steel', '不锈钢保温杯', '9617001000', 6, 34, 390, 4],
  ['KM', 'Kitchen utensil set, plastic', '塑料厨具套装', '3924104000', 4, 26, 430, 4],
  ['KN', 'Kitchen knife, stainless steel', '不锈钢菜刀', '8211924050', 6, 42, 310, 2],
  ['CU', 'Cutlery set, stainless steel', '不锈钢餐具套装', '8215200000', 7, 48, 650, 2],
  ['MG', 'Mug, stoneware', '陶瓷马克杯', '6912004400', 3, 16, 410, 3],
  ['SB', 'Storage box, plastic', '塑料收纳盒', '3923109000', 3, 28, 620, 4],
  ['BC', 'Bathroom shelf, plastic', '塑料浴室置物架', '3924905650', 4, 30, 560, 3],
  ['BED', 'Bed linen set, printed cotton', '印花棉制床品套装', '6302219020', 15, 75, 1500, 2],
  ['CC', 'Cushion cover, synthetic', '化纤靠垫套', '6304930000', 3, 15, 160, 4],
  ['CT', 'Curtain, synthetic', '化纤窗帘', '6303922030', 8, 55, 1150, 2],
  ['TW', 'Bath towel, cotton terry', '棉制毛巾', '6302600020', 4, 24, 480, 2],
  ['FB', 'Fleece blanket, synthetic', '化纤毛毯', '6301400020', 7, 38, 980, 2],
  ['PT', 'Plush toy', '毛绒玩具', '9503000073', 4, 35, 320, 5],
  ['BB', 'Building blocks', '积木玩具', '9503000073', 6, 90, 710, 4],
  ['RC', 'Remote-controlled car', '遥控玩具车', '9503000090', 11, 95, 820, 3],
  ['PL', 'Playing cards', '扑克牌', '9504400000', 1.5, 12, 110, 1],
  ['YM', 'Yoga mat', '瑜伽垫', '9506910030', 8, 42, 1250, 2],
  ['FR', 'Fishing rod', '钓鱼竿', '9507100080', 12, 240, 620, 1, '9507100000'],
  ['BK', 'Bicycle light, LED', 'LED自行车灯', '8512102000', 4, 32, 140, 3],
  ['SG', 'Sunglasses', '太阳镜', '9004100000', 3, 28, 85, 4],
  ['WW', 'Wrist watch, quartz', '石英手表', '9102111010', 7, 380, 130, 3, '9102110000'],
  ['NK', 'Necklace, imitation jewellery', '仿首饰项链', '7117199000', 1.2, 20, 40, 8],
  ['HL', 'Hair clips, plastic', '塑料发夹', '9615113000', 1, 9, 50, 5],
  ['WG', 'Wig, synthetic fibre', '化纤假发', '6704190000', 9, 85, 260, 2],
  ['MB', 'Make-up brush set', '化妆刷套装', '9603304000', 2, 26, 130, 4],
  ['NP', 'Nail polish set', '指甲油套装', '3304300000', 4, 24, 210, 2],
  ['TP', 'Phone tripod', '手机三脚架', '9620003090', 7, 48, 540, 2],
  ['KB', 'Computer keyboard', '电脑键盘', '8471602000', 12, 210, 830, 2, '8471606000'],
  ['UD', 'USB flash drive', 'U盘', '8523510000', 4, 32, 40, 2],
  ['TB', 'Tablet computer', '平板电脑', '8471300100', 70, 480, 740, 1, '8471300000'],
  ['CM', 'Coffee maker, electric', '电动咖啡机', '8516710020', 35, 420, 3200, 1, '8516710000'],
  ['BN', 'Hand blender, electric', '手持电动搅拌机', '8509400015', 14, 165, 980, 1, '8509400000'],
  ['NB', 'Notebook, paper', '纸质笔记本', '4820102060', 1.3, 14, 260, 2],
  ['PN', 'Ball-point pens, ten pieces', '圆珠笔十支装', '9608100000', 1.3, 11, 130, 2],
  ['ST', 'Stickers, printed paper', '印刷贴纸', '4911914040', 1, 7, 35, 4],
  ['CO', 'Cable organisers, silicone', '硅胶理线器', '3926909989', 1, 8, 70, 3],
  ['MT', 'Baking mould, silicone', '硅胶烘焙模具', '3924104000', 1.3, 14, 160, 3],
  ['PD', 'Dog lead and harness', '宠物牵引绳', '4201006000', 4, 26, 210, 3],
  ['SL', 'Solar garden light, LED', 'LED太阳能庭院灯', '9405418410', 5, 45, 520, 2],
  ['UM', 'Umbrella, telescopic', '折叠伞', '6601910000', 5, 24, 370, 2],
];

/** About seventy products; expensive ones have a code for standard declarations. */
export const productData: readonly ProductData[] = ROWS.map(
  ([sku, nameEn, nameCn, hts10, low, high, grams, popularity, taric10]) => ({
    sku,
    nameEn,
    nameCn,
    hs6: hts10.slice(0, 6),
    hts10,
    taric10: taric10 ?? null,
    price: [low, high],
    grams,
    popularity,
  }),
);
