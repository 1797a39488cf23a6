import { translationOf } from '@contract/words/translation';
import type { tracking as en } from '../en/tracking';

export const tracking = translationOf<typeof en>()({
  numbers: '跟踪号与提单号',
  hint: '每行一个，或用空格、逗号分隔；一次最多{most}个。回车查询，Shift+回车换行。',
  button: '跟踪',
  track: '跟踪{number}',
  trackMany_one: '跟踪{count}个单号',
  trackMany_other: '跟踪{count}个单号',
  tooMany: '共{count}个单号，只跟踪前{most}个',
  none: '这些单号都没有找到',
  start: '货到哪了？',
  startDetail: '在上方粘贴跟踪号或空运提单号，即可看到每一件的状态、箱号、托盘和全部轨迹',
  list: '跟踪的包裹与提单',
  copyRows: '全部复制',
  place: '状态与位置',
  way: '轨迹',
  wayEmpty: '还没有轨迹',
  trackRest: '跟踪其余{count}个',
});
