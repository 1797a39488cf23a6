import type { StandardQuote } from '@contract/business/standardQuote';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { read } from '../../api/queries';
import { useSpeech } from '../../app/language';
import { LinesTable } from '../../kinds/lines';
import { idIn } from '../../kinds/recordId';
import { RecordLoader } from '../../resource/RecordLoader';
import { listOf } from '../shared/business/documents';
import { DocumentScreen } from './parts/DocumentScreen';
import { standardQuoteScreen } from './parts/standardQuoteScreen';

/** Screen of one rate card: its prices, its changes from the previous version, and its approval. */
export default function StandardQuoteDetail() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const id = idIn(useParams().id);
  const parts = (quote: StandardQuote) => [
    {
      id: 'lines',
      title: t('business.groupLines'),
      count: quote.lines.length,
      panel: <LinesTable value={quote.lines} currency={quote.currency} />,
    },
  ];
  return (
    <RecordLoader
      query={id === null ? null : read('standardQuote', 'get', { params: { id } })}
      list={listOf.standardQuote}
      title={({ quoteNo }) => quoteNo}
    >
      {(quote) => (
        <DocumentScreen
          group="standardQuote"
          screen={standardQuoteScreen}
          row={quote}
          subtitle={speech.name(quote)}
          after={parts(quote)}
        />
      )}
    </RecordLoader>
  );
}
