import { say } from '@fournil/contract/kit/words';
import { type WebhookType, webhookTypes, webhookTypeWords } from '@fournil/contract/webhooks/webhookEvents';
import { useLanguage } from '../kit/useT.ts';
import { useT } from './messages.ts';

type SubjectOf<Type> = Type extends `${infer Subject}.${string}` ? Subject : never;
const groupOf = (type: WebhookType) => type.split('.')[0] as SubjectOf<WebhookType>;
const groups = [...new Set(webhookTypes.map(groupOf))];

interface EventChoiceProps {
  events: readonly WebhookType[];
  onChange: (events: readonly WebhookType[]) => void;
}

/** The events of an endpoint, by their subject. */
export function EventChoice({ events, onChange }: EventChoiceProps) {
  const t = useT();
  const language = useLanguage();
  const toggle = (type: WebhookType) =>
    onChange(webhookTypes.filter((one) => (one === type ? !events.includes(one) : events.includes(one))));
  return (
    <>
      <p className="webhook-tools">
        <button type="button" className="button button--small" onClick={() => onChange(webhookTypes)}>
          {t('webhooks.every')}
        </button>
        <button type="button" className="button button--small" onClick={() => onChange([])}>
          {t('webhooks.none')}
        </button>
      </p>
      <div className="webhook-events">
        {groups.map((group) => (
          <fieldset key={group}>
            <legend>{t(`webhooks.groups.${group}`)}</legend>
            {webhookTypes
              .filter((type) => groupOf(type) === group)
              .map((type) => (
                <label key={type}>
                  <input
                    type="checkbox"
                    className="checkbox"
                    checked={events.includes(type)}
                    onChange={() => toggle(type)}
                  />
                  <span>
                    {say(webhookTypeWords[type], language)} <code className="soft">{type}</code>
                  </span>
                </label>
              ))}
          </fieldset>
        ))}
      </div>
    </>
  );
}
