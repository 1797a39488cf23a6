import { Button, Callout } from '@blueprintjs/core';
import type { Bill } from '@contract/bill/bill';
import type { Problem } from '@contract/errors';
import { isTimeNode, type NodeName, timeNode } from '@contract/rules/timeNodes';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useSpeech } from '../../../app/language';
import { kindOf } from '../../../kinds';
import { FieldFrame } from '../../../kinds/FieldFrame';
import { billWords } from './billForm';
import { fieldsOf, metaOfField, type NodeInput, thisMinute } from './nodeEntry';

/** Fields of one node: its time with a "now" button, and its details. */
export function NodeFields(props: {
  readonly node: NodeName;
  readonly typed: NodeInput;
  /** Bill whose clocks and counts are used. */
  readonly bill: Partial<Bill>;
  readonly wrong: Readonly<Record<string, string>>;
  readonly disabled: boolean;
  readonly onChange: (field: string, value: unknown) => void;
}) {
  const { node, typed, bill, wrong, disabled, onChange } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const base = useId();
  const time = isTimeNode(node) ? timeNode(node).field : undefined;
  const now = () => {
    if (time) onChange(time, thisMinute());
  };
  return (
    <>
      {fieldsOf(node).map((field) => {
        const meta = metaOfField(field);
        const { Input } = kindOf(meta);
        const id = `${base}-${field}`;
        return (
          <FieldFrame
            key={field}
            id={id}
            kind={meta.kind}
            label={speech.label(field, billWords(bill.mode))}
            wrong={wrong[field]}
          >
            <div className="fc-node-input">
              <Input
                id={id}
                name={field}
                meta={meta}
                value={typed[field] ?? null}
                onChange={(value) => onChange(field, value)}
                onBlur={() => undefined}
                invalid={!!wrong[field]}
                disabled={disabled}
                required
                row={{ ...bill, ...typed }}
              />
              {field === time && (
                <Button disabled={disabled} onClick={now}>
                  {t('bill.nodeNow')}
                </Button>
              )}
            </div>
          </FieldFrame>
        );
      })}
    </>
  );
}

/** Warnings about an entry that would be accepted. */
export function NodeWarnings({ warnings }: { warnings: readonly Problem[] }) {
  const speech = useSpeech();
  if (warnings.length === 0) return null;
  return (
    <Callout compact intent="warning" className="fc-node-odd">
      <ul>
        {warnings.map((found) => (
          <li key={found.code}>{speech.message(found)}</li>
        ))}
      </ul>
    </Callout>
  );
}
