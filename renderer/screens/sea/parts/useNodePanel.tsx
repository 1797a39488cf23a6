import { date, dateTime, note } from '@contract/fields';
import { isDayNode, type SeaNodeName } from '@contract/rules/seaNodes';
import type { SeaNode } from '@contract/sea/seaNode';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import { client } from '../../../api/client';
import { useSpeech } from '../../../app/language';
import { recordValues } from '../../../resource/recordValues';
import { notify } from '../../../ui/toaster';
import { type ActionForm, ActionPanel, actionForm } from '../../shared/customs/ActionPanel';

/** Returns the form schema of a node: a day for the last free day, an instant for all others. */
const entryOf = (node: SeaNodeName) =>
  isDayNode(node)
    ? z.strictObject({ day: date().nullable(), remark: note(500).nullable() })
    : z.strictObject({
        actualAt: dateTime().nullable(),
        plannedAt: dateTime().nullable(),
        remark: note(500).nullable(),
      });

/** Side panel with the form of one node. */
export function useNodePanel() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [form, setForm] = useState<ActionForm | null>(null);
  const open = (node: SeaNode & { readonly lastFreeDay?: string | null }) => {
    const schema = entryOf(node.node);
    const fields = Object.keys(schema.shape);
    const known: Readonly<Record<string, unknown>> = { ...node, day: node.lastFreeDay ?? null };
    setForm({
      title: t('sea.setNodeOf', { node: speech.choice('seaNode', node.node) }),
      groups: [{ title: t('sea.groupDates'), fields }],
      initial: recordValues(known, fields),
      resource: 'seaNode',
      draft: `seaNode/${node.id}`,
      ...actionForm(schema, async (values) => {
        const { warnings } = await client.seaNode.set({ params: { id: node.id }, body: values });
        for (const { msg } of warnings) notify({ text: msg, intent: 'warning' });
      }),
    });
  };
  return { open, panel: <ActionPanel form={form} onClose={() => setForm(null)} /> };
}
