import { capitalised, entities } from '../entities.ts';
import type { Words } from '../kit/words.ts';
import { resources } from '../resources.ts';
import type { HistoryEntity, HistoryEventView, HistoryRefusal, HistoryType } from './historyEvent.ts';

/** One sentence for each kind; `%{actor}`, `%{origin}` and `%{target}` are names. */
export const historyWords: Record<HistoryType, Words> = {
  creation: { en: '%{actor} created %{origin}', fr: '%{actor} a créé %{origin}' },
  update: { en: '%{actor} changed %{origin}', fr: '%{actor} a modifié %{origin}' },
  deletion: { en: '%{actor} deleted %{origin}', fr: '%{actor} a supprimé %{origin}' },
  restoration: { en: '%{actor} restored %{origin}', fr: '%{actor} a restauré %{origin}' },
  install: { en: '%{actor} installed %{origin} on %{target}', fr: '%{actor} a installé %{origin} sur %{target}' },
  uninstall: { en: '%{actor} removed %{origin} from %{target}', fr: '%{actor} a retiré %{origin} de %{target}' },
  oursBack: {
    en: '%{actor} put the approved %{origin} back on %{target}',
    fr: '%{actor} a remis %{origin} tel qu’approuvé sur %{target}',
  },
  theirsKept: {
    en: '%{actor} let %{target} keep its own %{origin}',
    fr: '%{actor} a laissé à %{target} son propre %{origin}',
  },
  theirsAdopted: {
    en: '%{actor} adopted %{origin} as it was changed on %{target}',
    fr: '%{actor} a repris %{origin} tel que modifié sur %{target}',
  },
  menusFollowed: {
    en: 'The programs of %{origin} follow its menus',
    fr: 'Les programmes de %{origin} suivent ses gammes',
  },
  addToStructure: { en: '%{actor} assigned %{origin} to %{target}', fr: '%{actor} a affecté %{origin} à %{target}' },
  removeFromStructure: {
    en: '%{actor} removed %{origin} from %{target}',
    fr: '%{actor} a retiré %{origin} de %{target}',
  },
  approval: { en: '%{actor} approved %{origin}', fr: '%{actor} a approuvé %{origin}' },
  disapproval: {
    en: '%{actor} withdrew the approval of %{origin}',
    fr: '%{actor} a retiré l’approbation de %{origin}',
  },
  activation: { en: '%{actor} put %{origin} into service', fr: '%{actor} a mis %{origin} en service' },
  deactivation: { en: '%{actor} took %{origin} out of service', fr: '%{actor} a mis %{origin} hors service' },
  pairing: { en: '%{origin} paired', fr: 'Appairage de %{origin}' },
  release: { en: '%{actor} released %{origin}', fr: '%{actor} a libéré %{origin}' },
  import: { en: '%{actor} imported %{origin}', fr: '%{actor} a importé %{origin}' },
  export: { en: '%{actor} exported %{origin}', fr: '%{actor} a exporté %{origin}' },
  connectionAs: { en: '%{actor} signed in as %{origin}', fr: '%{actor} a ouvert une session en tant que %{origin}' },
  connectionAsEnd: {
    en: '%{actor} ended the session as %{origin}',
    fr: '%{actor} a fermé la session en tant que %{origin}',
  },
  signIn: { en: '%{actor} signed in', fr: '%{actor} a ouvert une session' },
  signOut: { en: '%{actor} signed out', fr: '%{actor} a fermé sa session' },
  sessionEnd: {
    en: '%{actor} ended other sessions of %{origin}',
    fr: '%{actor} a mis fin à d’autres sessions de %{origin}',
  },
  passwordChange: {
    en: '%{actor} changed the password of %{origin}',
    fr: '%{actor} a changé le mot de passe de %{origin}',
  },
  passwordLink: {
    en: '%{actor} had a link to choose a password sent to %{origin}',
    fr: '%{actor} a fait envoyer à %{origin} un lien pour choisir un mot de passe',
  },
  secondStepOn: {
    en: '%{actor} switched two-step sign-in on for %{origin}',
    fr: '%{actor} a activé la connexion en deux étapes pour %{origin}',
  },
  secondStepOff: {
    en: '%{actor} switched two-step sign-in off for %{origin}',
    fr: '%{actor} a désactivé la connexion en deux étapes pour %{origin}',
  },
  recoveryCodes: {
    en: '%{actor} created new recovery codes for %{origin}',
    fr: '%{actor} a créé de nouveaux codes de secours pour %{origin}',
  },
  passkeyAdded: {
    en: '%{actor} added a passkey for %{origin}',
    fr: '%{actor} a ajouté une clé d’accès pour %{origin}',
  },
  passkeyRemoved: {
    en: '%{actor} removed a passkey of %{origin}',
    fr: '%{actor} a retiré une clé d’accès de %{origin}',
  },
  securityCode: {
    en: '%{actor} renewed the security code of %{origin}',
    fr: '%{actor} a renouvelé le code de sécurité de %{origin}',
  },
  start: { en: '%{actor} started %{origin}', fr: '%{actor} a lancé %{origin}' },
  confirmation: { en: '%{actor} confirmed %{origin}', fr: '%{actor} a confirmé %{origin}' },
  pause: { en: '%{actor} paused %{origin}', fr: '%{actor} a mis %{origin} en pause' },
  resume: { en: '%{actor} resumed %{origin}', fr: '%{actor} a repris %{origin}' },
  end: { en: '%{actor} ended %{origin}', fr: '%{actor} a mis fin à %{origin}' },
  rollBack: { en: '%{actor} rolled back %{origin}', fr: '%{actor} est revenu en arrière sur %{origin}' },
  revocation: { en: '%{actor} revoked %{origin}', fr: '%{actor} a révoqué %{origin}' },
  forgetting: {
    en: '%{actor} had the personal data of %{origin} removed',
    fr: '%{actor} a fait effacer les données personnelles de %{origin}',
  },
  refusal: { en: '%{actor} was refused: %{reason}', fr: 'Refus pour %{actor} : %{reason}' },
};

/** Sentences for a person's own account, in which the name occurs once. */
const ownWords: Partial<Record<HistoryType, Words>> = {
  creation: { en: '%{actor} created their account', fr: '%{actor} a créé son compte' },
  confirmation: { en: '%{actor} confirmed their address', fr: '%{actor} a confirmé son adresse' },
  update: { en: '%{actor} changed their profile', fr: '%{actor} a modifié son profil' },
  sessionEnd: { en: '%{actor} ended their other sessions', fr: '%{actor} a mis fin à ses autres sessions' },
  passwordChange: { en: '%{actor} changed their password', fr: '%{actor} a changé son mot de passe' },
  passwordLink: {
    en: '%{actor} asked for a link to choose a password',
    fr: '%{actor} a demandé un lien pour choisir un mot de passe',
  },
  secondStepOn: { en: '%{actor} switched two-step sign-in on', fr: '%{actor} a activé sa connexion en deux étapes' },
  secondStepOff: {
    en: '%{actor} switched two-step sign-in off',
    fr: '%{actor} a désactivé sa connexion en deux étapes',
  },
  recoveryCodes: { en: '%{actor} created new recovery codes', fr: '%{actor} a créé de nouveaux codes de secours' },
  passkeyAdded: { en: '%{actor} added a passkey', fr: '%{actor} a ajouté une clé d’accès' },
  passkeyRemoved: { en: '%{actor} removed a passkey', fr: '%{actor} a retiré une clé d’accès' },
  securityCode: { en: '%{actor} renewed their security code', fr: '%{actor} a renouvelé son code de sécurité' },
};

/** MNU-03: a rollout has the name of what it gives. */
const rolloutWords: Partial<Record<HistoryType, Words>> = {
  start: { en: '%{actor} started the rollout of %{origin}', fr: '%{actor} a lancé le déploiement de %{origin}' },
  confirmation: {
    en: '%{actor} confirmed the rollout of %{origin}',
    fr: '%{actor} a confirmé le déploiement de %{origin}',
  },
  pause: { en: '%{actor} paused the rollout of %{origin}', fr: '%{actor} a mis en pause le déploiement de %{origin}' },
  resume: { en: '%{actor} resumed the rollout of %{origin}', fr: '%{actor} a repris le déploiement de %{origin}' },
  end: { en: '%{actor} ended the rollout of %{origin}', fr: '%{actor} a mis fin au déploiement de %{origin}' },
  rollBack: {
    en: '%{actor} rolled back %{origin}',
    fr: '%{actor} est revenu en arrière sur le déploiement de %{origin}',
  },
};

/** The sentence of an event. When a master acts in another's name, both are named. */
export function sentenceOf({ typeEvent, typeEntity, originId, actionner }: SentenceEvent): Words {
  const isOwn = typeEntity === 'user' && originId === actionner.id && actionner.master === null;
  const special = isOwn ? ownWords : typeEntity === 'rollout' ? rolloutWords : {};
  return special[typeEvent] ?? historyWords[typeEvent];
}
type SentenceEvent = Pick<HistoryEventView, 'typeEvent' | 'typeEntity' | 'originId' | 'actionner'>;

/** The kinds of events in one word each, for filters and files. */
export const historyTypeWords: Record<HistoryType, Words> = {
  creation: { en: 'Creation', fr: 'Création' },
  update: { en: 'Change', fr: 'Modification' },
  deletion: { en: 'Deletion', fr: 'Suppression' },
  restoration: { en: 'Restoration', fr: 'Restauration' },
  install: { en: 'Installation', fr: 'Installation' },
  uninstall: { en: 'Removal', fr: 'Retrait' },
  oursBack: { en: 'Approved program put back', fr: 'Programme approuvé remis' },
  theirsKept: { en: 'Oven’s own program kept', fr: 'Programme du four gardé' },
  theirsAdopted: { en: 'Oven’s change adopted', fr: 'Modification du four reprise' },
  menusFollowed: { en: 'Programs by menu', fr: 'Programmes par gamme' },
  addToStructure: { en: 'Added to a structure', fr: 'Ajout à une structure' },
  removeFromStructure: { en: 'Removed from a structure', fr: 'Retrait d’une structure' },
  approval: { en: 'Approval', fr: 'Approbation' },
  disapproval: { en: 'Approval withdrawn', fr: 'Approbation retirée' },
  activation: { en: 'Put into service', fr: 'Mise en service' },
  deactivation: { en: 'Taken out of service', fr: 'Mise hors service' },
  pairing: { en: 'Pairing', fr: 'Appairage' },
  release: { en: 'Release', fr: 'Libération' },
  import: { en: 'Import', fr: 'Import' },
  export: { en: 'Export', fr: 'Export' },
  connectionAs: { en: 'Sign-in as another user', fr: 'Connexion au nom d’une autre personne' },
  connectionAsEnd: { en: 'End of a sign-in as another user', fr: 'Fin d’une connexion au nom d’une autre personne' },
  signIn: { en: 'Sign-in', fr: 'Connexion' },
  signOut: { en: 'Sign-out', fr: 'Déconnexion' },
  sessionEnd: { en: 'Sessions ended', fr: 'Sessions terminées' },
  passwordChange: { en: 'Password changed', fr: 'Mot de passe changé' },
  passwordLink: { en: 'Password link sent', fr: 'Lien de mot de passe envoyé' },
  secondStepOn: { en: 'Two-step sign-in on', fr: 'Connexion en deux étapes activée' },
  secondStepOff: { en: 'Two-step sign-in off', fr: 'Connexion en deux étapes désactivée' },
  recoveryCodes: { en: 'New recovery codes', fr: 'Nouveaux codes de secours' },
  passkeyAdded: { en: 'Passkey added', fr: 'Clé d’accès ajoutée' },
  passkeyRemoved: { en: 'Passkey removed', fr: 'Clé d’accès supprimée' },
  securityCode: { en: 'Security code renewed', fr: 'Code de sécurité renouvelé' },
  start: { en: 'Start', fr: 'Lancement' },
  confirmation: { en: 'Confirmation', fr: 'Confirmation' },
  pause: { en: 'Pause', fr: 'Mise en pause' },
  resume: { en: 'Resumption', fr: 'Reprise' },
  end: { en: 'End', fr: 'Fin' },
  rollBack: { en: 'Rollback', fr: 'Retour en arrière' },
  revocation: { en: 'Revocation', fr: 'Révocation' },
  forgetting: { en: 'Personal data removed', fr: 'Données personnelles effacées' },
  refusal: { en: 'Refusal', fr: 'Refus' },
};

/** Kinds of records, for filters and files. */
export const historyEntityWords: Record<HistoryEntity, Words> = {
  ...(Object.fromEntries(entities.map((name) => [name, capitalised(resources[name].many)])) as Record<
    HistoryEntity,
    Words
  >),
  user: { en: 'People and accounts', fr: 'Personnes et comptes' },
};

/** The reason of a refusal, by its name in the security log, or by the answer's status where it has no name. */
const refusalWords: Record<string, Words> = {
  'sign-in refused': { en: 'wrong password', fr: 'mot de passe incorrect' },
  'sign-in of an account that is not activated': {
    en: 'the account is not activated',
    fr: 'le compte n’est pas activé',
  },
  'sign-in of a disabled account': { en: 'the account is disabled', fr: 'le compte est désactivé' },
  'sign-in of an account that has ended': { en: 'the account has ended', fr: 'le compte est arrivé à échéance' },
  'sign-in by a first password that has ended': {
    en: 'the first password has expired',
    fr: 'le premier mot de passe n’est plus valable',
  },
  'no consent': { en: 'the person has not agreed to it', fr: 'la personne ne l’a pas accepté' },
  'security code refused': { en: 'wrong security code', fr: 'code de sécurité incorrect' },
  'proof refused': { en: 'wrong password', fr: 'mot de passe incorrect' },
  'second step refused': { en: 'wrong code of the second step', fr: 'code de la deuxième étape incorrect' },
  'passkey refused': { en: 'wrong passkey', fr: 'clé d’accès refusée' },
  'password change refused': { en: 'wrong current password', fr: 'mot de passe actuel incorrect' },
  '401': { en: 'not signed in, or identity not confirmed', fr: 'pas de session, ou identité non confirmée' },
  '403': { en: 'not granted', fr: 'droit non accordé' },
  '404': { en: 'not found, or not visible', fr: 'introuvable ou non visible' },
  '429': { en: 'too many attempts', fr: 'trop de tentatives' },
};

/** The reason in words. */
export function reasonOf({ reason, status }: HistoryRefusal): Words {
  return refusalWords[reason] ?? refusalWords[status] ?? { en: 'refused', fr: 'refusé' };
}
