import { ListScreen } from '../../resource/ListScreen';
import { orderQuoteScreen } from './parts/orderQuoteScreen';

/** Quotes for one shipment of a customer. */
export default function OrderQuoteList() {
  return <ListScreen screen={orderQuoteScreen} />;
}
