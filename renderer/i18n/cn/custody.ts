import { translationOf } from '@contract/words/translation';
import type { custody as en } from '../en/custody';

export const custody = translationOf<typeof en>()({
  tab: '货物位置',
  stops: '货物所在位置',
  parcels_one: '{count}个包裹',
  parcels_other: '{count}个包裹',
  unnamed: '{n}箱已点数、未扫描',
  held: '海关扣留{n}个',
  none: '暂无箱子数据',
  noneDetail: '导入申报文件或扫描入库后显示',
  now: '显示当前',
  report: '登记货物情况',
  reportLead:
    '用于扫描、车辆和签收无法体现的情况：丢失、找回、销毁、退回、海关留置或从未收到。找回的货物登记为在仓',
  moves: '移动记录',
  movesEmpty: '暂无移动',
  movesEmptyDetail: '箱子和包裹的每次移动及其凭证都列在这里',
  movesKeyword: '凭证号或备注',
  chain: '移动轨迹',
  chainEmpty: '尚未到货',
  from: '来自{place}',
  takenBack: '已撤销',
});
