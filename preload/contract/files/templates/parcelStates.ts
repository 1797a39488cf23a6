import { abnormalTypes, dispositions, failReasons, holdReasons } from '../../customs/parcel';
import { choice, code, dateTime, note, text } from '../../fields';
import { type ImportColumn, importTemplate } from '../../importing/template';
import { mrn } from '../../rules/customs';
import { objectColumn, parcelColumn } from './parts';

/** Partners' terms for the reasons of a hold. */
export const HOLD_WORDS: Partial<Record<(typeof holdReasons)[number], readonly string[]>> = {
  fyco: ['Physical', 'Physical inspection', 'Physical check', 'Inspection', '实物查验', '查验', '开箱查验'],
  document_check: ['Documents', 'DMSDOC', 'Documents required', '审单', '需补资料', '文件审核'],
  scan: ['X-ray', 'Xray', 'Scanning', '过机', 'X光', 'X光查验'],
  value_check: ['Value', 'Price check', 'Undervalue check', '价格审核', '审价', '价值核查'],
  ioss_invalid: ['IOSS', 'Invalid IOSS', 'IOSS not valid', 'IOSS无效', 'IOSS错误'],
  vat_unpaid: ['VAT', 'VAT not paid', '增值税未缴', '未缴税'],
  restricted_goods: ['Restricted', 'Prohibited or restricted', '限制品', '禁限物品'],
  label_mismatch: ['Label', 'Wrong label', '面单不符', '标签不符'],
  random: ['Random inspection', 'Spot check', '抽查', '随机抽查'],
};

/** Partners' terms for the reasons of a refusal. */
export const FAIL_WORDS: Partial<Record<(typeof failReasons)[number], readonly string[]>> = {
  rejected_declaration: ['Rejected', 'Declaration refused', 'DMSREJ', '申报被拒', '退单'],
  counterfeit: ['IPR', 'Fake', 'Infringement', '侵权', '仿牌'],
  prohibited: ['Forbidden', 'Not allowed', '禁运', '违禁品'],
  no_documents: ['Missing documents', 'Documents missing', '资料缺失', '无资料'],
  consignee_refused: ['Refused by consignee', 'Refused', '收件人拒绝', '拒收'],
  undervalued: ['Undervalue', 'Low value', '低报', '价值低报'],
  seized: ['Confiscated', 'Seizure', '没收', '扣没'],
  timeout: ['Expired', 'Overdue', 'Time out', '超时', '逾期'],
};

const time = (
  key: string,
  en: string,
  cn: string,
  aliases: readonly string[],
  examples: ImportColumn['examples'],
): ImportColumn => ({ ...{ key, en, cn, aliases, examples }, field: dateTime('landing'), required: false });

const REASON = ['Reason code', 'Why', 'Cause', '原因代码', '说明'] as const;

/** Parcels or boxes that customs has stopped. */
export const holdTemplate = importTemplate({
  name: 'hold',
  unique: ['number'],
  row: () => [],
  columns: [
    objectColumn(['TUL8800012345NL', 'PLD26110300001', 'TUL8800012346NL']),
    {
      key: 'reason',
      en: 'Reason',
      cn: '原因',
      aliases: [...REASON, 'Hold reason', '扣留原因', '查验原因'],
      field: choice('holdReason', holdReasons),
      required: true,
      also: HOLD_WORDS,
      examples: ['fyco', 'scan', 'document_check'],
    },
    time(
      'noticeAt',
      'Notice time',
      '通知时间',
      ['Notice', 'Time', 'Date', '时间'],
      ['03/11/2026 16:20', '', ''],
    ),
    {
      key: 'reference',
      en: 'Reference',
      cn: '参考号',
      aliases: ['Ref', 'Notice reference', 'Customs reference', '通知参考号', '海关消息'],
      field: text(40),
      required: false,
      examples: ['NL-CTL-448120', '', ''],
    },
  ],
});

/** Parcels that customs has released. */
export const freeTemplate = importTemplate({
  name: 'free',
  unique: ['trackingNo'],
  row: () => [],
  columns: [
    parcelColumn(['TUL8800012345NL', 'TUL8800012346NL', 'TUL8800012347NL']),
    time(
      'releasedAt',
      'Release time',
      '放行时间',
      ['Released', 'Release date', 'Time', 'Date', '时间'],
      ['03/11/2026 19:05', '', ''],
    ),
    {
      key: 'mrn',
      en: 'MRN',
      cn: 'MRN号',
      aliases: ['MRN number', 'Declaration', 'MRN', '报关单号'],
      field: code(mrn),
      required: false,
      examples: ['26NL000432460203R0', '', ''],
    },
  ],
});

/** Parcels that customs refuses. */
export const failureTemplate = importTemplate({
  name: 'failure',
  unique: ['trackingNo'],
  row: () => [],
  columns: [
    parcelColumn(['TUL8800012345NL', 'TUL8800012346NL', 'TUL8800012347NL']),
    {
      key: 'reason',
      en: 'Reason',
      cn: '原因',
      aliases: [...REASON, 'Failure reason', '失败原因'],
      field: choice('failReason', failReasons),
      required: true,
      also: FAIL_WORDS,
      examples: ['counterfeit', 'no_documents', 'seized'],
    },
    {
      key: 'disposition',
      en: 'Disposition',
      cn: '处置',
      aliases: ['Action', 'Handling', '处理方式', '处置方式'],
      field: choice('disposition', dispositions),
      required: false,
      also: {
        returned: ['Return', 'Return to sender', 'RTS', '退回', '退件'],
        destroyed: ['Destroy', 'Destruction', '销毁处理'],
        abandoned: ['Abandon', '放弃'],
        seized: ['Confiscated', '扣没'],
      },
      examples: ['destroyed', '', 'seized'],
    },
  ],
});

/** Parcels or boxes with an abnormality. */
export const abnormalTemplate = importTemplate({
  name: 'abnormal',
  unique: ['number'],
  row: () => [],
  columns: [
    objectColumn(['TUL8800012345NL', 'PLD26110300001', 'TUL8800012346NL']),
    {
      key: 'type',
      en: 'Type',
      cn: '异常类型',
      aliases: ['Abnormal type', 'Exception type', 'Exception', 'Problem', '类型', '异常'],
      field: choice('abnormalType', abnormalTypes),
      required: true,
      also: {
        shortage: ['Short', 'Missing', 'Lost', '缺件', '丢失'],
        surplus: ['Extra', 'Overage', '多货'],
        damaged: ['Damage', 'Broken', '损坏', '破包'],
        label_unreadable: ['No label', 'Unreadable', '无面单', '面单模糊'],
        no_data: ['No pre-alert', 'Unknown parcel', '无数据', '无预报'],
        duplicate_label: ['Duplicate', '重单'],
        wrong_destination: ['Missorted', 'Missort', '错分', '错发'],
        documents_required: ['Documents', '补资料'],
        hs_mismatch: ['Wrong HS', '编码错误'],
        undervalued: ['Undervalue', '价值低报'],
        counterfeit: ['IPR', '侵权', '仿牌'],
        prohibited: ['Forbidden', '违禁品'],
      },
      examples: ['damaged', 'shortage', 'no_data'],
    },
    {
      key: 'description',
      en: 'Description',
      cn: '描述',
      aliases: ['Remark', 'Remarks', 'Note', '备注', '异常描述'],
      field: note(500),
      required: false,
      examples: ['Torn at one side', '', ''],
    },
    {
      key: 'photos',
      en: 'Photo names',
      cn: '照片',
      aliases: ['Photos', 'Photo', 'Pictures', '照片名', '图片'],
      field: text(500),
      required: false,
      examples: ['IMG_0412.jpg;IMG_0413.jpg', '', ''],
    },
  ],
});
