import { FormGroup } from '@blueprintjs/core';
import { isOneOf } from '@contract/names';
import { type ComponentProps, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ShortSelect } from '../kinds/ChoiceInput';
import { UploadZone } from './UploadZone';

/** Upload of a record's file: its kind is selected, then the file is dropped or selected. */
export function KindDrop<Kind extends string>(props: {
  label: string;
  kinds: readonly Kind[];
  nameOf: (kind: Kind) => string;
  kind: Kind;
  onKind: (kind: Kind) => void;
  upload: ComponentProps<typeof UploadZone>['upload'];
}) {
  const { label, kinds, nameOf, kind, onKind, upload } = props;
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="fc-attach">
      <FormGroup label={label} labelFor={id}>
        <ShortSelect
          id={id}
          required
          options={kinds.map((one) => ({ value: one, label: nameOf(one), search: one }))}
          value={kind}
          onChange={(chosen) => {
            if (isOneOf(kinds, chosen)) onKind(chosen);
          }}
        />
      </FormGroup>
      <UploadZone title={t('bill.attachmentDrop')} upload={upload} />
    </div>
  );
}
