import { Callout } from '@blueprintjs/core';
import { type HsCode, hsCode } from '@contract/customs/hsCode';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { read } from '../../api/queries';
import { useSpeech } from '../../app/language';
import { DetailScreen, FieldGroups } from '../../resource/DetailScreen';
import { RecordLoader } from '../../resource/RecordLoader';
import { StateTag } from '../../ui/StateTag';

const TONES = { restricted: 'warning', prohibited: 'bad' } as const;

/** Screen of one commodity code: rates and restrictions in each tariff that has it, and its subordinate codes. */
export default function HsCodeDetail() {
  const { code = '' } = useParams();
  const query = { code: code.slice(0, 6), sort: 'code', pageSize: 200 };
  return (
    <RecordLoader
      query={/^\d{6,10}$/.test(code) ? read('hsCode', 'list', { query }) : null}
      list="/config/hscode"
      title={() => code}
      isThere={({ list }) => list.some((row) => row.code === code)}
    >
      {({ list }) => <Detail code={code} rows={list} />}
    </RecordLoader>
  );
}

function Detail({ code, rows }: { code: string; rows: readonly HsCode[] }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const matchingRows = rows.filter((row) => row.code === code);
  const [first] = matchingRows;
  if (!first) return null;
  const worst = matchingRows.find(({ restricted }) => restricted !== 'none') ?? first;
  const others = rows.filter((row) => row.code !== code);
  const groupsOf = (row: (typeof matchingRows)[number]) => [
    {
      title: `${row.code} · ${speech.choice('hsRegion', row.region)}`,
      fields: ['nameEn', 'nameCn', 'unit', 'keywords', 'source', 'remark'] as const,
    },
    { title: t('common.rates'), fields: ['dutyRate', 'vatRate'] as const },
    { title: t('clearance.hsRestrictions'), fields: ['restricted', 'restrictionNote'] as const },
    { title: t('clearance.hsPlausible'), fields: ['minUnitValue', 'maxUnitValue'] as const },
  ];
  const panel = (shown: typeof matchingRows) => (
    <>
      {shown.map((row) => (
        <FieldGroups key={row.id} schema={hsCode.row} resource="hsCode" row={row} groups={groupsOf(row)} />
      ))}
    </>
  );
  return (
    <DetailScreen
      number={code}
      subtitle={speech.name(first)}
      badges={
        worst.restricted !== 'none' && (
          <StateTag tone={TONES[worst.restricted]}>
            {speech.choice('hsRestricted', worst.restricted)}
          </StateTag>
        )
      }
      actions={null}
      parts={[
        {
          id: 'code',
          title: t('clearance.hsCodeGroup'),
          panel: (
            <div className="fc-customs-code">
              {worst.restricted !== 'none' && (
                <Callout intent={worst.restricted === 'prohibited' ? 'danger' : 'warning'} compact>
                  {worst.restrictionNote ?? speech.choice('hsRestricted', worst.restricted)}
                </Callout>
              )}
              {panel(matchingRows)}
            </div>
          ),
        },
        ...(others.length > 0
          ? [{ id: 'family', title: t('clearance.hsFamily'), count: others.length, panel: panel(others) }]
          : []),
      ]}
    />
  );
}
