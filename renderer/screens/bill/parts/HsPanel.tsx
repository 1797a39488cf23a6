import { Button, NonIdealState, Tag } from '@blueprintjs/core';
import type { Bill } from '@contract/bill/bill';
import { type HsLineRow, hsCheckApi, hsLineRow } from '@contract/customs/hsCheck';
import { flag } from '@contract/fields';
import { permit } from '@contract/permissions';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useAnswer } from '../../../api/answers';
import { client } from '../../../api/client';
import { invalidate, queryClient, read } from '../../../api/queries';
import { useAllowed } from '../../../app/guard';
import { type Speech, useSpeech } from '../../../app/language';
import { columnsOf } from '../../../resource/columns';
import { ListFoot } from '../../../resource/ListFoot';
import { RecordTable } from '../../../resource/RecordTable';
import { RowPanel } from '../../../resource/RowPanel';
import { useRows } from '../../../resource/rows';
import { StateTabs } from '../../../resource/StateTabs';
import { NO_SELECTION, type Selection } from '../../../resource/selection';
import { BusyButton } from '../../../ui/BusyButton';
import { panelOf } from '../../../ui/panelOf';
import { StateTag } from '../../../ui/StateTag';
import { notify, notifyFailed } from '../../../ui/toaster';
import { type ActionForm, ActionPanel } from '../../shared/customs/ActionPanel';

const TONES = { unprocessed: 'neutral', success: 'good', failed: 'bad', exception: 'warning' } as const;
const TABS = ['failed', 'exception', 'unprocessed', 'success'] as const;
/** Fields of the full view of a line. */
const LINE = [
  'hsCode',
  'message',
  'inputHsCode',
  'nameEn',
  'nameCn',
  'quantity',
  'unitPrice',
  'boxNo',
  'declarationSystem',
  'fixReason',
  'fixedBy',
  'fixedAt',
] as const satisfies readonly (keyof HsLineRow)[];
/** Actions on lines, each with its form; the ids of the lines are added to the request. */
const CORRECTIONS = {
  fix: {
    title: 'clearance.hsFix',
    schema: hsCheckApi.fix.body.omit({ lineIds: true }).extend({ alike: flag() }),
    field: 'hsCode',
    alike: true,
  },
  ignore: {
    title: 'clearance.hsIgnore',
    schema: hsCheckApi.ignore.body.omit({ lineIds: true }).extend({ alike: flag() }),
    field: 'reason',
    alike: false,
  },
} as const;

const hsColumns = (speech: Speech) =>
  columnsOf<HsLineRow>(
    hsLineRow,
    [
      { name: 'trackingNo', width: 160 },
      { name: 'lineNo', width: 60 },
      { name: 'hsCode', width: 110 },
      {
        name: 'hsStatus',
        width: 185,
        cell: (line) => (
          <StateTag tone={TONES[line.hsStatus]}>{speech.choice('hsStatus', line.hsStatus)}</StateTag>
        ),
      },
      { name: 'message', width: 280 },
      {
        name: speech.language === 'cn' ? 'nameCn' : 'nameEn',
        width: 260,
        label: speech.label(speech.language === 'cn' ? 'productNameCn' : 'productName'),
      },
      { name: 'quantity', width: 80 },
      { name: 'unitPrice', width: 100 },
      { name: 'boxNo', width: 150 },
      { name: 'declarationSystem', width: 130 },
      { name: 'inputHsCode', width: 120 },
      { name: 'fixReason', width: 200 },
      { name: 'fixedBy', width: 120 },
      { name: 'fixedAt', width: 140 },
    ],
    { sorts: ['hsCode', 'trackingNo'], speech, label: (field) => speech.label(field) },
  );

/** Commodity code check of a bill: run it, show its findings, correct or ignore them. */
export function HsPanel({ bill }: { bill: Bill }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const mayCheck = useAllowed(permit('bill.manage.check'), 'hsCheck.fix');
  const mayIgnore = useAllowed(permit('bill.customs.declare'), 'hsCheck.ignore');
  const [tab, setTab] = useState<'all' | (typeof TABS)[number]>('all');
  const [sort, setSort] = useState('id');
  const [selection, setSelection] = useState<Selection>(NO_SELECTION);
  const [opened, setOpened] = useState<HsLineRow | null>(null);
  const [busy, setBusy] = useState(false);
  const params = { id: bill.id };
  const summary = useAnswer(read('hsCheck', 'summary', { params }));
  const query = { sort: sort || 'id', ...(tab === 'all' ? {} : { hsStatus: [tab] }) };
  const rows = useRows<HsLineRow>((page, pageSize) => ({
    ...read('hsCheck', 'list', { params, query: { ...query, page, pageSize } }),
  }));
  const columns = useMemo(() => hsColumns(speech), [speech]);
  const closed = bill.archived || bill.stage === 'removed';
  const lineIds = selection === 'matching' ? [] : ([...selection.ids] as number[]);
  const count = lineIds.length;
  const corrections = useHsCorrections(bill, lineIds, () => setSelection(NO_SELECTION));

  const run = async () => {
    setBusy(true);
    try {
      const found = await client.hsCheck.run({ params });
      notify({
        text: t('clearance.hsDone', {
          failed: found.failed,
          exception: found.exception,
          success: found.success,
        }),
        intent: found.failed > 0 ? 'warning' : 'success',
      });
    } catch (error) {
      notifyFailed(error);
    }
    setBusy(false);
    await invalidate(queryClient, 'hsCheck');
  };
  return (
    <section className="fc-list">
      <header className="fc-customs-head">
        <StateTabs
          id="hs-status"
          states={['all', ...TABS]}
          shown={tab}
          onShow={(one) => {
            setTab(one);
            setSelection(NO_SELECTION);
          }}
          nameOf={(one) => (one === 'all' ? t('common.all') : speech.choice('hsStatus', one))}
          counts={summary}
          countOf={(found, one) => (one === 'all' ? found.lines : found[one])}
        />
        <span className="fc-spring" />
        {count > 0 && (
          <>
            <Tag minimal intent="primary">
              {t('clearance.hsChosen', { count })}
            </Tag>
            {mayCheck && <Button onClick={() => corrections.show('fix')}>{t('clearance.hsFix')}</Button>}
            {mayIgnore && (
              <Button onClick={() => corrections.show('ignore')}>{t('clearance.hsIgnore')}</Button>
            )}
          </>
        )}
        {mayCheck && !closed && (
          <BusyButton intent="primary" busy={busy} onClick={() => void run()}>
            {t('clearance.hsRun')}
          </BusyButton>
        )}
      </header>
      <div {...panelOf('hs-status', tab)}>
        <RecordTable
          list="hsLine"
          label={t('clearance.hsTab')}
          columns={columns}
          rows={rows}
          sort={sort}
          onSort={setSort}
          onOpen={setOpened}
          {...(closed
            ? {}
            : { selection, onSelection: (next: Selection) => next !== 'matching' && setSelection(next) })}
          empty={<NonIdealState title={tab === 'all' ? t('clearance.hsNone') : t('common.listNoMatch')} />}
          offset={8}
        />
        <ListFoot rows={rows} chosen={count} />
      </div>
      <HsLinePanel line={opened} onClose={() => setOpened(null)} />
      {corrections.panel}
    </section>
  );
}

/** Corrects or ignores the selected lines of a check, and those alike if wanted. */
function useHsCorrections(bill: Bill, lineIds: number[], onDone: () => void) {
  const { t } = useTranslation();
  const [form, setForm] = useState<ActionForm | null>(null);
  const params = { id: bill.id };
  const count = lineIds.length;
  /** Shows the message of the first line that failed: an error if all did, otherwise a warning. */
  const reportFailures = async (call: Promise<{ ok: number; failed: { msg: string }[] }>) => {
    const { ok, failed } = await call;
    const [first] = failed;
    if (first) notify({ text: first.msg, intent: ok === 0 ? 'danger' : 'warning' });
    onDone();
  };
  const show = (what: keyof typeof CORRECTIONS) => {
    const { title, schema, field, alike } = CORRECTIONS[what];
    setForm({
      title: t(title),
      resource: 'hsCheck',
      schema,
      groups: [{ title: t('clearance.hsChosen', { count }), fields: [field, 'alike'] }],
      initial: { [field]: null, alike },
      draft: `hs-${what}/${bill.id}`,
      hints: {
        alike: t('clearance.hsAlike'),
        ...(what === 'ignore' && { reason: t('clearance.reasonNeeded') }),
      },
      save: (values) =>
        reportFailures(client.hsCheck[what]({ params, body: { ...values, lineIds } as never })),
    });
  };
  return { show, panel: <ActionPanel form={form} onClose={() => setForm(null)} /> };
}

/** Full view of a line, with the way to its code. */
function HsLinePanel({ line: opened, onClose }: { line: HsLineRow | null; onClose: () => void }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const mayOpenCode = useAllowed(permit('config.hsCode.view'));
  return (
    <RowPanel
      row={opened}
      title={(line) => `${line.trackingNo} · ${line.lineNo}`}
      schema={hsLineRow}
      resource="hsCheck"
      groups={() => [{ title: t('clearance.hsTab'), fields: LINE }]}
      head={(line) => (
        <>
          <StateTag tone={TONES[line.hsStatus]}>{speech.choice('hsStatus', line.hsStatus)}</StateTag>
          <span className="fc-spring" />
          {mayOpenCode && (
            <Button onClick={() => navigate(`/hscode/detail/${line.hsCode}`)}>
              {t('clearance.hsOpenCode')}
            </Button>
          )}
        </>
      )}
      onClose={onClose}
    />
  );
}
