import { ListScreen } from '../../resource/ListScreen';
import { standardQuoteScreen } from './parts/standardQuoteScreen';

/** List of rate cards: the charges by lane. */
export default function StandardQuoteList() {
  return <ListScreen screen={standardQuoteScreen} />;
}
