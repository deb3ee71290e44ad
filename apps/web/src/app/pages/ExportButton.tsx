/** Saves all rows of a kind of records that the filters select, whatever the page. */
import { Button, type SavedFile } from '@glasshouse/ui';
import { Download } from 'lucide-react';
import { download } from '#data/download.ts';
import { useTranslation } from '#shared/i18n.ts';
import type { FilterInput } from './record-filters.ts';
import type { RecordTab } from './record-tabs.tsx';
import { useProduct } from './selected-product.ts';
import { useSavedFile } from './useSavedFile.ts';

const FILES: Readonly<Record<Exclude<RecordTab, 'products'>, (input: FilterInput) => Promise<SavedFile>>> = {
  all: (input) => download('wallet/export-ledger', ofCoin(input)),
  orders: (input) => download('spot/export-orders', { ...ofDeal(input), status: input.status }),
  fills: (input) => download('spot/export-fills', ofDeal(input)),
  contracts: (input) => download('seconds-contract/export-record', ofPair(input)),
  deposits: (input) => download('funding/export-deposits', ofCoin(input)),
  withdrawals: (input) => download('funding/export-withdrawals', ofCoin(input)),
  transfers: (input) => download('wallet/export-transfers', ofCoin(input)),
  exchanges: ({ id, range }) => download('flash-exchange/export-exchanges', { id, ...range }),
  fees: (input) => download('wallet/export-ledger', { ...ofCoin(input), group: 'fees' }),
  commissions: (input) => download('wallet/export-ledger', { ...ofCoin(input), group: 'commissions' }),
};

const ofCoin = ({ currency, id, range }: FilterInput) => ({ currency, id, ...range });
const ofPair = ({ pair, id, range }: FilterInput) => ({ ...pair, id, ...range });
const ofDeal = (input: FilterInput) => ({ ...ofPair(input), side: input.side });

export function ExportButton({ tab, input }: { readonly tab: RecordTab; readonly input: FilterInput }) {
  const { t } = useTranslation();
  const [product] = useProduct();
  const file = useSavedFile(() =>
    tab === 'products' ? product.save({ id: input.id, ...input.range }) : FILES[tab](input),
  );
  return (
    <Button size="sm" busy={file.isPending} onClick={() => file.save()}>
      <Download aria-hidden size={14} />
      {t('records.csv')}
    </Button>
  );
}
