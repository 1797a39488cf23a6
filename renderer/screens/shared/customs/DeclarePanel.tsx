import { Button, Checkbox, FormGroup, HTMLSelect, Radio, RadioGroup } from '@blueprintjs/core';
import type { Bill } from '@contract/bill/bill';
import { batchApi, typesOf } from '@contract/customs/batch';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client, type OutputOf } from '../../../api/client';
import { read } from '../../../api/queries';
import { useData } from '../../../api/unshownFailures';
import { useSpeech } from '../../../app/language';
import { ActionPanel, actionForm } from './ActionPanel';

const FORM = batchApi.declare.body.omit({ batchNo: true, boxNos: true, looseParcels: true });

/** Key of the parcels in no box among the box numbers. */
const LOOSE = '';
const keyOf = ({ boxNo }: { readonly boxNo: string | null }) => boxNo ?? LOOSE;

/** Panel that lodges a declaration: a prepared one, or selected boxes, with system, type and broker. */
export function DeclarePanel({
  bill,
  isOpen,
  onClose,
}: {
  bill: Bill;
  isOpen: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const batches =
    useData({
      ...read('batch', 'list', { params: { id: bill.id } }),
      enabled: isOpen,
    }) ?? [];
  const boxes =
    useData({
      ...read('batch', 'boxes', { params: { id: bill.id } }),
      enabled: isOpen,
    }) ?? [];
  const prepared = batches.filter(({ status }) => status === 'prepared');
  const [how, setHow] = useState<'whole' | 'boxes'>('whole');
  const [batchNo, setBatchNo] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const mode = prepared.length === 0 ? 'boxes' : how;
  const batch = prepared.find((one) => one.batchNo === batchNo) ?? prepared[0];
  const system = mode === 'whole' && batch ? batch.declarationSystem : 'DECO';
  const nothing = prepared.length === 0 && boxes.length === 0;
  return (
    <ActionPanel
      onClose={onClose}
      form={
        isOpen && !nothing
          ? {
              title: t('clearance.declareTitle'),
              resource: 'batch',
              groups: [
                {
                  title: t('clearance.declareHow'),
                  fields: [
                    'declarationSystem',
                    'declarationType',
                    'lrn',
                    'brokerName',
                    'declarantName',
                    'declaredAt',
                  ],
                },
              ],
              initial: {
                declarationSystem: system,
                declarationType: mode === 'whole' && batch ? batch.declarationType : typesOf[system][0],
                lrn: null,
                brokerName: batches.find(({ brokerName }) => brokerName)?.brokerName ?? null,
                declarantName: null,
                declaredAt: null,
                landingAirportId: bill.landingAirportId,
              },
              draft: `declare/${bill.id}/${mode === 'whole' ? batch?.batchNo : 'boxes'}`,
              ...actionForm(FORM, (values, key) =>
                client.batch.declare(
                  {
                    params: { id: bill.id },
                    body: {
                      ...values,
                      ...(mode === 'whole'
                        ? { batchNo: batch?.batchNo }
                        : {
                            boxNos: [...chosen].filter((no) => no !== LOOSE),
                            looseParcels: chosen.has(LOOSE),
                          }),
                    },
                  },
                  { key },
                ),
              ),
            }
          : null
      }
    >
      <RadioGroup
        inline
        label={t('clearance.declareWhat')}
        selectedValue={mode}
        onChange={(event) => setHow(event.currentTarget.value === 'boxes' ? 'boxes' : 'whole')}
      >
        <Radio value="whole" label={t('clearance.declareWhole')} disabled={prepared.length === 0} />
        <Radio value="boxes" label={t('clearance.declareBoxes')} disabled={boxes.length === 0} />
      </RadioGroup>
      {mode === 'whole' ? (
        <FormGroup label={speech.label('batchNo')} labelFor="declare-batch">
          <HTMLSelect
            id="declare-batch"
            value={batch?.batchNo ?? ''}
            onChange={(event) => setBatchNo(event.currentTarget.value)}
            options={prepared.map((one) => ({
              value: one.batchNo,
              label: `${one.batchNo} · ${speech.label('parcels')} ${one.parcels}`,
            }))}
          />
        </FormGroup>
      ) : (
        <ChooseBoxes boxes={boxes} chosen={chosen} onChoose={setChosen} />
      )}
    </ActionPanel>
  );
}

/** Boxes to select, each with the number of its parcels, and the parcels in no box. */
function ChooseBoxes(props: {
  boxes: OutputOf<'batch', 'boxes'>;
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}) {
  const { boxes, chosen, onChoose } = props;
  const { t } = useTranslation();
  const toggle = (boxNo: string) => {
    const next = new Set(chosen);
    if (!next.delete(boxNo)) next.add(boxNo);
    onChoose(next);
  };
  return (
    <FormGroup label={t('clearance.boxesChosen', { count: chosen.size, total: boxes.length })}>
      <Button
        size="small"
        onClick={() => onChoose(chosen.size === boxes.length ? new Set() : new Set(boxes.map(keyOf)))}
      >
        {t('clearance.chooseAll')}
      </Button>
      <div className="fc-customs-boxes">
        {boxes.map(({ boxNo, low, standard }) => (
          <Checkbox
            key={keyOf({ boxNo })}
            checked={chosen.has(keyOf({ boxNo }))}
            onChange={() => toggle(keyOf({ boxNo }))}
            label={`${boxNo ?? t('warehouse.looseParcels')} · ${t('clearance.boxParcels', { low, standard })}`}
          />
        ))}
      </div>
    </FormGroup>
  );
}
