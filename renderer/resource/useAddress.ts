import type { RowIssue } from '@contract/importing/template';
import { isId } from '@contract/lenient';
import type { RefTarget } from '@contract/refTargets';
import { type AddressCountry, addressIssues, postcodeForm } from '@contract/rules/addresses';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { useLookups } from '../kinds/lookups';
import type { Values } from './useRecordForm';

const COUNTRY: readonly RefTarget[] = ['country'];
const NONE: readonly RefTarget[] = [];

/** Rules between the parts of an address in a form, as the API checks them, and hints on their formats. */
export function useAddress(row: z.ZodObject) {
  const { t } = useTranslation();
  const lookups = useLookups('countryId' in row.shape && 'postcode' in row.shape ? COUNTRY : NONE);
  const countryOf = useCallback(
    ({ countryId }: Values) =>
      (isId(countryId) ? lookups.find('country', countryId) : undefined) as AddressCountry | undefined,
    [lookups],
  );
  const rules = useCallback(
    (values: Values): RowIssue[] => {
      const country = countryOf(values);
      return country ? addressIssues(values, country) : [];
    },
    [countryOf],
  );
  const hints = (values: Values): Record<string, string> => {
    const country = countryOf(values);
    const form = country && postcodeForm(country);
    return {
      ...(form ? { postcode: t('common.postcodeLike', { form }) } : {}),
      ...(country?.phoneCode ? { phone: t('common.phoneLike', { code: country.phoneCode }) } : {}),
    };
  };
  return { rules, hints };
}
