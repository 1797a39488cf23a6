import { translationOf } from '@contract/words/translation';
import type { settings as en } from '../en/settings';

export const settings = translationOf<typeof en>()({
  title: '设置',
  search: '搜索设置',
  groups: '设置分组',
  nothing: '没有找到相关设置',
  clear: '显示全部设置',
  changed: '已修改',
  resetOne: '恢复默认：{name}',
  resetGroup: '本组恢复默认',
  wasReset: '已恢复默认：{name}',
  on: '开',
  off: '关',
  whose: { person: '个人', machine: '本机' },
  general: '通用',
  languageDetail: '文字、日期和数字立即切换，所有窗口同时生效。',
  appearance: '外观',
  themeDetail: '浅色、深色，或跟随系统。',
  densityDetail: '决定窗口内显示多少行。各列表可在菜单中单独设置。',
  sidebar: '窄菜单',
  sidebarDetail: '左侧菜单只显示首字。',
  notifications: '通知',
  notify: '新消息',
  notifyDetail: '窗口不在前台时，由系统提示新消息。',
});
