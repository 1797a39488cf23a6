import { Checkbox, HTMLTable, Radio, RadioGroup, TextArea } from '@blueprintjs/core';
import { MAX_PARCEL_TARGETS } from '@contract/limits';
import { numbersIn } from '@contract/rules/numbers';
import { useTranslation } from 'react-i18next';
import { read } from '../../../api/queries';
import { useData } from '../../../api/unshownFailures';
import { useSpeech } from '../../../app/language';
import { beginLine, useTabOfScanner } from '../../../ui/scanner';

export type TargetBy = 'selected' | 'trackingNos' | 'boxNos' | 'clearanceBatches';

/** Parcels of an action: those selected before, pasted numbers, whole boxes or declarations. */
export interface Target {
  readonly by: TargetBy;
  /** Pasted text with the numbers. */
  readonly text: string;
  readonly batches: readonly string[];
}

/** Field that selects the parcels of an action in its dialog. */
export function TargetField(props: {
  readonly billId: number;
  /** Text on the parcels selected before; null if none. */
  readonly chosen: string | null;
  readonly target: Target;
  readonly onChange: (target: Target) => void;
  readonly error: string | undefined;
}) {
  const { billId, chosen, target, onChange, error } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const data = useData({
    ...read('parcel', 'declarations', { query: { billId } }),
    enabled: target.by === 'clearanceBatches',
  });
  const count = numbersIn(target.text).length;
  const tab = useTabOfScanner(beginLine);
  return (
    <div className="fc-targets">
      <RadioGroup
        inline
        label={t('customs.which')}
        selectedValue={target.by}
        onChange={(event) => onChange({ ...target, by: event.currentTarget.value as TargetBy })}
      >
        {chosen && <Radio value="selected" label={chosen} />}
        <Radio value="trackingNos" label={t('common.trackingNumbers')} />
        <Radio value="boxNos" label={t('customs.byBoxes')} />
        <Radio value="clearanceBatches" label={t('customs.byDeclarations')} />
      </RadioGroup>
      {(target.by === 'trackingNos' || target.by === 'boxNos') && (
        <>
          <TextArea
            fill
            rows={6}
            autoFocus
            className="fc-typed-numbers"
            aria-label={t(target.by === 'boxNos' ? 'customs.byBoxes' : 'common.trackingNumbers')}
            placeholder={t('customs.paste')}
            intent={error ? 'danger' : 'none'}
            value={target.text}
            onChange={(event) => onChange({ ...target, text: event.currentTarget.value })}
            onKeyDown={tab}
          />
          <p className="fc-muted" role="status">
            {count > MAX_PARCEL_TARGETS
              ? t('customs.tooMany', { max: MAX_PARCEL_TARGETS })
              : t('customs.pasted', { count })}
          </p>
        </>
      )}
      {target.by === 'clearanceBatches' &&
        data &&
        (data.length === 0 ? (
          <p className="fc-muted">{t('customs.noDeclarations')}</p>
        ) : (
          <HTMLTable compact striped>
            <thead>
              <tr>
                <th>{speech.label('clearanceBatch')}</th>
                <th>{speech.label('declarationSystem')}</th>
                <th>{speech.label('mrn')}</th>
                <th>{t('common.parcels')}</th>
              </tr>
            </thead>
            <tbody>
              {data.map((one) => (
                <tr key={one.clearanceBatch}>
                  <td>
                    <Checkbox
                      label={one.clearanceBatch}
                      checked={target.batches.includes(one.clearanceBatch)}
                      onChange={(event) =>
                        onChange({
                          ...target,
                          batches: event.currentTarget.checked
                            ? [...target.batches, one.clearanceBatch]
                            : target.batches.filter((batch) => batch !== one.clearanceBatch),
                        })
                      }
                    />
                  </td>
                  <td>{speech.choice('declarationSystem', one.declarationSystem)}</td>
                  <td>{one.mrn ?? '—'}</td>
                  <td>{t('customs.parcelsOf', { open: one.parcelsClearance, total: one.total })}</td>
                </tr>
              ))}
            </tbody>
          </HTMLTable>
        ))}
      {error && (
        <p className="fc-field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
