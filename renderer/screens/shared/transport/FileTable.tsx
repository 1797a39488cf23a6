import { Button } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { useRemoval } from '../../../resource/useRemoval';
import { PartTable } from './PartTable';

/** Files of a record, which can be opened, and removed by permitted users. */
export function FileTable<File extends { readonly id: string; readonly fileName: string }>(props: {
  readonly label: string;
  readonly schema: z.ZodObject;
  readonly resource: 'cmrFile' | 'documentFile';
  readonly files: readonly File[];
  readonly fields: readonly (keyof File & string)[];
  readonly open: (file: File) => Promise<unknown>;
  readonly remove: (file: File) => Promise<unknown>;
  readonly mayRemove: (file: File) => boolean;
}) {
  const { label, schema, resource, files, fields, open, remove, mayRemove } = props;
  const { t } = useTranslation();
  const removal = useRemoval(resource);
  return (
    <PartTable
      label={label}
      schema={schema}
      resource={resource}
      rows={files}
      fields={fields}
      end={(file) => (
        <>
          <Button
            size="small"
            aria-label={`${t('common.download')}: ${file.fileName}`}
            onClick={() => void open(file)}
          >
            {t('common.download')}
          </Button>{' '}
          {mayRemove(file) && (
            <Button
              size="small"
              intent="danger"
              variant="outlined"
              aria-label={`${t('common.delete')}: ${file.fileName}`}
              onClick={() => void removal(file.fileName, () => remove(file))}
            >
              {t('common.delete')}
            </Button>
          )}
        </>
      )}
    />
  );
}
