import { type HistoryEntity, type HistoryEventView, hiddenName } from '@fournil/contract/history/historyEvent';
import { historyFieldWords } from '@fournil/contract/history/historyFieldWords';
import { reasonOf, sentenceOf } from '@fournil/contract/history/historyWords';
import { say } from '@fournil/contract/kit/words';
import { resources } from '@fournil/contract/resources';
import { Link } from 'react-router-dom';
import { useKitT } from '../messages.ts';
import { useLanguage } from '../useT.ts';
import './history.css';

/** The address of a record's page; null for kinds that have none. */
export function addressOf(entity: HistoryEntity, id: string): string | null {
  if (entity === 'rollout') return `/rollouts/${id}`;
  if (entity === 'softwareUpdate') return `/software-updates/${id}`;
  return 'opened' in resources[entity] ? `/${resources[entity].path}/${id}/show` : null;
}

const withHiddenWord = ['machine', 'program', 'menu', 'structure', 'tag', 'user'] as const;

function hasHiddenWord(entity: HistoryEntity | null): entity is (typeof withHiddenWord)[number] {
  return withHiddenWord.some((one) => one === entity);
}

interface EventSentenceProps {
  event: HistoryEventView;
  /** The record of this page: its own name is no link. */
  about?: string;
}

/**
 * "Claire Levain installed **Baguette** on **Four à sole 2**": the sentence of an event, with links to what still
 * exists.
 */
export function EventSentence({ event, about }: EventSentenceProps) {
  const t = useKitT();
  const language = useLanguage();
  const personName = usePersonName();
  const { actionner, fields, refusal } = event;
  const words = sentenceOf(event);
  const name =
    actionner.kind === 'operator' || actionner.kind === 'server'
      ? t(`kit.history.${actionner.kind}`)
      : personName(actionner.fullName);
  const actor = actionner.master ? t('kit.history.behind', { master: personName(actionner.master), name }) : name;
  const parts = (language === 'FR' ? elided(words.fr, event) : words.en).split(/(%\{\w+\})/);
  const named = fields
    .map((field) => (historyFieldWords[field] ? say(historyFieldWords[field], language) : field))
    .join(', ');
  const nameOf = (entity: HistoryEntity | null, text: string) => {
    if (text === hiddenName) return t(`kit.history.hidden.${hasHiddenWord(entity) ? entity : 'other'}`);
    return entity === 'user' ? personName(text) : text;
  };
  return (
    <span>
      {parts.map((part) => {
        if (part === '%{actor}') return actor;
        if (part === '%{reason}' && refusal) return say(reasonOf(refusal), language);
        if (part === '%{origin}')
          return (
            <Name
              key={part}
              entity={event.typeEntity}
              id={event.originId}
              name={nameOf(event.typeEntity, event.originName)}
              opens={event.originOpens && event.originId !== about}
            />
          );
        if (part === '%{target}')
          return (
            <Name
              key={part}
              entity={event.targetEntity}
              id={event.targetId}
              name={nameOf(event.targetEntity, event.targetName ?? '–')}
              opens={event.targetOpens && event.targetId !== about}
            />
          );
        return part;
      })}
      {named && <span className="soft"> ({named})</span>}
    </span>
  );
}

/** French: "d’une machine", since all words for what is hidden begin with a vowel. */
function elided(sentence: string, { originName, targetName }: HistoryEventView): string {
  const hidden = [originName === hiddenName && 'origin', targetName === hiddenName && 'target'];
  return hidden.reduce<string>((said, name) => (name ? said.replace(`de %{${name}}`, `d’%{${name}}`) : said), sentence);
}

/** The name of a person who was removed from the history is a number (AUD-01). */
export function usePersonName(): (name: string) => string {
  const t = useKitT();
  return (name) => {
    const number = /^#(\d+)$/.exec(name)?.[1];
    return number === undefined ? name : t('kit.history.forgotten', { number });
  };
}

function Name({
  entity,
  id,
  name,
  opens,
}: {
  entity: HistoryEntity | null;
  id: string | null;
  name: string;
  opens: boolean;
}) {
  const address = opens && entity && id ? addressOf(entity, id) : null;
  return address ? (
    <Link className="history__name" to={address}>
      <bdi>{name}</bdi>
    </Link>
  ) : (
    <strong>
      <bdi>{name}</bdi>
    </strong>
  );
}
