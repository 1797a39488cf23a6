import type { Catalogue } from '..';

export const paper: Catalogue['paper'] = {
  print: '打印',
  printer: '打印机',
  noPrinter: '本机没有打印机',
  noPrinterDetail: '请先在系统中添加打印机再打开此窗口，或另存为PDF',
  copies: '份数',
  save: '另存为PDF',
  printing: '正在打印{done} / {total}…',
  printed_one: '已将{count}页发送到{printer}',
  printed_other: '已将{count}页发送到{printer}',
  page: '第{no}页，共{total}页',
  size: '{width} × {height}毫米',
};
