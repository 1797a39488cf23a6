import '../shared/sea/filing.css';
import { SegmentedControl } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { FilingUpload } from './parts/FilingUpload';

/** Upload of entries from a workbook, or of one informal entry from a list of consignments. */
export default function EntryUpload() {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const kind = search.get('kind') === 'entry_type11' ? 'entry_type11' : 'entry';
  return (
    <>
      <SegmentedControl
        size="small"
        className="fc-upload-kinds"
        aria-label={t('sea.uploadKind')}
        options={[
          { label: t('sea.uploadEntries'), value: 'entry' },
          { label: t('sea.uploadConsignments'), value: 'entry_type11' },
        ]}
        value={kind}
        onValueChange={(value) => setSearch(value === 'entry' ? {} : { kind: value }, { replace: true })}
      />
      <FilingUpload kind={kind} list="/sea/entry" />
    </>
  );
}
