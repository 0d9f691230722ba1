import { recycleBinLimits } from '@fournil/contract/recycle-bin/recycleBin';
import { useKitT } from '../messages.ts';

/** AUD-03: shown before every deletion that can be undone from the recycle bin. */
export function BinHint() {
  const t = useKitT();
  return <p className="soft">{t('kit.binHint', { days: recycleBinLimits.days })}</p>;
}
