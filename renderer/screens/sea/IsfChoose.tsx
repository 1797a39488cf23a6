import { Button, ButtonGroup, InputGroup, NonIdealState } from '@blueprintjs/core';
import { ChevronLeft, ChevronRight, Upload } from '@blueprintjs/icons';
import type { SeaBill } from '@contract/sea/seaBill';
import { type SeaIsf, seaIsf } from '@contract/sea/seaIsf';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { allOf, useAnswers } from '../../api/answers';
import { client } from '../../api/client';
import { invalidate, queryClient, read } from '../../api/queries';
import { useTabPath } from '../../app/TabFrame';
import { closeTab } from '../../app/tabs';
import { Answered } from '../../resource/Answered';
import { RecordFromQuery } from '../../resource/RecordLoader';
import { AddButton } from '../../ui/AddButton';
import { notify, notifyFailed } from '../../ui/toaster';
import { newIsfPath } from '../shared/sea/isfScreen';
import { SEA_BILLS, seaBillPath } from '../shared/sea/seaBillScreen';
import { PartTable } from '../shared/transport/PartTable';

/** Selects the ISF of a sea bill: a new one prefilled from the bill, or one prepared without a bill. */
export default function IsfChoose() {
  const { t } = useTranslation();
  return (
    <RecordFromQuery
      query={(id) => read('seaBill', 'get', { params: { id } })}
      list={SEA_BILLS}
      title={({ mblNo }) => t('sea.isfOf', { no: mblNo })}
    >
      {(bill) => <Choice bill={bill} />}
    </RecordFromQuery>
  );
}

const FIELDS = [
  'isfNo',
  'isfType',
  'mblNo',
  'hblNo',
  'vesselName',
  'voyageNo',
  'missingCount',
  'state',
] as const;
type Isf = Pick<SeaIsf, (typeof FIELDS)[number] | 'id' | 'version'>;
/** Filter for ISFs without a sea bill that can still be edited. */
const LOOSE: { state: SeaIsf['state'][]; loose: true } = { state: ['draft', 'rejected'], loose: true };
const PAGE = 50;

function Choice({ bill }: { bill: SeaBill }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const path = useTabPath();
  const [keyword, setKeyword] = useState('');
  const [page, setPage] = useState(1);
  const query = { ...LOOSE, ...(keyword ? { keyword } : {}) };
  const answer = allOf(
    useAnswers([
      read('seaIsf', 'list', { query: { ...query, page, pageSize: PAGE } }),
      read('seaIsf', 'list', { query: { ...query, mblNo: bill.mblNo, pageSize: PAGE } }),
    ]),
  );
  const [data, same] = answer.data ?? [];
  // ISFs with the same number come first, whichever page they would be on.
  const own = new Set(same?.list.map(({ id }) => id));
  const loose = data &&
    same && [...(page === 1 ? same.list : []), ...data.list.filter(({ id }) => !own.has(id))];
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / PAGE));
  const link = async ({ id, version, isfNo }: Isf) => {
    try {
      await client.seaIsf.update({ params: { id }, body: { version, seaBillId: bill.id } });
      notify({ text: t('sea.isfLinked', { isf: isfNo, no: bill.mblNo }), intent: 'success' });
      await Promise.all([invalidate(queryClient, 'seaIsf'), invalidate(queryClient, 'seaBill')]);
      closeTab(path);
      navigate(seaBillPath(bill.id));
    } catch (error) {
      notifyFailed(error);
    }
  };
  return (
    <article className="fc-detail">
      <header className="fc-detail-head">
        <h1>{t('sea.isfOf', { no: bill.mblNo })}</h1>
        <span className="fc-muted">
          {[bill.hblNo, `${bill.polCode} – ${bill.podCode}`, `${bill.vesselName} ${bill.voyageNo}`]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <span className="fc-spring" />
        <Button icon={<Upload />} onClick={() => navigate('/clearance/isf-upload')}>
          {t('common.uploadFile')}
        </Button>
        <AddButton onAdd={() => navigate(newIsfPath(bill.id))}>{t('sea.isfNew')}</AddButton>
      </header>
      <section className="fc-plan">
        <p>{t('sea.isfChooseDetail')}</p>
        <div className="fc-plan-head">
          <InputGroup
            aria-label={t('sea.isfFind')}
            placeholder={t('sea.isfFind')}
            value={keyword}
            onValueChange={(next) => {
              setKeyword(next);
              setPage(1);
            }}
          />
          {pages > 1 && (
            <ButtonGroup>
              <Button
                icon={<ChevronLeft />}
                aria-label={t('common.pageBefore')}
                disabled={page === 1}
                onClick={() => setPage(page - 1)}
              />
              <Button disabled>{t('common.pageOf', { page, pages })}</Button>
              <Button
                icon={<ChevronRight />}
                aria-label={t('common.pageAfter')}
                disabled={page >= pages}
                onClick={() => setPage(page + 1)}
              />
            </ButtonGroup>
          )}
        </div>
        {!loose ? (
          <Answered answer={answer} lines={6} whole>
            {() => null}
          </Answered>
        ) : loose.length === 0 ? (
          <NonIdealState title={t('sea.noLooseIsf')} description={t('sea.noLooseIsfDetail')} />
        ) : (
          <PartTable<Isf>
            label={t('sea.isfChoose')}
            schema={seaIsf.row}
            resource="seaIsf"
            rows={loose}
            fields={FIELDS}
            end={(isf) => (
              <Button
                size="small"
                aria-label={t('sea.isfTakeOf', { isf: isf.isfNo })}
                onClick={() => void link(isf)}
              >
                {t('sea.isfTake')}
              </Button>
            )}
          />
        )}
      </section>
    </article>
  );
}
