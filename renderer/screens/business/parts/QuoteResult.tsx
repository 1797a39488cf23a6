import { Button, ButtonGroup, Menu, MenuItem } from '@blueprintjs/core';
import { CaretDown } from '@blueprintjs/icons';
import {
  type OrderQuote,
  orderQuote,
  orderQuoteRights,
  type QuoteResultAction,
  quoteResultMachine,
} from '@contract/business/orderQuote';
import { note } from '@contract/fields';
import { LANGUAGES, type Language } from '@contract/limits';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import { client } from '../../../api/client';
import { invalidate, queryClient, read } from '../../../api/queries';
import { useData } from '../../../api/unshownFailures';
import { useAllowed } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { useServed } from '../../../app/offered';
import { PdfPreview } from '../../../app/paper/PdfPreview';
import { StateActions } from '../../../resource/StateActions';
import { DropDown } from '../../../ui/DropDown';
import { useShortcuts } from '../../../ui/shortcuts';
import { notify, notifyFailed } from '../../../ui/toaster';
import { type ActionForm, ActionPanel, actionForm } from '../../shared/customs/ActionPanel';

const LOST = z.strictObject({ lostReason: note(500).min(1) });
const WON = z.strictObject({ billNo: orderQuote.row.shape.billNo });

/** Actions on an order quote besides its approval: printing the offer, and recording the customer's decision. */
export function QuoteResult({ quote }: { readonly quote: OrderQuote }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const { id, version, quoteNo } = quote;
  const [form, setForm] = useState<ActionForm | null>(null);
  const [shown, setShown] = useState<Language | null>(null);
  const mayEdit = useAllowed(orderQuoteRights.edit);
  const progress = useData({
    ...read('orderQuote', 'progress', { params: { id } }),
    enabled: useServed('orderQuote.progress'),
  });
  useShortcuts([{ combo: 'p', label: t('business.printOffer'), run: () => setShown(speech.language) }]);
  const openForm = <S extends z.ZodObject>(
    action: QuoteResultAction,
    schema: S,
    save: ActionForm<S>['save'],
  ) =>
    setForm({
      ...{ title: speech.action('quoteResult', action), resource: 'orderQuote' },
      ...actionForm(schema, save),
      groups: [{ title: quoteNo, fields: Object.keys(schema.shape) }],
      initial: Object.fromEntries(Object.keys(schema.shape).map((name) => [name, null])),
      draft: `orderQuote/${id}/${action}`,
    });
  const send = async (action: QuoteResultAction, call: () => Promise<unknown>) => {
    try {
      await call();
      const text = t('common.actionDone', { action: speech.action('quoteResult', action), no: quoteNo });
      notify({ text, intent: 'success' });
    } catch (error) {
      notifyFailed(error);
    }
    await invalidate(queryClient, 'orderQuote');
  };
  const act = (action: QuoteResultAction) => {
    const params = { id };
    if (action === 'lose')
      return openForm(action, LOST, (given) =>
        client.orderQuote.lost({ params, body: { ...given, version } }),
      );
    if (action === 'reopen')
      return void send(action, () => client.orderQuote.reopen({ params, body: { version } }));
    if (quote.billNo !== null)
      return void send(action, () => client.orderQuote.won({ params, body: { version } }));
    return openForm(action, WON, (given) => client.orderQuote.won({ params, body: { ...given, version } }));
  };
  const offered = quote.state === 'approved' || quote.state === 'expired';
  return (
    <>
      <ButtonGroup>
        <Button onClick={() => setShown(speech.language)}>{t('business.printOffer')}</Button>
        <DropDown
          placement="bottom-end"
          content={
            <Menu>
              {LANGUAGES.map((language) => (
                <MenuItem
                  key={language}
                  text={t(language === 'en' ? 'business.offerEn' : 'business.offerCn')}
                  onClick={() => setShown(language)}
                />
              ))}
            </Menu>
          }
        >
          <Button
            icon={<CaretDown />}
            aria-label={`${t('business.printOffer')}: ${t('business.offerEn')}, ${t('business.offerCn')}`}
          />
        </DropDown>
      </ButtonGroup>
      {offered && progress && (
        <StateActions
          machine={quoteResultMachine}
          // The API checks whether its bill exists.
          row={{ result: quote.result, state: quote.state, mine: progress.facts.mine, billed: false }}
          first={['win', 'lose']}
          all={['win', 'lose', 'reopen']}
          allows={(action) => mayEdit && (action === 'reopen') !== (quote.result === 'open')}
          onAct={act}
        />
      )}
      {shown && (
        <PdfPreview
          title={quoteNo}
          file={{
            call: 'orderQuote.pdf',
            input: { params: { id }, query: { language: shown } },
            name: `${quoteNo}.pdf`,
          }}
          onClose={() => setShown(null)}
        />
      )}
      <ActionPanel form={form} onClose={() => setForm(null)}>
        <p className="fc-asks">{t(form?.schema === WON ? 'business.winAsk' : 'business.loseAsk')}</p>
      </ActionPanel>
    </>
  );
}
