import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppDialog } from '../ui/AppDialog';
import { activeShortcuts, comboText } from '../ui/shortcuts';

/** Every key that does something on the screen in front. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  // Keys at the moment the sheet opened: it covers them itself.
  const [shortcuts] = useState(activeShortcuts);
  const seen = new Map(shortcuts.map((shortcut) => [shortcut.combo, shortcut.label]));
  return (
    <AppDialog
      title={t('app.shortcuts')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      {/* In the order of Tab: a long sheet is scrolled by the arrow keys. */}
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
