import { PlainList } from '../PlainList';
import { forecastScreen } from './parts/forecastScreen';

/** What customers expect to send, before there are bills. */
export default function ForecastList() {
  return <PlainList screen={forecastScreen} />;
}
