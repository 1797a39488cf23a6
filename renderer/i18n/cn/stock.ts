import { translationOf } from '@contract/words/translation';
import type { stock as en } from '../en/stock';

export const stock = translationOf<typeof en>()({
  title: '库存',
  keyword: '提单号、MRN、托盘号或CMR号',
  none: '仓库内没有货物',
  noneDetail: '货物扫描入库后显示，扫描出库后移除',
  record: '库存台账',
  recordKeyword: '提单号或MRN',
  recordNone: '该期间仓库内没有货物',
  recordNoneDetail: '请选择其他日期或仓库',
  moves: '查看移动记录',
  movesNone: '该期间没有移动',
  noWarehouse: '暂无仓库',
});
