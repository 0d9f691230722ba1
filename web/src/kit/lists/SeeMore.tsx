import { useKitT } from '../messages.ts';

interface SeeMoreProps {
  /** The result of `useReadPages`. */
  pages: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
}

/** The button below a list that is read page by page; nothing when all of it is shown. */
export function SeeMore({ pages: { hasNextPage, isFetchingNextPage, fetchNextPage } }: SeeMoreProps) {
  const t = useKitT();
  if (!hasNextPage) return null;
  return (
    <button
      type="button"
      className="button button--small"
      disabled={isFetchingNextPage}
      onClick={() => void fetchNextPage()}
    >
      {t('kit.seeMore')}
    </button>
  );
}
