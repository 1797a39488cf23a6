import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppDialog } from '../ui/AppDialog';
import { activeShortcuts, comboText } from '../ui/shortcuts';

/** List of all shortcuts that are active on the current screen. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  // Read once on opening, since the sheet itself suspends them.
  const [shortcuts] = useState(activeShortcuts);
  const seen = new Map(shortcuts.map((shortcut) => [shortcut.combo, shortcut.label]));
  return (
    <AppDialog
      title={t('app.shortcuts')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      {/* A tab stop, so that the arrow keys can scroll a long sheet. */}
      <dl className="fc-keys" tabIndex={0}>
        {[...seen].map(([combo, label]) => (
          <div key={combo}>
            <dt>
              <kbd>{comboText(combo)}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </AppDialog>
  );
}
