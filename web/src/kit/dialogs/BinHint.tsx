import { recycleBinLimits } from '@fournil/contract/recycle-bin/recycleBin';
import { useKitT } from '../messages.ts';

/** AUD-03: said wherever something is about to be deleted that can be brought back. */
export function BinHint() {
  const t = useKitT();
  return <p className="soft">{t('kit.binHint', { days: recycleBinLimits.days })}</p>;
}
