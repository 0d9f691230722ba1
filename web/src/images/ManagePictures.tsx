import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Picture } from '../kit/images/Picture.tsx';
import { SearchField } from '../kit/lists/SearchField.tsx';
import { useKitT } from '../kit/messages.ts';
import { Icon } from '../kit/signs/Icon.tsx';
import { DeletePicture } from './DeletePicture.tsx';
import { EditProgramImage } from './EditProgramImage.tsx';
import { type Library, type LibraryEntry, pageOf } from './library.ts';
import { useT } from './messages.ts';
import { useLibrary } from './useLibrary.ts';
import { useUses } from './useUses.ts';
import '../kit/lists/lists.css';
import { EmptyState } from '../kit/pages/EmptyState.tsx';
import { FailureNotice } from '../kit/pages/FailureNotice.tsx';

const pictureSize = 160;

/** The pictures of a library with what uses them. */
export function ManagePictures({ library }: { library: Library }) {
  const t = useT();
  const kitT = useKitT();
  const [q, setQ] = useState('');
  const { data, error, refetch } = useLibrary(library, q);
  if (error)
    return <FailureNotice title={t('images.failed')} action={kitT('kit.retry')} onAct={() => void refetch()} />;
  return (
    <>
      <SearchField className="images__search" label={t('images.search')} value={q} onSearch={setQ} />
      {data?.total === 0 ? (
        <Empty library={library} isSearch={q !== ''} onShowAll={() => setQ('')} />
      ) : (
        <ul className="images" aria-busy={!data}>
          {data
            ? data.entries.map((entry) => <Entry key={entry.key} library={library} entry={entry} />)
            : ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
                <li key={key}>
                  <span className="skeleton images__skeleton" />
                </li>
              ))}
        </ul>
      )}
    </>
  );
}

function Entry({ library, entry }: { library: Library; entry: LibraryEntry }) {
  const t = useT();
  const usesText = useUses(library);
  const [doing, setDoing] = useState<'editing' | 'deleting' | null>(null);
  const close = () => setDoing(null);
  return (
    <li>
      <Picture imageUrl={entry.imageUrl} size={pictureSize} className="picture images__picture" />
      <strong className="images__name">{entry.name}</strong>
      {entry.description && <span className="soft">{entry.description}</span>}
      <small className="soft">{usesText(entry)}</small>
      <span className="images__tools">
        {library === 'machines' ? (
          <Link
            className="button button--small"
            to={`${pageOf(library)}/${encodeURIComponent(entry.key)}`}
            aria-label={t('images.edit', { name: entry.name })}
          >
            <Icon name="edit" size={16} />
          </Link>
        ) : (
          <button
            type="button"
            className="button button--small"
            aria-label={t('images.edit', { name: entry.name })}
            onClick={() => setDoing('editing')}
          >
            <Icon name="edit" size={16} />
          </button>
        )}
        <button
          type="button"
          className="button button--small"
          aria-label={t('images.deleteNamed', { name: entry.name })}
          onClick={() => setDoing('deleting')}
        >
          <Icon name="trash" size={16} />
        </button>
      </span>
      {doing === 'editing' && <EditProgramImage entry={entry} onClose={close} />}
      {doing === 'deleting' && <DeletePicture library={library} entry={entry} onClose={close} />}
    </li>
  );
}

function Empty({ library, isSearch, onShowAll }: { library: Library; isSearch: boolean; onShowAll: () => void }) {
  const t = useT();
  return (
    <EmptyState
      sign={<Icon name="images" size={40} />}
      title={t(isSearch ? 'images.notFound' : `images.${library}.empty`)}
      body={!isSearch && t(`images.${library}.emptyBody`)}
    >
      {isSearch ? (
        <button type="button" className="button" onClick={onShowAll}>
          {t('images.showAll')}
        </button>
      ) : (
        <Link className="button" to={`${pageOf(library)}/add`}>
          <Icon name="plus" />
          {t('images.tabs.add')}
        </Link>
      )}
    </EmptyState>
  );
}
