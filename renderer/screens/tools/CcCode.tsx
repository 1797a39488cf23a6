import './parts/tools.css';
import { Tab } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { useKept } from '../../app/drafts';
import { panelOf } from '../../ui/panelOf';
import { Tabs } from '../../ui/Tabs';
import { ManyCodes } from './parts/ManyCodes';
import { OneCode } from './parts/OneCode';

/** Finds commodity codes by a product's name or a code's first digits: one while typing, or for a pasted column. */
export default function CcCode() {
  const { t } = useTranslation();
  const [view, setView] = useKept<'one' | 'many'>('view', 'one');
  return (
    <section className="fc-cc">
      <Tabs id="cc-view" selectedTabId={view} onChange={(id) => setView(id === 'many' ? 'many' : 'one')}>
        <Tab id="one" title={t('tools.ccOne')} />
        <Tab id="many" title={t('tools.ccMany')} />
      </Tabs>
      <div {...panelOf('cc-view', view)}>{view === 'one' ? <OneCode /> : <ManyCodes />}</div>
    </section>
  );
}
