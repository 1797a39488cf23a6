import { FormGroup } from '@blueprintjs/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { LongSelect } from '../../../kinds/ChoiceInput';
import { useOptions } from '../../../kinds/ref';

/** One of our companies, above a list of its books. */
export function OwnCompanyField({
  value,
  onChange,
}: {
  value: number | null;
  onChange: (companyId: number) => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const companies = useOptions('clientCompany', [], undefined, undefined, 'own');
  if (companies.missing) return null;
  return (
    <FormGroup inline label={t('finance.ownCompany')} labelFor={id} style={{ margin: 0 }}>
      <LongSelect
        {...companies}
        id={id}
        required
        value={value}
        onChange={(chosen) => onChange(Number(chosen))}
      />
    </FormGroup>
  );
}
