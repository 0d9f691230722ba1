import type { BulkRefusal } from '@fournil/contract/bulk/bulk';
import { StateSign } from '../signs/StateSign.tsx';
import { useTypeset } from '../useT.ts';
import { useBulkT } from './messages.ts';
import '../dialogs/modal.css';

/** Rows that stay as they are, each with its reason. */
export function Refusals({ refusals, total }: { refusals: readonly BulkRefusal[]; total: number }) {
  const t = useBulkT();
  const typeset = useTypeset();
  const others = total - refusals.length;
  return (
    <ul className="outcomes refusals">
      {refusals.map(({ id, name, reason, partly }) => (
        <li key={id}>
          <StateSign sign={partly ? 'pending' : 'refused'} />
          <span>
            <strong>{name}</strong>
            <small>{partly ? `${t('bulk.preview.partly')} – ${typeset(reason)}` : typeset(reason)}</small>
          </span>
        </li>
      ))}
      {others > 0 && <li className="soft">{t('bulk.preview.others', { smart_count: others })}</li>}
    </ul>
  );
}
