import { translationOf } from '@contract/words/translation';
import type { mail as en } from '../en/mail';

export const mail = translationOf<typeof en>()({
  serverNone: '尚未设置邮件服务器。邮件在此等待，可逐封保存为文件后手动发送。',
  serverSet: '邮件经 {host}:{port} 以 {from} 发送',
  serverSetUp: '设置邮件服务器',
  serverChange: '修改',
  serverTitle: '邮件服务器',
  serverSaved: '邮件服务器已保存',
  hostHint: '留空则不发送，邮件等待',
  noneHint: '密码和邮件将以明文经过网络',
  passwordKept: '已保存密码，留空则不变',
  passwordNone: '未保存密码',
  passwordForget: '移除密码',
  test: '发送测试邮件',
  testTo: '收件地址',
  testSend: '发送',
  testRunning: '正在发送…',
  testDone: '已发送。邮件服务器已接收：{answer}',
  testFailed: '未发送。{cause}',
  empty: '暂无邮件',
  emptyDetail: '系统发送的邮件都在这里：待发送、已发送或发送失败。',
  saveEml: '保存为 .eml',
  resendDone_one: '{count}封邮件将重新发送',
  resendDone_other: '{count}封邮件将重新发送',
  text: '正文',
  files: '附件',
});
