import { FormGroup, HTMLSelect, Tag } from '@blueprintjs/core';
import { billName } from '@contract/bill/billName';
import { permit } from '@contract/permissions';
import type { LoadItem, LoadPart, TruckLoad } from '@contract/warehouse/scan';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { read } from '../../../api/queries';
import { usePart } from '../../../api/unshownFailures';
import { useAllowed } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { Skeleton } from '../../../ui/Loading';

/** The truck that is loaded: its note, what is on it, and what is still missing. */
export function Truck({
  cmrId,
  onChoose,
}: {
  cmrId: number | undefined;
  onChoose: (id: number | undefined) => void;
}) {
  const { t } = useTranslation();
  const field = useId();
  const offered = useAllowed(permit('bill.cmr.view'), 'cmr.list', 'scan.load');
  const notes = usePart({
    ...read('cmr', 'list', { query: { state: ['draft'], pageSize: 100 } }),
    enabled: offered,
  });
  const load = usePart({
    ...read('scan', 'load', { query: { cmrId: cmrId ?? 1 } }),
    enabled: offered && cmrId !== undefined,
  });
  if (!offered) return null;
  const listed = notes.data?.list ?? [];
  const chosen = load.data;
  return (
    <>
      <FormGroup label={t('warehouse.scanNote')} labelFor={field} helperText={t('warehouse.scanNoteHint')}>
        <HTMLSelect
          id={field}
          fill
          value={cmrId ?? ''}
          onChange={(event) => onChoose(Number(event.currentTarget.value) || undefined)}
        >
          <option value="">{t('warehouse.scanNoNote')}</option>
          {chosen && !listed.some(({ id }) => id === chosen.cmrId) && (
            <option value={chosen.cmrId}>{chosen.cmrNo}</option>
          )}
          {listed.map((cmr) => (
            <option key={cmr.id} value={cmr.id}>
              {cmr.cmrNo} · {cmr.plateNo}
            </option>
          ))}
        </HTMLSelect>
      </FormGroup>
      {cmrId !== undefined && (chosen ? <Load load={chosen} /> : <Skeleton lines={3} />)}
    </>
  );
}

function Load({ load }: { load: TruckLoad }) {
  const { t } = useTranslation();
  const { loaded, missing, due } = load;
  return (
    <>
      <span className="fc-scan-count" data-testid="load-count">
        {t('warehouse.scanOf', { done: loaded.boxes, expected: loaded.boxes + missing.boxes })}
      </span>
      <span className="fc-muted">
        {missing.boxes === 0 && loaded.boxes > 0
          ? t('warehouse.loadComplete')
          : t('warehouse.scanLeft', { count: missing.boxes })}
      </span>
      <Part title={t('warehouse.loadMissing')} part={missing} />
      <Part title={t('warehouse.loadDue', { code: load.destinationCode })} part={due} />
      <Part title={t('warehouse.loadLoaded')} part={loaded} />
      <Link to={`/config/cmr/detail/${load.cmrId}`}>{load.cmrNo}</Link>
    </>
  );
}

/** A part of a load, counted and listed. */
function Part({ title, part }: { title: string; part: LoadPart }) {
  const { t } = useTranslation();
  if (part.list.length === 0) return null;
  const counts = [
    part.pallets > 0 && t('warehouse.loadPallets', { count: part.pallets }),
    t('bill.nodeBoxes', { count: part.boxes }),
  ];
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <span className="fc-muted">{counts.filter(Boolean).join(' · ')}</span>
      <ol className="fc-scan-list">
        {part.list.map((item) => (
          <Item key={`${item.kind} ${item.recordId}`} item={item} />
        ))}
      </ol>
    </section>
  );
}

function Item({ item }: { item: LoadItem }) {
  const { t } = useTranslation();
  const { choice } = useSpeech();
  return (
    <li>
      <span>
        {item.number}
        {item.billNo && (
          <span className="fc-muted">{billName({ billNo: item.billNo, batchNo: item.batchNo })}</span>
        )}
      </span>
      {item.blockedBy ? (
        <Tag minimal intent="danger" title={choice('hindrance', item.blockedBy)}>
          {t('warehouse.scanBad')}
        </Tag>
      ) : (
        <span>{t('bill.nodeBoxes', { count: item.boxes })}</span>
      )}
    </li>
  );
}
