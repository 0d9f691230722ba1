import { countedItems } from '@fournil/contract/kit/hydra';
import { useListContext } from 'ra-core';
import { useKitT } from '../messages.ts';
import { Icon } from '../signs/Icon.tsx';
import './lists.css';

/** The pager of a list; an unlimited one is counted up to `countedItems` only. */
export function Pager({ isUnlimited = false }: { isUnlimited?: boolean | undefined }) {
  const { page, perPage, total, setPage, isFetching } = useListContext();
  if (!total) return null;
  const hasMore = isUnlimited && total > countedItems;
  return <Pages page={page} perPage={perPage} total={total} isFetching={isFetching} hasMore={hasMore} onGo={setPage} />;
}

interface PagesProps {
  page: number;
  perPage: number;
  total: number;
  isFetching?: boolean;
  /** For unlimited lists, which are counted up to `countedItems` only. */
  hasMore?: boolean;
  onGo: (page: number) => void;
}

/** "1–30 of 42", with buttons for the previous and the next page. */
export function Pages({ page, perPage, total, isFetching = false, hasMore = false, onGo }: PagesProps) {
  const t = useKitT();
  const from = (page - 1) * perPage + 1;
  const to = Math.min(total, page * perPage);
  return (
    <div className="pager" aria-busy={isFetching}>
      <span className="pager__range">
        {hasMore
          ? t('kit.pager.rangeOfMore', { from, to, total: countedItems })
          : t('kit.pager.range', { from, to, total })}
      </span>
      <Turn icon="left" label={t('kit.pager.previous')} isLast={page <= 1} onGo={() => onGo(page - 1)} />
      <Turn icon="right" label={t('kit.pager.next')} isLast={to >= total} onGo={() => onGo(page + 1)} />
    </div>
  );
}

interface TurnProps {
  icon: 'left' | 'right';
  label: string;
  /** There is no page in this direction. */
  isLast: boolean;
  onGo: () => void;
}

function Turn({ icon, label, isLast, onGo }: TurnProps) {
  return (
    <button
      type="button"
      className="icon-button icon-button--bare"
      // A disabled button would lose the focus at the last page.
      aria-disabled={isLast}
      aria-label={label}
      onClick={() => !isLast && onGo()}
    >
      <Icon name={icon} size={16} />
    </button>
  );
}
