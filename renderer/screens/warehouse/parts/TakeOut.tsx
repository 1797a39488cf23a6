import { Button, FormGroup } from '@blueprintjs/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { RepackReasonSelect, RepackTargetSelect } from '../../shared/warehouse/RepackDialog';
import type { Take } from './useFreeScans';

/** Where parcels go that are scanned out of their box, and why. */
export function TakeOut(props: { take: Take; onTake: (take: Take) => void; onLabel: (() => void) | null }) {
  const { take, onTake, onLabel } = props;
  const { t } = useTranslation();
  const id = useId();
  return (
    <>
      <FormGroup label={t('files.keptReason')} labelFor={`${id}-reason`}>
        <RepackReasonSelect
          id={`${id}-reason`}
          value={take.reason}
          onChange={(reason) => onTake({ ...take, reason })}
        />
      </FormGroup>
      <FormGroup
        label={t('warehouse.repackTo')}
        labelFor={`${id}-to`}
        helperText={
          take.to === 'box' ? take.boxNo || t('warehouse.repackScanBox') : t('warehouse.repackScanBox')
        }
      >
        <RepackTargetSelect id={`${id}-to`} value={take.to} onChange={(to) => onTake({ ...take, to })} />
      </FormGroup>
      {onLabel && <Button onClick={onLabel}>{t('warehouse.labels')}</Button>}
    </>
  );
}
