import { useListContext } from 'ra-core';
import { useKitT } from './messages.ts';
import { Icon } from './signs/Icon.tsx';
import './lists.css';

/** "1–30 of 42" and the two ways to go. */
export function Pager() {
  const t = useKitT();
  const { page, perPage, total, setPage, isFetching } = useListContext();
  if (!total) return null;
  const from = (page - 1) * perPage + 1;
  const to = Math.min(total, page * perPage);
  return (
    <div className="pager" aria-busy={isFetching}>
      <span className="pager__range">{t('kit.pager.range', { from, to, total })}</span>
      <button
        type="button"
        className="icon-button icon-button--bare"
        disabled={page <= 1}
        aria-label={t('kit.pager.previous')}
        onClick={() => setPage(page - 1)}
      >
        <Icon name="left" size={16} />
      </button>
      <button
        type="button"
        className="icon-button icon-button--bare"
        disabled={to >= total}
        aria-label={t('kit.pager.next')}
        onClick={() => setPage(page + 1)}
      >
        <Icon name="right" size={16} />
      </button>
    </div>
  );
}
