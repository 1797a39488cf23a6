import { Geosearch } from '@blueprintjs/icons';
import { permit } from '@contract/permissions';
import { hasMawbForm } from '@contract/rules/codes';
import { numbersIn } from '@contract/rules/numbers';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useTrack } from '../../screens/shared/bill/track';
import type { Permits } from '../guard';
import type { Entry } from './entries';

/** Minimum of letters and digits in a tracking number. */
const SHORTEST = 8;
const NONE: readonly Entry[] = [];

/** Returns the parcel and waybill numbers in a text; none if anything else is in it. */
function trackable(query: string): readonly string[] {
  // A waybill may be typed in groups.
  if (hasMawbForm(query)) return [query.trim()];
  const numbers = numbersIn(query);
  const signs = (number: string) => number.replace(/[^\p{L}\d]/gu, '').length;
  return numbers.every((number) => signs(number) >= SHORTEST && /\d/.test(number)) ? numbers : [];
}

/**
 * "Track …" entry for the typed numbers. Offered only once the records are loaded: it comes below them, and Enter takes
 * the first entry.
 */
export function useTracking(query: string, permits: Permits, ready: boolean): readonly Entry[] {
  const { t } = useTranslation();
  const track = useTrack();
  const may = permits.allows(permit('bill.tracking.view'));
  return useMemo(() => {
    const numbers = ready && may ? trackable(query) : [];
    const [number] = numbers;
    if (!number) return NONE;
    return [
      {
        id: 'track',
        group: 'actions',
        text:
          numbers.length === 1
            ? t('tracking.track', { number })
            : t('tracking.trackMany', { count: numbers.length }),
        kind: t('app.goKinds.action'),
        icon: <Geosearch />,
        run: () => track(numbers),
      },
    ];
  }, [query, ready, may, track, t]);
}
