import type { Right } from '@fournil/contract/rights/rights';
import type { RightsPreview } from '@fournil/contract/users/rights';
import type { UserDetail } from '@fournil/contract/users/user';
import { call, keepPreviousData, readingBy, useRead } from '../../data/index.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useNumber } from '../../kit/useT.ts';
import { useT } from '../messages.ts';

const entries = ['structures', 'tags', 'programs', 'machines'] as const;

/**
 * The menu that this person will have, with the number of records behind each entry, counted by the server with the
 * person's rights.
 */
export function RightsPreviewPart({ user, draft }: { user: UserDetail; draft: readonly Right[] }) {
  const t = useT();
  const number = useNumber();
  const { data, isFetching } = useRead(
    readingBy<RightsPreview>({
      about: ['users', user.id],
      by: ['rightsPreview', draft, user.structures.map(({ id }) => id)],
      ask: (signal) => call(`/users/${user.id}/rights/preview`, { method: 'POST', body: { rights: draft }, signal }),
      placeholderData: keepPreviousData,
    }),
  );
  return (
    <section className="rights__preview" aria-busy={!data}>
      <h2>{t('users.rights.preview', { name: user.fullName })}</h2>
      <ul data-pending={isFetching || undefined}>
        <li>
          <Icon name="home" size={20} />
          <span>{t('users.rights.home')}</span>
        </li>
        {entries.map((name) => {
          const sight = data?.[name];
          return (
            <li key={name} data-closed={(data && !sight) || undefined}>
              <Icon name={name} size={20} />
              <span>{t(`users.rights.areas.${areaOf[name]}`)}</span>
              <strong>
                {data &&
                  (sight
                    ? t('users.rights.sees', { seen: number(sight.seen), of: number(sight.of) })
                    : t('users.rights.notSeen'))}
              </strong>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const areaOf = { structures: 'STRUCTURE', tags: 'TAG', programs: 'PROGRAM', machines: 'MACHINE' } as const;
