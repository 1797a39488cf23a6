/** A city in its province: its name in pinyin, and in Chinese. */
interface City {
  readonly nameEn: string;
  readonly nameCn: string;
}

/**
 * Cities of mainland China and the other divisions of their level (prefectures, autonomous prefectures, leagues), by
 * the code of their province (GB/T 2260, as of 2024). Provinces themselves are regions of the country in the
 * reference data.
 */
const CITIES: Readonly<Record<string, string>> = {
  'CN-BJ': 'Beijing 北京市',
  'CN-TJ': 'Tianjin 天津市',
  'CN-HE':
    'Shijiazhuang 石家庄市, Tangshan 唐山市, Qinhuangdao 秦皇岛市, Handan 邯郸市, Xingtai 邢台市, Baoding 保定市, Zhangjiakou 张家口市, Chengde 承德市, Cangzhou 沧州市, Langfang 廊坊市, Hengshui 衡水市',
  'CN-SX':
    'Taiyuan 太原市, Datong 大同市, Yangquan 阳泉市, Changzhi 长治市, Jincheng 晋城市, Shuozhou 朔州市, Jinzhong 晋中市, Yuncheng 运城市, Xinzhou 忻州市, Linfen 临汾市, Lüliang 吕梁市',
  'CN-NM':
    'Hohhot 呼和浩特市, Baotou 包头市, Wuhai 乌海市, Chifeng 赤峰市, Tongliao 通辽市, Ordos 鄂尔多斯市, Hulunbuir 呼伦贝尔市, Bayannur 巴彦淖尔市, Ulanqab 乌兰察布市, Hinggan 兴安盟, Xilingol 锡林郭勒盟, Alxa 阿拉善盟',
  'CN-LN':
    'Shenyang 沈阳市, Dalian 大连市, Anshan 鞍山市, Fushun 抚顺市, Benxi 本溪市, Dandong 丹东市, Jinzhou 锦州市, Yingkou 营口市, Fuxin 阜新市, Liaoyang 辽阳市, Panjin 盘锦市, Tieling 铁岭市, Chaoyang 朝阳市, Huludao 葫芦岛市',
  'CN-JL':
    'Changchun 长春市, Jilin 吉林市, Siping 四平市, Liaoyuan 辽源市, Tonghua 通化市, Baishan 白山市, Songyuan 松原市, Baicheng 白城市, Yanbian 延边朝鲜族自治州',
  'CN-HL':
    'Harbin 哈尔滨市, Qiqihar 齐齐哈尔市, Jixi 鸡西市, Hegang 鹤岗市, Shuangyashan 双鸭山市, Daqing 大庆市, Yichun 伊春市, Jiamusi 佳木斯市, Qitaihe 七台河市, Mudanjiang 牡丹江市, Heihe 黑河市, Suihua 绥化市, Daxing’anling 大兴安岭地区',
  'CN-SH': 'Shanghai 上海市',
  'CN-JS':
    'Nanjing 南京市, Wuxi 无锡市, Xuzhou 徐州市, Changzhou 常州市, Suzhou 苏州市, Nantong 南通市, Lianyungang 连云港市, Huai’an 淮安市, Yancheng 盐城市, Yangzhou 扬州市, Zhenjiang 镇江市, Taizhou 泰州市, Suqian 宿迁市',
  'CN-ZJ':
    'Hangzhou 杭州市, Ningbo 宁波市, Wenzhou 温州市, Jiaxing 嘉兴市, Huzhou 湖州市, Shaoxing 绍兴市, Jinhua 金华市, Quzhou 衢州市, Zhoushan 舟山市, Taizhou 台州市, Lishui 丽水市',
  'CN-AH':
    'Hefei 合肥市, Wuhu 芜湖市, Bengbu 蚌埠市, Huainan 淮南市, Ma’anshan 马鞍山市, Huaibei 淮北市, Tongling 铜陵市, Anqing 安庆市, Huangshan 黄山市, Chuzhou 滁州市, Fuyang 阜阳市, Suzhou 宿州市, Lu’an 六安市, Bozhou 亳州市, Chizhou 池州市, Xuancheng 宣城市',
  'CN-FJ':
    'Fuzhou 福州市, Xiamen 厦门市, Putian 莆田市, Sanming 三明市, Quanzhou 泉州市, Zhangzhou 漳州市, Nanping 南平市, Longyan 龙岩市, Ningde 宁德市',
  'CN-JX':
    'Nanchang 南昌市, Jingdezhen 景德镇市, Pingxiang 萍乡市, Jiujiang 九江市, Xinyu 新余市, Yingtan 鹰潭市, Ganzhou 赣州市, Ji’an 吉安市, Yichun 宜春市, Fuzhou 抚州市, Shangrao 上饶市',
  'CN-SD':
    'Jinan 济南市, Qingdao 青岛市, Zibo 淄博市, Zaozhuang 枣庄市, Dongying 东营市, Yantai 烟台市, Weifang 潍坊市, Jining 济宁市, Tai’an 泰安市, Weihai 威海市, Rizhao 日照市, Linyi 临沂市, Dezhou 德州市, Liaocheng 聊城市, Binzhou 滨州市, Heze 菏泽市',
  'CN-HA':
    'Zhengzhou 郑州市, Kaifeng 开封市, Luoyang 洛阳市, Pingdingshan 平顶山市, Anyang 安阳市, Hebi 鹤壁市, Xinxiang 新乡市, Jiaozuo 焦作市, Puyang 濮阳市, Xuchang 许昌市, Luohe 漯河市, Sanmenxia 三门峡市, Nanyang 南阳市, Shangqiu 商丘市, Xinyang 信阳市, Zhoukou 周口市, Zhumadian 驻马店市',
  'CN-HB':
    'Wuhan 武汉市, Huangshi 黄石市, Shiyan 十堰市, Yichang 宜昌市, Xiangyang 襄阳市, Ezhou 鄂州市, Jingmen 荆门市, Xiaogan 孝感市, Jingzhou 荆州市, Huanggang 黄冈市, Xianning 咸宁市, Suizhou 随州市, Enshi 恩施土家族苗族自治州',
  'CN-HN':
    'Changsha 长沙市, Zhuzhou 株洲市, Xiangtan 湘潭市, Hengyang 衡阳市, Shaoyang 邵阳市, Yueyang 岳阳市, Changde 常德市, Zhangjiajie 张家界市, Yiyang 益阳市, Chenzhou 郴州市, Yongzhou 永州市, Huaihua 怀化市, Loudi 娄底市, Xiangxi 湘西土家族苗族自治州',
  'CN-GD':
    'Guangzhou 广州市, Shaoguan 韶关市, Shenzhen 深圳市, Zhuhai 珠海市, Shantou 汕头市, Foshan 佛山市, Jiangmen 江门市, Zhanjiang 湛江市, Maoming 茂名市, Zhaoqing 肇庆市, Huizhou 惠州市, Meizhou 梅州市, Shanwei 汕尾市, Heyuan 河源市, Yangjiang 阳江市, Qingyuan 清远市, Dongguan 东莞市, Zhongshan 中山市, Chaozhou 潮州市, Jieyang 揭阳市, Yunfu 云浮市',
  'CN-GX':
    'Nanning 南宁市, Liuzhou 柳州市, Guilin 桂林市, Wuzhou 梧州市, Beihai 北海市, Fangchenggang 防城港市, Qinzhou 钦州市, Guigang 贵港市, Yulin 玉林市, Baise 百色市, Hezhou 贺州市, Hechi 河池市, Laibin 来宾市, Chongzuo 崇左市',
  'CN-HI': 'Haikou 海口市, Sanya 三亚市, Sansha 三沙市, Danzhou 儋州市',
  'CN-CQ': 'Chongqing 重庆市',
  'CN-SC':
    'Chengdu 成都市, Zigong 自贡市, Panzhihua 攀枝花市, Luzhou 泸州市, Deyang 德阳市, Mianyang 绵阳市, Guangyuan 广元市, Suining 遂宁市, Neijiang 内江市, Leshan 乐山市, Nanchong 南充市, Meishan 眉山市, Yibin 宜宾市, Guang’an 广安市, Dazhou 达州市, Ya’an 雅安市, Bazhong 巴中市, Ziyang 资阳市, Ngawa 阿坝藏族羌族自治州, Garzê 甘孜藏族自治州, Liangshan 凉山彝族自治州',
  'CN-GZ':
    'Guiyang 贵阳市, Liupanshui 六盘水市, Zunyi 遵义市, Anshun 安顺市, Bijie 毕节市, Tongren 铜仁市, Qianxinan 黔西南布依族苗族自治州, Qiandongnan 黔东南苗族侗族自治州, Qiannan 黔南布依族苗族自治州',
  'CN-YN':
    'Kunming 昆明市, Qujing 曲靖市, Yuxi 玉溪市, Baoshan 保山市, Zhaotong 昭通市, Lijiang 丽江市, Pu’er 普洱市, Lincang 临沧市, Chuxiong 楚雄彝族自治州, Honghe 红河哈尼族彝族自治州, Wenshan 文山壮族苗族自治州, Xishuangbanna 西双版纳傣族自治州, Dali 大理白族自治州, Dehong 德宏傣族景颇族自治州, Nujiang 怒江傈僳族自治州, Diqing 迪庆藏族自治州',
  'CN-XZ':
    'Lhasa 拉萨市, Shigatse 日喀则市, Qamdo 昌都市, Nyingchi 林芝市, Shannan 山南市, Nagqu 那曲市, Ngari 阿里地区',
  'CN-SN':
    'Xi’an 西安市, Tongchuan 铜川市, Baoji 宝鸡市, Xianyang 咸阳市, Weinan 渭南市, Yan’an 延安市, Hanzhong 汉中市, Yulin 榆林市, Ankang 安康市, Shangluo 商洛市',
  'CN-GS':
    'Lanzhou 兰州市, Jiayuguan 嘉峪关市, Jinchang 金昌市, Baiyin 白银市, Tianshui 天水市, Wuwei 武威市, Zhangye 张掖市, Pingliang 平凉市, Jiuquan 酒泉市, Qingyang 庆阳市, Dingxi 定西市, Longnan 陇南市, Linxia 临夏回族自治州, Gannan 甘南藏族自治州',
  'CN-QH':
    'Xining 西宁市, Haidong 海东市, Haibei 海北藏族自治州, Huangnan 黄南藏族自治州, Hainan 海南藏族自治州, Golog 果洛藏族自治州, Yushu 玉树藏族自治州, Haixi 海西蒙古族藏族自治州',
  'CN-NX': 'Yinchuan 银川市, Shizuishan 石嘴山市, Wuzhong 吴忠市, Guyuan 固原市, Zhongwei 中卫市',
  'CN-XJ':
    'Ürümqi 乌鲁木齐市, Karamay 克拉玛依市, Turpan 吐鲁番市, Hami 哈密市, Changji 昌吉回族自治州, Bortala 博尔塔拉蒙古自治州, Bayingolin 巴音郭楞蒙古自治州, Aksu 阿克苏地区, Kizilsu 克孜勒苏柯尔克孜自治州, Kashgar 喀什地区, Hotan 和田地区, Ili 伊犁哈萨克自治州, Tacheng 塔城地区, Altay 阿勒泰地区',
};

/** Cities by the code of their province (ISO 3166-2), for example `CN-GD`. */
export const chinaCities: ReadonlyMap<string, readonly City[]> = new Map(
  Object.entries(CITIES).map(([province, list]) => [
    province,
    list.split(', ').map((both) => {
      const at = both.lastIndexOf(' ');
      return { nameEn: both.slice(0, at), nameCn: both.slice(at + 1) };
    }),
  ]),
);
