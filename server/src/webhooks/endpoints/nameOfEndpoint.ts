import type { Selectable } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';

/** In histories and mails: without the path of its address, which may be secret. */
export function nameOfEndpoint({
  url,
  description,
}: Pick<Selectable<Tables['webhooks']>, 'url' | 'description'>): string {
  const { host } = new URL(url);
  return description === null ? host : `${description} (${host})`;
}
