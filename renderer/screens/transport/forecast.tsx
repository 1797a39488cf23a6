import { PlainList } from '../PlainList';
import { forecastScreen } from './parts/forecastScreen';

/** List of customers' forecasts, before there are bills. */
export default function ForecastList() {
  return <PlainList screen={forecastScreen} />;
}
