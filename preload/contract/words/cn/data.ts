import type { data as en } from '../en/data';
import { translationOf } from '../translation';

export const data = translationOf<typeof en>()({
  DATABASE_DAMAGED: '{detail} 中的数据库已损坏，原文件未作改动。请恢复备份，或以新数据开始',
  DATABASE_FOREIGN: '{detail} 中的 freight.db 不是由货运操作台写入的，原文件未作改动。请将其移走，或恢复备份',
  DATABASE_LOCKED:
    '{detail} 中的数据库被其他程序锁定。请关闭正在访问它的程序（备份、杀毒、数据库查看工具），然后重试',
  DATA_MISSING: '数据不在原来的位置：{detail}。请连接其所在的磁盘或共享文件夹，然后重试',
  DATA_NO_PLACE: '无法创建 {detail}：上级文件夹不存在或是一个文件。请检查路径以及磁盘是否已连接',
  DATA_NOT_WRITABLE: '{detail} 不可写入。请为本机用户授予写入权限，然后重试',
  DATA_UNFINISHED:
    '{detail} 不可写入，而上次运行意外中断，尚有改动待完成。未更改任何内容。请为本机用户授予写入权限，然后重试',
  DATABASE_OLDER:
    '{detail} 中的数据由旧版本写入，需要更新，但该文件夹为只读。未更改任何内容。请为本机用户授予写入权限，然后重试',
  DATABASE_TOO_OLD: '{detail} 中的数据由过旧的版本写入，原数据未作改动。请先用上一个版本打开一次，或恢复备份',
  DATA_DISK_FULL: '{detail} 所在磁盘已满。请清理空间后重试',
  DATA_DISK_FAILED: '{detail} 所在磁盘报告故障。请检查磁盘及连接线；若再次发生，请将备份恢复到另一块磁盘',
  BACKEND_CRASHING: '本地数据服务反复自行退出。请重试；若再次发生，请将诊断信息文件发给技术支持',
  PORT_IN_USE: '端口 {detail} 已被其他程序占用。请结束该程序，或用 --port 选择其他端口',
  PORT_DENIED: '当前用户不可打开端口 {detail}。请用 --port 选择 1024 及以上的端口',
  HOST_UNKNOWN: '本机没有地址 {detail}。请用 --host 选择本机地址',
  DEMO_BEYOND_LOOPBACK:
    '演示账号只能在本机回环地址使用，不能在 {detail} 上提供：其密码众所周知。请使用 --host 127.0.0.1 且不加 --public-url，或用 --seed empty 在新文件夹中启动',

  BACKUP_NONE: '{detail} 不是货运操作台的备份，请选择其他文件',
  BACKUP_GONE: '备份 {detail} 已不存在或不可读取，请选择其他备份',
  BACKUP_DAMAGED: '备份 {detail} 在 {part} 处已损坏，无法恢复。请选择其他备份',
  BACKUP_NEWER: '{detail} 由更新的版本 {version} 生成，请先安装该版本',
  BACKUP_TOO_OLD: '{detail} 由过旧的版本 {version} 生成。请先用上一个版本恢复，再启动本版本',
  BACKUP_NO_SPACE: '{detail} 所在磁盘剩余 {free} MB，需要 {needed} MB。未作任何更改，请清理空间后重试',
  BACKUP_FOLDER: '文件夹 {detail} 无法访问或不可写入。请连接其所在磁盘，或选择其他文件夹',
  BACKUP_EXISTS: '文件 {detail} 已存在，不会覆盖。请换一个名称',
  BACKUP_RUNNING: '正在备份或恢复，请等待其结束',
  BACKUP_NOT_YOURS: '只有超级管理员可以备份和恢复数据',
  BACKUP_NOTHING: '{detail} 中没有可备份的数据',
});
