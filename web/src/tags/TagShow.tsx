import type { TagDetail } from '@fournil/contract/tags/tag';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { When } from '../kit/format/When.tsx';
import { HistoryPart } from '../kit/history/RecordHistory.tsx';
import { useKitT } from '../kit/messages.ts';
import { RecordPage } from '../kit/pages/RecordPage.tsx';
import { AssignedUsers } from '../kit/people/AssignedUsers.tsx';
import { May } from '../kit/session/May.tsx';
import { useMay } from '../kit/session/profile.ts';
import { Icon } from '../kit/signs/Icon.tsx';
import { DeleteTags } from './DeleteTags.tsx';
import { useT } from './messages.ts';
import { ProgramsPart } from './ProgramsPart.tsx';
import { useTagChange } from './useTagChange.ts';
import './tags.css';

/** TAG-01 */
export function TagShow() {
  return (
    <RecordPage<TagDetail> of="tag" act="tags.show" titleOf={({ name }) => name} skeleton={<ShowSkeleton />}>
      {(tag) => <Tag tag={tag} />}
    </RecordPage>
  );
}

function Tag({ tag }: { tag: TagDetail }) {
  const t = useT();
  return (
    <div className="page tag-page">
      <header className="tag-page__head">
        <div className="tag-page__title">
          <p>
            <Link to="/tags">{t('tags.title')}</Link>
          </p>
          <h1>{tag.name}</h1>
          <p>{tag.description ?? <span className="soft">{t('tags.show.noDescription')}</span>}</p>
          <p className="soft">
            {t('tags.createdAt')} <When at={tag.createdAt} />
          </p>
        </div>
        <Actions tag={tag} />
      </header>
      <div className="tag-page__columns">
        <May act="programs.list">
          <ProgramsPart tag={tag} />
        </May>
        <div className="tag-page__side">
          <Related tag={tag} />
          <HistoryPart of="tag" id={tag.id} />
        </div>
      </div>
    </div>
  );
}

function Actions({ tag }: { tag: TagDetail }) {
  const kitT = useKitT();
  const may = useMay();
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  return (
    <div className="tag-page__actions">
      {may('tags.edit') && (
        <Link className="button" to={`/tags/${tag.id}`}>
          <Icon name="edit" size={16} />
          {kitT('kit.edit')}
        </Link>
      )}
      {may('tags.delete') && (
        <button type="button" className="button button--danger" onClick={() => setDeleting(true)}>
          <Icon name="trash" size={16} />
          {kitT('kit.delete')}
        </button>
      )}
      {isDeleting && (
        <DeleteTags
          tags={[tag]}
          onClose={() => setDeleting(false)}
          onDeleted={(left) => {
            if (left.length === 0) navigate('/tags', { replace: true });
          }}
        />
      )}
    </div>
  );
}

/** The users assigned to the tag; shown to readers who may change them. */
function Related({ tag }: { tag: TagDetail }) {
  const t = useT();
  const { change, isPending } = useTagChange();
  if (!tag.relatedUsers) return null;
  const now = tag.relatedUsers.map(({ id }) => id);
  return (
    <AssignedUsers
      title={t('tags.show.users')}
      none={t('tags.show.noUsers')}
      people={tag.relatedUsers}
      path="/tags/people"
      isPending={isPending}
      onChange={({ add, remove }) =>
        change({
          path: `/tags/${tag.id}`,
          body: { relatedUsers: [...now.filter((id) => !remove.includes(id)), ...add] },
          version: tag.version,
        })
      }
    />
  );
}

function ShowSkeleton() {
  return (
    <div className="page tag-page" aria-busy="true">
      <span className="skeleton" style={{ width: 220, height: 24 }} />
      <span className="skeleton" style={{ width: 380 }} />
      <span className="skeleton" style={{ width: '100%', height: 200 }} />
    </div>
  );
}
