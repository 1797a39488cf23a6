import { Button, HTMLTable } from '@blueprintjs/core';
import { Geosearch } from '@blueprintjs/icons';
import { billName } from '@contract/bill/billName';
import { type MoveView, moveView } from '@contract/custody/custody';
import { places } from '@contract/custody/place';
import {
  itemLineRow,
  type ParcelAction,
  type ParcelDetail,
  parcelDetail,
  parcelEvent,
  parcelMachine,
  parcelStates,
} from '@contract/customs/parcel';
import { metaOf, zoneOf } from '@contract/fields';
import { permit } from '@contract/permissions';
import { useTranslation } from 'react-i18next';
import { read } from '../../../api/queries';
import { useData, usePart } from '../../../api/unshownFailures';
import { useAllowed } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { useServed } from '../../../app/offered';
import { fieldCell } from '../../../kinds';
import { useLookups } from '../../../kinds/lookups';
import { PlaceTime } from '../../../kinds/PlaceTime';
import { NotLoaded } from '../../../resource/Answered';
import { FieldGroups } from '../../../resource/DetailScreen';
import { StateActions } from '../../../resource/StateActions';
import { Timeline } from '../../../resource/Timeline';
import { Skeleton } from '../../../ui/Loading';
import { SidePanel } from '../../../ui/SidePanel';
import { StateTag, toneOf } from '../../../ui/StateTag';
import { useTrack } from '../bill/track';
import type { TargetParcel } from './useParcelActions';

interface Props {
  readonly id: number | null;
  readonly actions: readonly ParcelAction[];
  readonly onAct: (action: ParcelAction, parcel: TargetParcel) => void;
  readonly onClose: () => void;
}

/** Side panel of one parcel: state, actions, contents, consignee, and history. */
export function ParcelDrawer({ id, actions, onAct, onClose }: Props) {
  const { data, error, retry } = usePart({
    ...read('parcel', 'get', { params: { id: id ?? 1 } }),
    enabled: id !== null,
  });
  const parcel = id !== null && data?.id === id ? data : undefined;
  return (
    <SidePanel isOpen={id !== null} width={620} title={parcel?.trackingNo ?? '…'} onClose={onClose}>
      {error && !data ? (
        <NotLoaded error={error} onRetry={retry} />
      ) : parcel ? (
        <Parcel {...{ parcel, actions, onAct }} />
      ) : (
        <Skeleton lines={10} />
      )}
    </SidePanel>
  );
}

const LINE = ['lineNo', 'nameEn', 'hsCode', 'quantity', 'lineValue', 'netWeight', 'originCountry'] as const;
const NUMBERS: ReadonlySet<string> = new Set(['lineNo', 'quantity', 'lineValue', 'netWeight']);
const TARGETS = ['airport'] as const;
const PLACES = ['airport', 'warehouse'] as const;

function Parcel({ parcel, actions, onAct }: Pick<Props, 'actions' | 'onAct'> & { parcel: ParcelDetail }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const track = useTrack();
  const hasChain = useServed('custodyMove.parcel');
  const mayTrack = useAllowed(permit('bill.tracking.view'));
  const filled = (names: readonly (keyof ParcelDetail & string)[]) =>
    names.filter((name) => parcel[name] !== null && parcel[name] !== '');
  return (
    <div className="fc-drawer">
      <div className="fc-drawer-head">
        <StateTag tone={toneOf(parcelStates, parcel.state)}>{speech.state('parcel', parcel.state)}</StateTag>
        <StateTag tone={toneOf(places, parcel.place)}>{speech.state('place', parcel.place)}</StateTag>
        {parcel.fyco && <StateTag tone="warning">{speech.label('fyco')}</StateTag>}
        <span className="fc-muted">{billName(parcel)}</span>
        <span className="fc-spring" />
        {mayTrack && (
          <Button icon={<Geosearch />} onClick={() => track([parcel.trackingNo])}>
            {t('tracking.button')}
          </Button>
        )}
        {actions.length > 0 && (
          <StateActions
            machine={parcelMachine}
            row={parcel}
            first={actions.slice(0, 2)}
            all={actions}
            onAct={(action) => onAct(action, parcel)}
          />
        )}
      </div>
      <FieldGroups
        schema={parcelDetail}
        resource="parcel"
        row={parcel}
        groups={[
          {
            title: t('customs.groupCustoms'),
            fields: filled([
              'holdReason',
              'failReason',
              'disposition',
              'abnormalType',
              'previousState',
              'stateRemark',
              'clearanceBatch',
              'declarationSystem',
              'mrn',
              'hsStatus',
              'vatScheme',
              'procedures',
              'iossNo',
              'heldAt',
              'releasedAt',
              'failedAt',
              'outboundAt',
              'completedAt',
            ]),
          },
          {
            title: t('customs.groupParcel'),
            fields: filled([
              'boxNo',
              'looseReason',
              'looseFrom',
              'looseAt',
              'palletNo',
              'totalParcelCount',
              'destinationCode',
              'prefix',
              'value',
              'freight',
              'grossWeight',
              'orderNo',
              'referenceNo',
              'sellerName',
              'createdAt',
            ]),
          },
          {
            title: t('customs.groupConsignee'),
            fields: filled(['consigneeName', 'address', 'postcode', 'city', 'country', 'phone', 'email']),
          },
        ]}
      />
      {parcel.masked && <p className="fc-muted">{t('customs.maskedHint')}</p>}
      <Lines of={parcel} />
      {hasChain && <Chain of={parcel} />}
      <History of={parcel} />
    </div>
  );
}

/** Contents of a parcel, line by line. */
function Lines({ of: parcel }: { of: ParcelDetail }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const lookups = useLookups(TARGETS);
  return (
    <section>
      <h2>{t('customs.lines')}</h2>
      <HTMLTable compact striped>
        <thead>
          <tr>
            {LINE.map((name) => (
              <th key={name} className={NUMBERS.has(name) ? 'fc-number' : ''}>
                {speech.label(
                  name !== 'nameEn' ? name : speech.language === 'cn' ? 'productNameCn' : 'productName',
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {parcel.lines.map((line) => (
            <tr key={line.id}>
              {LINE.map((name) => (
                <td key={name} className={NUMBERS.has(name) ? 'fc-number' : ''}>
                  {name === 'nameEn' ? (
                    <>
                      {speech.name(line)}
                      <ProductIds of={line} />
                    </>
                  ) : (
                    fieldCell(name, metaOf(itemLineRow.shape[name]), { speech, lookups, row: line })
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </section>
  );
}

const IDS = ['merchantProductId', 'manufacturerProductId', 'standardProductId', 'preference'] as const;

/** Product identifiers of a line, as far as they are known. */
function ProductIds({ of: line }: { of: ParcelDetail['lines'][number] }) {
  const speech = useSpeech();
  return IDS.filter((name) => line[name] !== null).map((name) => (
    <div key={name} className="fc-muted">
      {speech.label(name)}: {line[name]}
    </div>
  ));
}

/** Places where a parcel was, newest first, each with its proof. */
function Chain({ of: parcel }: { of: ParcelDetail }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const lookups = useLookups(PLACES);
  const data = useData(read('custodyMove', 'parcel', { params: { id: parcel.id } }));
  if (!data) return null;
  const undone = new Set(data.moves.flatMap(({ reverses }) => reverses ?? []));
  const placeIn = (place: MoveView['toPlace'], name: string | null) =>
    [speech.state('place', place), name].filter(Boolean).join(' · ');
  return (
    <section>
      <h2>{t('custody.chain')}</h2>
      <Timeline
        label={t('custody.chain')}
        empty={t('custody.chainEmpty')}
        entries={data.moves.toReversed().map((move) => ({
          key: move.id,
          title: placeIn(move.toPlace, move.toName),
          at: <PlaceTime at={move.at} zone={zoneOf(moveView.shape.at)} row={move} lookups={lookups} />,
          detail: [
            t('custody.from', { place: placeIn(move.fromPlace, move.fromName) }),
            [speech.choice('custodyProof', move.proof), move.proofText].filter(Boolean).join(' '),
            undone.has(move.id) && t('custody.takenBack'),
            move.remark,
          ]
            .filter(Boolean)
            .join(' · '),
        }))}
      />
    </section>
  );
}

/** Events of a parcel, each on the clock of its place. */
function History({ of: parcel }: { of: ParcelDetail }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const lookups = useLookups(TARGETS);
  return (
    <section>
      <h2>{t('customs.history')}</h2>
      <Timeline
        label={t('customs.history')}
        empty={t('common.historyEmpty')}
        entries={parcel.history.map((event, index) => ({
          key: parcel.history.length - index,
          title: speech.choice('parcelEvent', event.what),
          at: <PlaceTime at={event.at} zone={zoneOf(parcelEvent.shape.at)} row={parcel} lookups={lookups} />,
          detail: [event.operatorName && speech.actor(event.operatorName), event.remark]
            .filter(Boolean)
            .join(' · '),
        }))}
      />
    </section>
  );
}
