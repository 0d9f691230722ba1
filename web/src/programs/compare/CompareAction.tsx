import { useNotify } from 'ra-core';
import { useNavigate } from 'react-router-dom';
import { useT } from '../messages.ts';
import { compareAddress } from '../revisions/addresses.ts';

/** Compares exactly two programs; with another number it is refused with the reason. */
export function CompareAction({ count, ids }: { count: number; ids: readonly string[] }) {
  const t = useT();
  const notify = useNotify();
  const navigate = useNavigate();
  const [left, right] = ids;
  const isPair = count === 2 && left !== undefined && right !== undefined;
  return (
    <button
      type="button"
      aria-disabled={!isPair}
      title={isPair ? undefined : t('resources.programs.compare.two')}
      onClick={() => {
        if (isPair) navigate(compareAddress({ id: left, revision: null }, { id: right, revision: null }));
        else notify(t('resources.programs.compare.two'), { type: 'warning' });
      }}
    >
      {t('resources.programs.compare.action')}
    </button>
  );
}
