import { operateLogRow } from '@contract/access/operateLog';
import { useSpeech } from '../../app/language';
import { LogList } from '../shared/config/LogList';

const FILTERS = ['operatorId', 'module', 'action', 'at', 'objectType', 'objectNo', 'result'] as const;

/** Operation log: user, action, time and origin, with old and new value of each field. */
export default function OperateLog() {
  const { words } = useSpeech();
  return (
    <LogList
      group="operateLog"
      schema={operateLogRow}
      filters={FILTERS}
      name={words.menu['config.operateLog']}
    />
  );
}
