import { dayFromNow } from '../../app/zone';
import '../shared/transport/transport.css';
import { refusalOf } from '@contract/machine';
import { permit } from '@contract/permissions';
import { formatDay } from '@contract/rules/zonedTime';
import {
  type ForecastAction,
  forecastBill,
  forecastMachine,
  forecastStates,
  type ParcelForecast,
  parcelForecast,
} from '@contract/scheduling/parcelForecast';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import * as z from 'zod';
import { client } from '../../api/client';
import { invalidate, queryClient, read } from '../../api/queries';
import { useData } from '../../api/unshownFailures';
import { useAllowed } from '../../app/guard';
import { useSpeech } from '../../app/language';
import { requireCalls } from '../../app/offered';
import { useLookups } from '../../kinds/lookups';
import { useNumber, withPercent } from '../../kinds/NumberInput';
import { idIn } from '../../kinds/recordId';
import { DetailScreen, FieldGroups } from '../../resource/DetailScreen';
import { RecordLoader } from '../../resource/RecordLoader';
import { StateActions } from '../../resource/StateActions';
import { useEditPanel } from '../../resource/useEditPanel';
import { StateTag, toneOf } from '../../ui/StateTag';
import { notify } from '../../ui/toaster';
import { type ActionForm, ActionPanel, actionForm } from '../shared/customs/ActionPanel';
import { AddBills } from '../shared/transport/AddBills';
import { LinkedBills } from '../shared/transport/LinkedBills';
import { FORECAST_LIST, forecastPath, forecastScreen } from './parts/forecastScreen';
import { type ForecastStep, useForecastSteps } from './parts/useForecastActions';

/** Screen of one forecast: the expected cargo, the resulting bills, and the deviation. */
export default function ForecastDetail() {
  const id = idIn(useParams().id);
  return (
    <RecordLoader
      query={id === null ? null : read('parcelForecast', 'get', { params: { id } })}
      list={FORECAST_LIST}
      title={({ forecastNo }) => `${forecastNo}`}
    >
      {(forecast) => <Detail forecast={forecast} />}
    </RecordLoader>
  );
}

const ACTIONS = [
  'submit',
  'convert',
  'update',
  'withdraw',
  'copy',
  'cancel',
  'remove',
] as const satisfies readonly ForecastAction[];
const BILL_FIELDS = [
  ...(['billNo', 'batchNo', 'flightNo', 'boxCount', 'packageCount', 'kg', 'stage', 'eta', 'ata'] as const),
];
const TARGETS = ['customer'] as const;
const copied = z.strictObject({ forecastDate: parcelForecast.row.shape.forecastDate });

function Detail({ forecast }: { forecast: ParcelForecast }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const number = useNumber();
  const share = useNumber(1);
  const mayEdit = useAllowed(parcelForecast.edit);
  const mayCreate = useAllowed(permit('bill.manage.create'));
  const customer = useLookups(TARGETS).find('customer', forecast.customerId);
  const [adding, setAdding] = useState(false);
  const forms = useForecastForms(forecast);
  const { id, forecastNo } = forecast;
  const steps = useForecastSteps();
  const editing = useEditPanel({
    screen: forecastScreen,
    row: forecast,
    title: `${forecastNo}`,
    list: FORECAST_LIST,
    closed: refusalOf(forecastMachine, 'update', forecast) !== undefined,
  });
  const mayConvert = mayEdit && !refusalOf(forecastMachine, 'convert', forecast);

  const onAct = (action: ForecastAction) => {
    if (action === 'update') editing.edit();
    else if (action === 'convert') mayCreate ? forms.convert() : setAdding(true);
    else if (action === 'copy') forms.copy();
    else if (action === 'remove') editing.remove();
    else steps.act(action as ForecastStep, { ids: [id] });
  };
  return (
    <>
      <DetailScreen
        number={`${forecastNo}`}
        subtitle={[
          customer && speech.name(customer),
          formatDay(forecast.forecastDate),
          t('transport.expected', {
            parcels: number(forecast.expectedParcels),
            weight: number(forecast.expectedWeight),
          }),
        ]
          .filter(Boolean)
          .join(' · ')}
        badges={
          <>
            <StateTag tone={toneOf(forecastStates, forecast.state)}>
              {speech.state('parcelForecast', forecast.state)}
            </StateTag>
            {forecast.accuracy !== null && (
              <StateTag tone={forecast.accuracy >= 85 ? 'good' : 'warning'}>
                {`${speech.label('accuracy')} ${withPercent(share(forecast.accuracy), speech.language)}`}
              </StateTag>
            )}
          </>
        }
        actions={
          <StateActions
            machine={forecastMachine}
            row={forecast}
            first={['submit', 'convert']}
            all={ACTIONS}
            onAct={onAct}
          />
        }
        parts={[
          {
            id: 'bills',
            requiredCalls: requireCalls('parcelForecast.bills'),
            title: t('common.bills'),
            count: forecast.billCount,
            panel: (
              <ForecastBills forecast={forecast} onAdd={mayConvert ? () => setAdding(true) : undefined} />
            ),
          },
          {
            id: 'facts',
            title: t('transport.facts'),
            panel: <ForecastFacts forecast={forecast} />,
          },
        ]}
      />
      {forms.panel}
      {steps.dialogs}
      {editing.panel}
      {adding && <AddForecastBills forecast={forecast} onClose={() => setAdding(false)} />}
    </>
  );
}

/** Forms of a forecast's actions: the bill made of it, and the date of its copy. */
function useForecastForms(forecast: ParcelForecast) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const customer = useLookups(TARGETS).find('customer', forecast.customerId);
  const [form, setForm] = useState<ActionForm | null>(null);
  const { id, version } = forecast;
  /** Opens the form of the forecast's bill, with the fields that the forecast does not determine. */
  const convert = () =>
    setForm({
      title: speech.action('parcelForecast', 'convert'),
      groups: [
        { title: t('common.bill'), fields: ['billNo', 'batchNo', 'serviceId', 'clearanceType'] },
        { title: t('bill.groupRoute'), fields: ['flightNo', 'etd', 'eta'] },
        { title: t('bill.groupCargo'), fields: ['boxCount', 'totalValue', 'currency'] },
      ],
      initial: {
        ...Object.fromEntries(Object.keys(forecastBill.shape).map((name) => [name, null])),
        batchNo: '01',
        serviceId: forecast.serviceId ?? customer?.defaultServiceId ?? null,
        clearanceType: 'ioss',
        boxCount: forecast.expectedBoxes,
        eta: forecast.expectedEta,
        currency: 'EUR',
        originAirportId: forecast.originAirportId,
        landingAirportId: forecast.landingAirportId,
      },
      resource: 'parcelForecast',
      draft: `parcelForecast/${id}/convert`,
      ...actionForm(forecastBill, (bill, key) =>
        client.parcelForecast.convert({ params: { id }, body: { version, bill } }, { key }),
      ),
    });
  const copy = () =>
    setForm({
      title: speech.action('parcelForecast', 'copy'),
      groups: [{ title: t('common.when'), fields: ['forecastDate'] }],
      initial: { forecastDate: dayFromNow(1) },
      resource: 'parcelForecast',
      draft: `parcelForecast/${id}/copy`,
      ...actionForm(copied, async (values, key) => {
        const made = await client.parcelForecast.copy({ params: { id }, body: values }, { key });
        navigate(forecastPath(made.id));
        return made;
      }),
    });
  return {
    convert,
    copy,
    panel: (
      <ActionPanel form={form} onClose={() => setForm(null)}>
        {form?.draft.endsWith('/convert') && <p>{t('transport.convertAsk')}</p>}
      </ActionPanel>
    ),
  };
}

/** Bills made from a forecast or linked to it. */
function ForecastBills({ forecast, onAdd }: { forecast: ParcelForecast; onAdd: (() => void) | undefined }) {
  const { t } = useTranslation();
  const mayEdit = useAllowed(parcelForecast.edit);
  const { id } = forecast;
  const bills = useData(read('parcelForecast', 'bills', { params: { id } })) ?? [];
  return (
    <LinkedBills
      bills={bills}
      fields={BILL_FIELDS}
      none={t('transport.noBillsForecast')}
      onAdd={onAdd}
      onUnlink={
        mayEdit && !refusalOf(forecastMachine, 'unlink', forecast)
          ? async (bill) => {
              await client.parcelForecast.unlink({ params: { id }, query: { billIds: [bill.id] } });
              await invalidate(queryClient, 'parcelForecast');
            }
          : undefined
      }
    />
  );
}

/** Dialog that links bills to a forecast. */
function AddForecastBills({ forecast, onClose }: { forecast: ParcelForecast; onClose: () => void }) {
  const { t } = useTranslation();
  const { id, version, forecastNo } = forecast;
  return (
    <AddBills
      title={t('transport.addBillsTo', { no: `${forecastNo}` })}
      query={read('parcelForecast', 'candidates', { params: { id } })}
      none={t('transport.noneForecast')}
      onClose={onClose}
      onLink={async (chosen) => {
        await client.parcelForecast.convert({
          params: { id },
          body: { version, billIds: [...chosen.keys()] },
        });
        notify({ text: t('transport.linked', { count: chosen.size }), intent: 'success' });
        await invalidate(queryClient, 'parcelForecast');
      }}
    />
  );
}

/** Fields of a forecast. */
function ForecastFacts({ forecast }: { forecast: ParcelForecast }) {
  const { t } = useTranslation();
  return (
    <FieldGroups
      schema={parcelForecast.row}
      resource="parcelForecast"
      row={forecast}
      groups={[
        { title: t('transport.groupWho'), fields: ['customerId', 'forecastDate', 'serviceId'] },
        {
          title: t('transport.groupRoute'),
          fields: ['originAirportId', 'landingAirportId', 'channelCode', 'destinationCountry', 'expectedEta'],
        },
        {
          title: t('transport.groupGoods'),
          fields: ['expectedParcels', 'expectedBoxes', 'expectedWeight', 'actualParcels', 'accuracy'],
        },
        {
          title: t('config.groupOther'),
          fields: ['remark', 'cancelReason', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy'],
        },
      ]}
    />
  );
}
