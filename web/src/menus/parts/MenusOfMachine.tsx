import { dateOf } from '@fournil/contract/kit/zones';
import type { MachineView } from '@fournil/contract/machines/machine';
import type { FollowedMenuView } from '@fournil/contract/menus/menu';
import { spansOf } from '@fournil/contract/menus/season';
import { Link } from 'react-router-dom';
import { readingItems, useRead } from '../../data/index.ts';
import { useDates } from '../../kit/format/dates.ts';
import { useNow } from '../../kit/format/useNow.ts';
import { useMay } from '../../kit/session/profile.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useT } from '../messages.ts';
import { useAdditionsText } from './additionsText.ts';
import { dayText, useSeasonText } from './seasonText.ts';
import './menusOfMachine.css';

const mostMenus = 100;

/** MNU-01: the menus that a machine follows and why, those whose season is to come, and what cannot be on it. */
export function MenusOfMachine({ machine }: { machine: MachineView }) {
  const t = useT();
  const { data } = useRead(
    readingItems<FollowedMenuView>({
      about: 'menus',
      path: `/machines/${machine.id}/menus`,
      query: { page: 1, itemsPerPage: mostMenus },
    }),
  );
  if (!data || data.length === 0) return null;
  return (
    <section className="oven-menus" aria-label={t('menus.machine.title')}>
      <ul>
        {data.map((followed) => (
          <Followed key={followed.menu.id} followed={followed} machine={machine} />
        ))}
      </ul>
    </section>
  );
}

function Followed({ followed, machine }: { followed: FollowedMenuView; machine: MachineView }) {
  const t = useT();
  const may = useMay();
  const nameOf = useMissingName();
  const additionsText = useAdditionsText();
  const { menu, place, missing } = followed;
  const why =
    place.kind === 'machine'
      ? t('menus.machine.givenHere')
      : t('menus.machine.givenTo', { place: place.name ?? t('menus.machine.above') });
  return (
    <li data-coming={!followed.isOn || undefined}>
      <Icon name="menus" size={16} />
      <span>
        {menu.name !== null && may('menus.list') ? (
          <Link to={`/menus/${menu.id}/show`}>{menu.name}</Link>
        ) : (
          <strong>{menu.name ?? t('menus.machine.hidden')}</strong>
        )}{' '}
        <span className="soft">
          {why}, <When followed={followed} machine={machine} />
          {menu.season === null && menu.additions !== null && `. ${additionsText(menu.additions)}`}
        </span>
        {missing.length > 0 && (
          <small className="oven-menus__missing">
            {t('menus.machine.missing')} {missing.map(nameOf).join(', ')}
          </small>
        )}
      </span>
    </li>
  );
}

/** Within a sentence. */
const uncapitalised = (text: string) => text.charAt(0).toLocaleLowerCase() + text.slice(1);

/** The season, or the day from which one applies that is still to come. */
function When({ followed: { menu, isOn }, machine }: { followed: FollowedMenuView; machine: MachineView }) {
  const t = useT();
  const seasonText = useSeasonText();
  const { language } = useDates();
  const now = useNow(60_000);
  if (isOn || !menu.season) return uncapitalised(seasonText(menu.season));
  const today = dateOf(now, machine.timezone ?? 'UTC');
  const [next] = spansOf(menu.season, today, `${Number(today.slice(0, 4)) + 2}-12-31`);
  if (!next) return uncapitalised(seasonText(menu.season));
  return (
    <strong className="oven-menus__coming">
      {t('menus.machine.from', { date: dayText(next.from, language, next.from.slice(0, 4) !== today.slice(0, 4)) })}
    </strong>
  );
}

function useMissingName() {
  const t = useT();
  return ({ name, reason }: FollowedMenuView['missing'][number]) =>
    t('menus.machine.missingOne', {
      name: name ?? t(reason === 'deleted' ? 'menus.program.deletedName' : 'menus.program.restricted'),
      reason: t(`menus.reasons.${reason}`),
    });
}
