import type { AirTransport } from '@contract/scheduling/airTransport';
import type { LinkedBill } from '@contract/scheduling/parts';
import type { SeaTransport } from '@contract/scheduling/seaTransport';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { invalidate, queryClient, read } from '../../../api/queries';
import { notify } from '../../../ui/toaster';
import { AddBills } from '../../shared/transport/AddBills';
import { LinkedBills } from '../../shared/transport/LinkedBills';
import { Landed } from './Landed';

type BillChoice = Parameters<ComponentProps<typeof AddBills>['onLink']>[0];

/** Texts for no linked bill, and for no bill to link. */
const NONE = {
  airTransport: ['transport.noBillsFlight', 'transport.noneFlight'],
  seaTransport: ['transport.noBillsVoyage', 'transport.noneVoyage'],
} as const;

/** Bills of a flight or a voyage, and the dialog that links more of them. */
export function LineBills(props: {
  readonly group: keyof typeof NONE;
  readonly line: AirTransport | SeaTransport;
  readonly name: string;
  readonly bills: readonly LinkedBill[];
  readonly fields: readonly (keyof LinkedBill & string)[];
  readonly mayLink: boolean;
  readonly onLink: (
    chosen: BillChoice,
  ) => Promise<{ readonly linked: number; readonly warnings: readonly { readonly msg: string }[] }>;
  /** Free kilograms, if space is booked. */
  readonly free?: number;
  readonly head?: ReactNode;
}) {
  const { group, line, name, bills, fields, mayLink, onLink, free, head } = props;
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  const [noBills, noneToLink] = NONE[group];
  const params = { id: line.id };
  return (
    <>
      <Landed ata={line.ata} bills={bills} group={group} />
      <LinkedBills
        bills={bills}
        fields={fields}
        none={t(noBills)}
        head={head}
        onAdd={mayLink ? () => setAdding(true) : undefined}
        onUnlink={
          mayLink
            ? async (bill) => {
                await client[group].unlink({ params, query: { billIds: [bill.id] } });
                await invalidate(queryClient, group);
              }
            : undefined
        }
      />
      {adding && (
        <AddBills
          title={t('transport.addBillsTo', { no: name })}
          query={read(group, 'candidates', { params })}
          none={t(noneToLink)}
          {...(free === undefined ? {} : { free })}
          onClose={() => setAdding(false)}
          onLink={async (chosen) => {
            const { linked, warnings } = await onLink(chosen);
            for (const { msg } of warnings) notify({ text: msg, intent: 'warning' });
            notify({ text: t('transport.linked', { count: linked }), intent: 'success' });
            await invalidate(queryClient, group);
          }}
        />
      )}
    </>
  );
}
