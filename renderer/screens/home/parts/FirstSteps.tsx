import { Tick } from '@blueprintjs/icons';
import { type PermissionName, permit } from '@contract/permissions';
import type { RefTarget } from '@contract/refTargets';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { usePermits } from '../../../app/guard';
import { useTitles } from '../../../app/titles';
import { useLookups } from '../../../kinds/lookups';
import { useNumber } from '../../../kinds/NumberInput';

/** Reference data of an operator, in the order of its dependencies; a bill needs the first four. */
const STEPS = [
  { of: 'lastMile', path: '/config/last_mile', edit: 'config.lastMile.edit' },
  { of: 'destination', path: '/config/destination', edit: 'config.destination.edit' },
  { of: 'channelCode', path: '/config/channel-code', edit: 'config.channelCode.edit' },
  { of: 'customer', path: '/customer/customer_list', edit: 'customer.list.edit' },
  { of: 'warehouse', path: '/config/warehouse', edit: 'config.warehouse.edit' },
  { of: 'cargoStation', path: '/config/cargo-station', edit: 'config.cargoStation.edit' },
] as const satisfies readonly { of: RefTarget; path: string; edit: PermissionName }[];

const COUNTED = STEPS.map(({ of }) => of);

/** Checklist of the data to enter or import before the first bill, with the numbers of existing records. */
export function FirstSteps() {
  const { t } = useTranslation();
  const { permits } = usePermits();
  const titleOf = useTitles();
  const number = useNumber();
  const lookups = useLookups(COUNTED);
  return (
    <ol className="fc-first-steps" aria-label={t('access.homeSteps')}>
      {STEPS.filter(({ edit }) => permits?.allows(permit(edit))).map(({ of, path }) => {
        const count = lookups.rows(of).length;
        return (
          <li key={of}>
            <span>
              <Link to={path}>{titleOf({ path, title: null })}</Link>
              <small className="fc-muted">{t(`access.homeStep.${of}`)}</small>
            </span>
            {lookups.loaded(of) && (
              <span className={count > 0 ? undefined : 'fc-muted'}>
                {count > 0 ? (
                  <>
                    <Tick size={12} /> {number(count)}
                  </>
                ) : (
                  t('access.homeStepNone')
                )}
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
