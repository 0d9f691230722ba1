import { useKitT } from '../messages.ts';

interface SeeMoreProps {
  /** What `useReadPages` answers. */
  pages: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
}

/** Under a list that is read page by page; nothing when all of it is there. */
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
