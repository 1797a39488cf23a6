import { ClientLogList } from './parts/ClientLogList';

export default function ClientLog() {
  return <ClientLogList />;
}
