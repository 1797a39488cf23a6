import { Button } from '@blueprintjs/core';
import { billName } from '@contract/bill/billName';
import { type FycoRow, fycoMachine, fycoRow, fycoStates } from '@contract/customs/fyco';
import { parcelStates } from '@contract/customs/parcel';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useSpeech } from '../../../app/language';
import { RowPanel } from '../../../resource/RowPanel';
import { StateTag, toneOf } from '../../../ui/StateTag';
import { billPath } from '../bill/billPath';
import { ParcelDrawer } from './ParcelDrawer';

const OPEN: ReadonlySet<string> = new Set(fycoMachine.actions.release.from);
const FACTS = [
  'trackingNo',
  'boxNo',
  'type',
  'reason',
  'noticeAt',
  'noticeRef',
  'presentedAt',
  'location',
  'inspectedAt',
  'officer',
  'result',
  'resultAt',
  'remark',
] as const satisfies readonly (keyof FycoRow)[];

/** True if the result of an inspection can be entered: it is open, and its parcel is known. */
export const takesResult = ({ state, trackingNo }: FycoRow): boolean =>
  OPEN.has(state) && trackingNo !== null;

/** Side panel of one inspection: its progress, and links to its parcel and its bill. */
export function FycoDrawer(props: {
  row: FycoRow | null;
  /** Undefined if the user may not enter results. */
  onResults: ((row: FycoRow) => void) | undefined;
  resultsText: string;
  /** True within the bill's own screen, where the bill is not linked. */
  ofOne: boolean;
  onClose: () => void;
}) {
  const { row, onResults, resultsText, ofOne, onClose } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const [parcelId, setParcelId] = useState<number | null>(null);
  return (
    <>
      <RowPanel
        row={row}
        title={(one) => one.trackingNo ?? one.boxNo ?? t('customs.fyco')}
        schema={fycoRow}
        resource="fyco"
        groups={(one) => [
          {
            title: t('customs.fyco'),
            fields: FACTS.filter((name) => one[name] !== null && one[name] !== ''),
          },
        ]}
        head={(one) => (
          <>
            <StateTag tone={toneOf(fycoStates, one.state)}>{speech.state('fyco', one.state)}</StateTag>
            {one.parcelState && (
              <StateTag tone={toneOf(parcelStates, one.parcelState)}>
                {speech.pair(t('customs.groupParcel'), speech.state('parcel', one.parcelState))}
              </StateTag>
            )}
            <span className="fc-muted">{billName(one)}</span>
            <span className="fc-spring" />
            {one.parcelId !== null && (
              <Button onClick={() => setParcelId(one.parcelId)}>{t('customs.openParcel')}</Button>
            )}
            {!ofOne && <Button onClick={() => navigate(billPath(one.billId))}>{t('common.openBill')}</Button>}
            {onResults && (
              <Button
                intent="primary"
                disabled={!takesResult(one)}
                title={takesResult(one) ? undefined : speech.state('fyco', one.state)}
                onClick={() => onResults(one)}
              >
                {resultsText}
              </Button>
            )}
          </>
        )}
        onClose={onClose}
      />
      <ParcelDrawer id={parcelId} actions={[]} onAct={() => undefined} onClose={() => setParcelId(null)} />
    </>
  );
}
