import { failReasons, holdReasons, parcelStates } from '../../customs/parcel';
import { code, dateTime, stateOf, text } from '../../fields';
import { importTemplate, type RowIssue, type RowValues } from '../../importing/template';
import { mrn } from '../../rules/customs';
import { choiceLabel } from '../../words';
import { FAIL_WORDS, HOLD_WORDS } from './parcelStates';
import { error, parcelColumn, remarkColumn, warning } from './parts';

const { clearance, free, held, failed } = parcelStates;

const key = (word: string) =>
  word
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]+/g, '');

function reasonsOf<R extends string>(
  list: 'holdReason' | 'failReason',
  reasons: readonly R[],
  words: Partial<Record<R, readonly string[]>>,
): ReadonlyMap<string, R> {
  return new Map(
    reasons.flatMap((reason) =>
      [
        reason,
        choiceLabel('en', list, reason),
        choiceLabel('cn', list, reason),
        ...(words[reason] ?? []),
      ].map((word) => [key(word), reason] as const),
    ),
  );
}

const HOLDS = reasonsOf('holdReason', holdReasons, HOLD_WORDS);
const FAILS = reasonsOf('failReason', failReasons, FAIL_WORDS);

/** Returns our hold reason for a partner's words; undefined if none matches. */
export const holdReasonOf = (words: string) => HOLDS.get(key(words));
/** Returns our refusal reason for a partner's words; undefined if none matches. */
export const failReasonOf = (words: string) => FAILS.get(key(words));

/** Requires a reason for a hold or refusal; unknown words are accepted unchanged, with a warning. */
function checkReason({ state, reason }: RowValues): readonly RowIssue[] {
  if (state !== 'held' && state !== 'failed') return [];
  if (typeof reason !== 'string') return [error('reason', 'REQUIRED')];
  const reasonCode = state === 'held' ? holdReasonOf(reason) : failReasonOf(reason);
  return reasonCode ? [] : [warning('reason', 'REASON_UNKNOWN', { value: reason })];
}

/** Parcel feedback of a partner's system: its results become parcel states. */
export const apiFeedbackTemplate = importTemplate({
  name: 'api_feedback',
  unique: ['trackingNo'],
  row: checkReason,
  columns: [
    parcelColumn(['TUL8800012345NL', 'TUL8800012346NL', 'TUL8800012347NL']),
    {
      key: 'state',
      en: 'Result',
      cn: '结果',
      aliases: [
        'Status',
        'State',
        'Customs status',
        'Result code',
        'Code',
        '状态',
        '清关状态',
        '清关结果',
        '结果代码',
      ],
      field: stateOf({ name: 'parcel', states: { clearance, free, held, failed } }),
      required: true,
      also: {
        clearance: [
          ...['Pending', 'In process', 'Processing', 'Submitted', 'Accepted', 'DMSACC', 'DMSRCV'],
          ...['处理中', '待处理', '已申报', '已接受'],
        ],
        free: [
          ...[
            'Released',
            'Release',
            'Cleared',
            'Clear',
            'Free circulation',
            'Success',
            'OK',
            'DMSRES',
            'DMSCLE',
          ],
          ...['放行', '已清关', '清关成功', '成功', '通过'],
        ],
        held: [
          ...['Hold', 'On hold', 'Stopped', 'Inspection', 'Control', 'Selected', 'DMSCTL', 'DMSDOC', 'FYCO'],
          ...['扣留', '扣货', '查验', '查验中', '待查验', '审单'],
        ],
        failed: [
          ...['Failure', 'Rejected', 'Refused', 'Not released', 'Denied', 'Seized', 'DMSREJ', 'DMSINV'],
          ...['失败', '拒绝', '退单', '未放行', '没收'],
        ],
      },
      examples: ['Released', 'Hold', '清关失败'],
    },
    {
      key: 'reason',
      en: 'Reason',
      cn: '原因',
      aliases: ['Reason code', 'Description', 'Message', 'Error', 'Cause', '说明', '描述', '错误信息'],
      field: text(200),
      required: false,
      examples: ['', 'FYCO', 'counterfeit'],
    },
    {
      key: 'time',
      en: 'Time',
      cn: '时间',
      aliases: [
        'Date',
        'Event time',
        'Status time',
        'Timestamp',
        'Result time',
        '日期',
        '状态时间',
        '结果时间',
      ],
      field: dateTime('landing'),
      required: false,
      examples: ['03/11/2026 19:05', '03/11/2026 16:20', ''],
    },
    {
      key: 'mrn',
      en: 'MRN',
      cn: 'MRN号',
      aliases: ['MRN number', 'Declaration number', 'Declaration', '报关单号', '申报单号'],
      field: code(mrn),
      required: false,
      examples: ['26NL000432460203R0', '', ''],
    },
    remarkColumn(),
  ],
});
