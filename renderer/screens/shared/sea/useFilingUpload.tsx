import { Button } from '@blueprintjs/core';
import { Import } from '@blueprintjs/icons';
import { type SeaKind, seaPaths } from '@contract/files/fileKindNames';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { MoreActions } from '../../../resource/ListScreen';
import { useFilePermits } from '../bill/filePermits';

/** Link from a list of filings to their upload, for users who may send such files. */
export const uploadOf = (kind: SeaKind) =>
  function useFilingUpload(): MoreActions {
    const { t } = useTranslation();
    const navigate = useNavigate();
    const may = useFilePermits();
    if (!may('send', kind)) return {};
    return {
      all: () => (
        <Button icon={<Import />} onClick={() => navigate(seaPaths[kind])}>
          {t(kind === 'isf' ? 'sea.isfUpload' : 'sea.entryUpload')}
        </Button>
      ),
    };
  };
