import type { HistoryEntity, HistoryEventView } from '@fournil/contract/history/historyEvent';
import { historyFieldWords, historyWords } from '@fournil/contract/history/historyWords';
import { say } from '@fournil/contract/kit/words';
import { Link } from 'react-router-dom';
import { useKitT } from './messages.ts';
import { useLanguage } from './useT.ts';

/** Things that have a page. */
const pages: Partial<Record<HistoryEntity, string>> = { machine: 'machines', program: 'programs', structure: 'structures', tag: 'tags' };

interface EventSentenceProps {
  event: HistoryEventView;
  /** The thing whose page this is: its own name is no link. */
  about?: string;
}

/** "Claire Levain installed **Baguette** on **Four à sole 2**": the sentence of an event, with links to what still exists. */
export function EventSentence({ event, about }: EventSentenceProps) {
  const t = useKitT();
  const language = useLanguage();
  const { actionner, fields } = event;
  const words = historyWords[event.typeEvent];
  const actor = actionner.master ? t('kit.history.behind', { master: actionner.master, name: actionner.fullName }) : actionner.fullName;
  const parts = (language === 'FR' ? words.fr : words.en).split(/(%\{\w+\})/);
  const named = fields.map((field) => (historyFieldWords[field] ? say(historyFieldWords[field], language) : field)).join(', ');
  return (
    <span>
      {parts.map((part) => {
        if (part === '%{actor}') return actor;
        if (part === '%{origin}')
          return (
            <Name
              key={part}
              entity={event.typeEntity}
              id={event.originId}
              name={event.originName}
              opens={event.originOpens && event.originId !== about}
            />
          );
        if (part === '%{target}')
          return (
            <Name
              key={part}
              entity={event.targetEntity}
              id={event.targetId}
              name={event.targetName ?? '–'}
              opens={event.targetOpens && event.targetId !== about}
            />
          );
        return part;
      })}
      {named && <span className="soft"> ({named})</span>}
    </span>
  );
}

function Name({ entity, id, name, opens }: { entity: HistoryEntity | null; id: string | null; name: string; opens: boolean }) {
  const page = entity && pages[entity];
  return opens && page && id ? (
    <Link className="history__name" to={`/${page}/${id}/show`}>
      <bdi>{name}</bdi>
    </Link>
  ) : (
    <strong>
      <bdi>{name}</bdi>
    </strong>
  );
}
