import { translationOf } from '@contract/words/translation';
import type { config as en } from '../en/config';

export const config = translationOf<typeof en>()({
  addAirport: '新增机场',
  addLastMile: '新增尾程派送商',
  addDestination: '新增目的地',
  addChannelCode: '新增渠道代码',
  addCustomer: '新增客户',
  groupNames: '代码与名称',
  groupPlace: '所在地',
  groupTracking: '跟踪号',
  groupContact: '联系方式',
  groupAddress: '地址',
  groupRouting: '去向',
  groupTerms: '结算条件',
  groupOther: '其他',
  logEmpty: '暂无日志',
  logWhat: '变更内容',
  logNothing: '没有字段变更',
});
