import { Refusal } from '../kit/errors.ts';

/** R11: the disk is full. Reading goes on; what was being written is gone without a trace. */
export function storageFull(): Refusal {
  return new Refusal(507, {
    en: 'There is no room left to store this. Nothing was changed; please tell whoever runs the server.',
    fr: 'Il n’y a plus de place pour enregistrer ce fichier. Rien n’a été modifié ; prévenez la personne qui gère le serveur.',
  });
}

/** The refusal for an error that says so, any other error as it is. */
export function fullOr(error: unknown): unknown {
  const { code, name } = error as { code?: string; name?: string };
  return code === 'ENOSPC' || code === 'EDQUOT' || name === 'QuotaExceeded' || name === 'XMinioStorageFull' ? storageFull() : error;
}
