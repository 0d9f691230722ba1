import { type Language, say, type Words } from '../kit/words.ts';
import { resources } from '../resources.ts';

/** What a call is about, by the first part of its path, and by more of it where that says more. */
const subjects: Record<string, Words> = {
  ...Object.fromEntries(
    Object.values(resources).flatMap(({ path, many }) =>
      path === null ? [] : [[path, { en: many.en, fr: `les ${many.fr}` }]],
    ),
  ),
  'access-review': { en: 'the access review', fr: 'la revue des accès' },
  assistance: { en: 'machines shared with support', fr: 'les machines partagées avec l’assistance' },
  bakes: { en: 'bakes', fr: 'les cuissons' },
  bulk: { en: 'an action on many rows', fr: 'une action sur plusieurs lignes' },
  'change-password': { en: 'the password', fr: 'le mot de passe' },
  'client-admins': { en: 'clients', fr: 'les clients' },
  'client-admins-machines': { en: 'clients', fr: 'les clients' },
  control: { en: 'signing in as another user', fr: 'la connexion au nom d’une autre personne' },
  history: { en: 'the history', fr: 'l’historique' },
  home: { en: 'the home page', fr: 'la page d’accueil' },
  image: { en: 'a picture', fr: 'une image' },
  images: { en: 'pictures', fr: 'les images' },
  login: { en: 'signing in', fr: 'la connexion' },
  machine: { en: 'settings of machines', fr: 'les réglages de machines' },
  organisation: { en: 'the organisation', fr: 'l’organisation' },
  passkeys: { en: 'passkeys', fr: 'les clés d’accès' },
  profile: { en: 'the profile', fr: 'le profil' },
  programMachines: { en: 'programs of machines', fr: 'les programmes de machines' },
  'recycle-bin': { en: 'the recycle bin', fr: 'la corbeille' },
  reset: { en: 'a new password', fr: 'un nouveau mot de passe' },
  sessions: { en: 'sessions', fr: 'les sessions' },
  software_updates: { en: 'software updates', fr: 'les mises à jour logicielles' },
  'two-factor-auth': { en: 'the second step', fr: 'la deuxième étape' },
  'webhook-deliveries': { en: 'webhooks', fr: 'les webhooks' },
};

const acts: Record<string, Words> = {
  GET: { en: 'Reading: %{subject}', fr: 'Lecture : %{subject}' },
  POST: { en: 'Creating, or acting on: %{subject}', fr: 'Création ou action : %{subject}' },
  PUT: { en: 'Changing: %{subject}', fr: 'Modification : %{subject}' },
  DELETE: { en: 'Deleting: %{subject}', fr: 'Suppression : %{subject}' },
};
/** Of what is done, not read or written. */
const done = ['control', 'login', 'reset', 'change-password', 'bulk'];

/** A refused call, such as `POST /api/control/user/…`, in words for people; null for one that has none. */
export function callWords(call: string, language: Language): string | null {
  const [, method = '', path = ''] = /^([A-Z]+) \/api\/([^/?.]+)/.exec(call) ?? [];
  const subject = subjects[path] ?? (path.endsWith('-technicians') ? technicians : undefined);
  if (!subject) return null;
  const words = say(subject, language);
  const act = acts[method];
  const text = done.includes(path) || !act ? words : say(act, language, { subject: words });
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

const technicians: Words = { en: 'technicians', fr: 'les techniciens' };
