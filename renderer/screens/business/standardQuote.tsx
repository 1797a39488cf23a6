import { ListScreen } from '../../resource/ListScreen';
import { standardQuoteScreen } from './parts/standardQuoteScreen';

/** Rate cards: what is charged on which lanes. */
export default function StandardQuoteList() {
  return <ListScreen screen={standardQuoteScreen} />;
}
