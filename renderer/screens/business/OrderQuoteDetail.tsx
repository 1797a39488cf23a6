import './parts/business.css';
import { type OrderQuote, quoteResults } from '@contract/business/orderQuote';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { read } from '../../api/queries';
import { useSpeech } from '../../app/language';
import { OfferLinesTable, OfferTotals } from '../../kinds/offerLines';
import { idIn } from '../../kinds/recordId';
import { RecordLoader } from '../../resource/RecordLoader';
import { StateTag, toneOf } from '../../ui/StateTag';
import { listOf } from '../shared/business/documents';
import { DocumentScreen } from './parts/DocumentScreen';
import { orderQuoteScreen } from './parts/orderQuoteScreen';
import { QuoteResult } from './parts/QuoteResult';

/** Screen of one order quote: its lines, its margin, the customer's decision, and its approval. */
export default function OrderQuoteDetail() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const id = idIn(useParams().id);
  const parts = (quote: OrderQuote) => [
    {
      id: 'lines',
      title: t('business.groupCharges'),
      count: quote.lines.length,
      panel: (
        <div className="fc-offer">
          <OfferLinesTable lines={quote.lines} />
          <OfferTotals totals={quote.totals} />
        </div>
      ),
    },
  ];
  return (
    <RecordLoader
      query={id === null ? null : read('orderQuote', 'get', { params: { id } })}
      list={listOf.orderQuote}
      title={({ quoteNo }) => quoteNo}
    >
      {(quote) => (
        <DocumentScreen
          group="orderQuote"
          screen={orderQuoteScreen}
          row={quote}
          subtitle={`${quote.originCode} → ${quote.destinationCode}`}
          badges={
            quote.approvedAt !== null && (
              <StateTag tone={toneOf(quoteResults, quote.result)}>
                {speech.state('quoteResult', quote.result)}
              </StateTag>
            )
          }
          actions={<QuoteResult quote={quote} />}
          derived={{
            title: t('common.result'),
            fields: ['result', 'lostReason', 'totals', 'margin', 'marginPercent', 'chargeableWeight'],
          }}
          after={parts(quote)}
        />
      )}
    </RecordLoader>
  );
}
