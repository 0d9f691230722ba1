import { type ProgramView, programLimits } from '@fournil/contract/programs/program';
import type { TagDetail } from '@fournil/contract/tags/tag';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { PickDialog } from '../kit/choices/PickDialog.tsx';
import { listLink } from '../kit/lists/listLink.ts';
import { useKitT } from '../kit/messages.ts';
import { useMay } from '../kit/session/profile.ts';
import { Icon } from '../kit/signs/Icon.tsx';
import { StateSign } from '../kit/signs/StateSign.tsx';
import { useNotifyUndoable } from '../kit/useNotifyUndoable.ts';
import { useT } from './messages.ts';
import { useTagChange } from './useTagChange.ts';

const shown = 50;

/** The programs that have the tag. */
export function ProgramsPart({ tag }: { tag: TagDetail }) {
  const t = useT();
  const kitT = useKitT();
  const may = useMay();
  const notify = useNotify();
  const notifyUndoable = useNotifyUndoable();
  const [isAdding, setAdding] = useState(false);
  const { change, isPending } = useTagChange();
  const path = `/tags/${tag.id}/programs`;
  const add = async (ids: string[]) => {
    await change({ path, body: { add: ids } });
    setAdding(false);
    notify(t('tags.show.added', { smart_count: ids.length }), { type: 'success' });
  };
  const remove = async (id: string, name: string) => {
    await change({ path, body: { remove: [id] } });
    notifyUndoable(t('tags.show.removed', { name }), () => change({ path, body: { add: [id] } }));
  };
  return (
    <section className="part">
      <div className="part__head">
        <h2>
          {t('tags.programs')} <small>{tag.programCount}</small>
        </h2>
        {may('tags.assign') && (
          <button
            type="button"
            className="button button--plain"
            aria-label={t('tags.show.addPrograms')}
            onClick={() => setAdding(true)}
          >
            <Icon name="plus" size={16} />
            {kitT('kit.add')}
          </button>
        )}
      </div>
      {tag.programs.length === 0 && <p className="soft part__none">{t('tags.show.noPrograms')}</p>}
      <ul className="part__list">
        {tag.programs.slice(0, shown).map(({ id, name, approved }) => (
          <li key={id}>
            <StateSign sign={approved ? 'approved' : 'unapproved'} />
            <Link
              className={`part__name ${approved ? 'name--approved' : 'name--unapproved'}`}
              to={`/programs/${id}/show`}
            >
              {name}
            </Link>
            {may('tags.assign') && (
              <button
                type="button"
                className="icon-button icon-button--bare"
                disabled={isPending}
                aria-label={t('tags.show.removeProgram', { name })}
                onClick={() => void remove(id, name).catch(() => undefined)}
              >
                <Icon name="close" size={16} />
              </button>
            )}
          </li>
        ))}
      </ul>
      {(tag.programCount ?? 0) > shown && (
        <p className="part__more">
          <Link className="link" to={listLink('programs', { tags: tag.id })}>
            {t('tags.show.moreOfThem', { count: tag.programCount ?? 0 })}
          </Link>
        </p>
      )}
      {isAdding && (
        <ProgramPicker
          tag={tag}
          isPending={isPending}
          onChosen={(ids) => void add(ids).catch(() => undefined)}
          onClose={() => setAdding(false)}
        />
      )}
    </section>
  );
}

interface ProgramPickerProps {
  tag: TagDetail;
  isPending: boolean;
  onChosen: (ids: string[]) => void;
  onClose: () => void;
}

/** TAG-02: chooses programs without the tag; those with five tags cannot be chosen. */
function ProgramPicker({ tag, ...props }: ProgramPickerProps) {
  const t = useT();
  return (
    <PickDialog<ProgramView>
      {...props}
      title={t('tags.show.addPrograms')}
      submit={(count) => t('tags.show.addCount', { smart_count: count })}
      about="programs"
      path="/programs"
      query={{ 'order[name]': 'asc' }}
      without={{ count: tag.programs.length, has: ({ tags }) => tags.some(({ id }) => id === tag.id) }}
      lineOf={({ name, approved, tags }) => {
        const isOff = tags.length >= programLimits.tags;
        return {
          sign: <StateSign sign={approved ? 'approved' : 'unapproved'} />,
          name,
          note: isOff ? t('tags.show.full', { max: programLimits.tags }) : tags.map((one) => one.name).join(', '),
          isOff,
        };
      }}
      words={{
        search: t('tags.show.searchPrograms'),
        choose: t('tags.show.choosePrograms'),
        none: () => t('tags.show.noneFound'),
      }}
    />
  );
}
