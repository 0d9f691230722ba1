import type { z } from 'zod';
import { hoursRuleWords } from '../hours/hoursRuleWords.ts';
import { pinLimits } from '../machines/pinLimits.ts';
import { menuRuleWords } from '../menus/menuRuleWords.ts';
import { swuWords } from '../software-updates/swuWords.ts';
import type { Words } from './words.ts';

/**
 * One broken rule: the field and the rule. `key` names a text in `validationWords` (or a message of the page with the
 * same key), `args` are its variables. The page shows it under the field; the server sends it in `violations`.
 */
export interface Violation {
  path: string;
  key: string;
  args: Record<string, string | number>;
}

/** The rules of every schema in both languages; the page's messages contain the same keys. */
export const validationWords = {
  'ra.validation.required': { en: 'Required', fr: 'Champ requis' },
  'ra.validation.minLength': {
    en: 'Must be %{min} characters at least',
    fr: 'Doit contenir au moins %{min} caractères',
  },
  'ra.validation.maxLength': {
    en: 'Must be %{max} characters or less',
    fr: 'Doit contenir %{max} caractères au maximum',
  },
  'ra.validation.minValue': { en: 'Must be at least %{min}', fr: 'Doit être au minimum %{min}' },
  'ra.validation.maxValue': { en: 'Must be %{max} or less', fr: 'Doit être au maximum %{max}' },
  'ra.validation.number': { en: 'Must be a number', fr: 'Doit être un nombre' },
  'ra.validation.email': { en: 'Must be a valid e-mail address', fr: 'Doit être une adresse e-mail' },
  'ra.validation.oneOf': { en: 'Must be one of: %{options}', fr: 'Doit être au choix : %{options}' },
  'custom.validation.endsLater': {
    en: 'This day has passed: choose a later one, or disable the account',
    fr: 'Ce jour est passé : choisissez-en un autre, ou désactivez le compte',
  },
  'custom.validation.keptUntil': { en: 'Must be in the future', fr: 'Doit être dans l’avenir' },
  'custom.validation.tokenRights': {
    en: 'Choose at least one right: without any, the token can do nothing',
    fr: 'Choisissez au moins un droit : sans aucun, le jeton ne peut rien faire',
  },
  'custom.validation.tokenEnds': {
    en: 'Choose a day that is still to come, within a year',
    fr: 'Choisissez un jour à venir, dans l’année',
  },
  'custom.validation.webhookAddress': {
    en: 'An address that begins with https://, without a name and password, at port 443 or above 1023',
    fr: 'Une adresse qui commence par https://, sans identifiant ni mot de passe, au port 443 ou au-dessus de 1023',
  },
  'custom.validation.webhookNetwork': {
    en: 'This address is not reachable from the internet: it cannot be called',
    fr: 'Cette adresse n’est pas accessible depuis Internet : elle ne peut pas être appelée',
  },
  'custom.validation.webhookEvents': { en: 'Choose at least one event', fr: 'Choisissez au moins un événement' },
  'custom.validation.invalid': { en: 'This value is not valid', fr: 'Cette valeur n’est pas valide' },
  'custom.validation.keyReused': {
    en: 'This key was sent before with another content',
    fr: 'Cette clé a déjà été envoyée avec autre chose',
  },
  'custom.validation.unstorable': {
    en: 'This contains a character that cannot be stored',
    fr: 'Ceci contient un caractère qui ne peut pas être enregistré',
  },
  'custom.validation.certificateRequest': {
    en: 'This is not a certificate request (PKCS#10) in PEM',
    fr: 'Ceci n’est pas une demande de certificat (PKCS#10) en PEM',
  },
  'custom.validation.requestSignature': {
    en: 'The certificate request is not signed by its own key',
    fr: 'La demande de certificat n’est pas signée par sa propre clé',
  },
  'custom.validation.machineKey': {
    en: 'Keys of this kind are not accepted (%{key}): use one of %{accepted}',
    fr: 'Les clés de ce genre ne sont pas acceptées (%{key}) : utilisez %{accepted}',
  },
  'custom.validation.nearZero': {
    en: 'Must be 0, or at least %{least} away from 0',
    fr: 'Doit être 0, ou s’en écarter d’au moins %{least}',
  },
  'custom.validation.instant': {
    en: 'Must be an instant with its offset from UTC, like 2026-03-02T04:30:00Z',
    fr: 'Doit être un instant avec son décalage par rapport à UTC, comme 2026-03-02T04:30:00Z',
  },
  'custom.validation.unknownField': { en: 'This field is not known', fr: 'Ce champ n’est pas connu' },
  'custom.validation.notFound': { en: 'This does not exist', fr: 'Cet élément n’existe pas' },
  'custom.validation.locked': { en: 'This cannot be changed here', fr: 'Cette valeur ne peut pas être modifiée ici' },
  'custom.validation.taken': { en: 'This is already taken', fr: 'Cette valeur est déjà utilisée' },
  'custom.validation.emailTaken': {
    en: 'This e-mail address is already in use',
    fr: 'Quelqu’un utilise déjà cette adresse e-mail',
  },
  'custom.validation.notYours': { en: 'This cannot be changed here', fr: 'Ceci ne peut pas être modifié ici' },
  'custom.validation.rightParent': {
    en: '%{right} requires %{parent}, which is not given',
    fr: '%{right} nécessite %{parent}, qui n’est pas accordé',
  },
  'custom.validation.otherSociety': {
    en: 'This is not the name of the company',
    fr: 'Ce n’est pas le nom de la société',
  },
  'custom.validation.maxItems': { en: 'At most %{max} here', fr: 'Au plus %{max} ici' },
  'custom.validation.minItems': { en: 'At least %{min} here', fr: 'Au moins %{min} ici' },
  'custom.validation.tagsOfProgram': {
    en: 'A program can have at most %{max} tags',
    fr: 'Un programme peut avoir au plus %{max} étiquettes',
  },
  'custom.validation.unique': { en: 'The same value occurs twice', fr: 'La même valeur figure deux fois' },
  'custom.validation.freshPin': {
    en: `Must contain ${pinLimits.plateDigits} to ${pinLimits.mostDigits} digits`,
    fr: `Doit contenir de ${pinLimits.plateDigits} à ${pinLimits.mostDigits} chiffres`,
  },
  'custom.validation.pin': { en: 'Must contains 4 numbers', fr: 'Doit contenir 4 chiffres' },
  'custom.validation.passwordLength': { en: 'Must have 8 to 64 characters', fr: 'Doit compter de 8 à 64 caractères' },
  'custom.validation.passwordCommon': {
    en: 'Too many people use this password: choose another',
    fr: 'Trop de personnes utilisent ce mot de passe : choisissez-en un autre',
  },
  'custom.validation.passwordOwn': {
    en: 'Your own address is easily guessed: choose another',
    fr: 'Votre adresse se devine facilement : choisissez autre chose',
  },
  'custom.validation.passwordSame': {
    en: 'This has been your password: choose another',
    fr: 'Ce mot de passe a déjà été le vôtre : choisissez-en un autre',
  },
  'custom.validation.passwordWrong': {
    en: 'This is not your current password',
    fr: 'Ce n’est pas votre mot de passe actuel',
  },
  'custom.validation.securityCode': { en: 'Must contain 8 digits', fr: 'Doit contenir 8 chiffres' },
  'custom.validation.wrongSecurityCode': {
    en: 'The security code entered is invalid, please try again with a valid code',
    fr: 'Le code de sécurité saisi n’est pas valide, veuillez réessayer avec un code valide',
  },
  'custom.validation.secondStepNeeded': {
    en: 'Because two-step sign-in is on, a code or a passkey is needed',
    fr: 'La connexion en deux étapes étant activée, il faut un code ou une clé d’accès',
  },
  'custom.validation.serialNumber': {
    en: 'Letters without accents, digits and signs, without spaces',
    fr: 'Lettres sans accent, chiffres et signes, sans espace',
  },
  'custom.validation.sixDigits': { en: 'Six digits', fr: 'Six chiffres' },
  'custom.validation.twoStepCode': { en: 'Six digits, or a recovery code', fr: 'Six chiffres, ou un code de secours' },
  'custom.validation.twoStepWrong': {
    en: 'This code is not correct, or has been used',
    fr: 'Ce code est incorrect ou a déjà servi',
  },
  'custom.validation.passkey': {
    en: 'This passkey could not be verified',
    fr: 'Cette clé d’accès n’a pas pu être vérifiée',
  },
  'custom.components.software_updates.create.semverRegexValidation': {
    en: 'Version should be valid',
    fr: 'La version doit être valide',
  },
  'custom.validation.updateModels': { en: 'Choose at least one model', fr: 'Choisissez au moins un modèle' },
  'custom.validation.form': {
    en: 'The form could not be read: it was cut off, or it has no boundary between its parts',
    fr: 'Le formulaire est illisible : il a été interrompu, ou ses parties ne sont pas séparées',
  },
  'custom.validation.firstField': {
    en: 'This must come before the file, and be JSON',
    fr: 'Ceci doit précéder le fichier, en JSON',
  },
  'custom.validation.lastField': { en: 'Nothing may follow the file', fr: 'Rien ne doit suivre le fichier' },
  'custom.validation.fileRequired': { en: 'A file is required', fr: 'Un fichier est requis' },
  'custom.validation.notSwu': {
    en: 'This is not a .swu file: it does not begin with a sw-description',
    fr: 'Ce n’est pas un fichier .swu : il ne commence pas par un sw-description',
  },
  'custom.validation.swuDescription': {
    en: 'Its sw-description is larger than %{max} kB',
    fr: 'Son sw-description dépasse %{max} ko',
  },
  ...hoursRuleWords,
  ...menuRuleWords,
  ...swuWords,
  'custom.validation.fileVersion': {
    en: 'The file says that it is version %{version}',
    fr: 'Le fichier indique la version %{version}',
  },
  'custom.validation.draftApproved': {
    en: 'A draft is not approved: leave “approved” out',
    fr: 'Un brouillon n’est pas approuvé : n’indiquez pas « approved »',
  },
  'custom.validation.withdrawApproved': {
    en: 'An approval is given or withdrawn, not both: leave “approved” out',
    fr: 'Une approbation est donnée ou retirée, pas les deux : n’indiquez pas « approved »',
  },
  'custom.validation.noMachines': { en: 'No machine would get it', fr: 'Aucune machine ne la recevrait' },
  'custom.validation.emptyRing': {
    en: 'No machine is in this ring: choose others, or remove it',
    fr: 'Aucune machine dans ce palier : choisissez-en d’autres, ou retirez-le',
  },
  'custom.validation.clockTime': { en: 'Must be a time such as 22:30', fr: 'Doit être une heure comme 22:30' },
  'custom.validation.timezone': { en: 'This timezone is not known', fr: 'Ce fuseau horaire n’est pas connu' },
  'custom.validation.ipHost': {
    en: 'This address cannot be that of a server',
    fr: 'Cette adresse ne peut pas être celle d’un serveur',
  },
  'custom.validation.ip': { en: 'Must be an IP address', fr: 'Doit être une adresse IP' },
  'custom.validation.modelCode': {
    en: 'Small letters, digits and dashes, at most 32',
    fr: 'Des minuscules, des chiffres et des tirets, 32 au plus',
  },
  'custom.validation.unknownModel': { en: 'This model is not known', fr: 'Ce modèle n’est pas connu' },
  'custom.validation.modelOfOther': {
    en: 'This model belongs to another category',
    fr: 'Ce modèle est d’une autre catégorie',
  },
  'custom.validation.machineFull': {
    en: 'A machine holds %{max} programs at most',
    fr: 'Une machine contient au plus %{max} programmes',
  },
  'custom.validation.period': { en: 'The period ends before it begins', fr: 'La période finit avant de commencer' },
  'custom.validation.longPeriod': {
    en: 'The period may have %{max} days at most',
    fr: 'La période peut avoir %{max} jours au plus',
  },
  'custom.validation.categoryBlank': { en: 'The category must not be blank', fr: 'La catégorie ne doit pas être vide' },
  'custom.validation.unknownMachineType': {
    en: 'This type of machine is not known here',
    fr: 'Ce type de machine n’est pas connu ici',
  },
  'custom.validation.machineType': { en: 'Please select a machine type', fr: 'Veuillez choisir un type de machine' },
  'custom.validation.otherCategory': {
    en: 'The program is for %{program}, the machine is %{machine}',
    fr: 'Le programme est pour %{program}, la machine est %{machine}',
  },
  'custom.validation.imageSize': {
    en: 'The picture may have %{max} MB at most',
    fr: 'L’image ne doit pas dépasser %{max} Mo',
  },
  'custom.validation.imageType': {
    en: 'Only GIF, PNG, JPEG and HEIC pictures are accepted',
    fr: 'Seules les images GIF, PNG, JPEG et HEIC sont acceptées',
  },
  'custom.validation.imageContent': {
    en: 'The content of this file does not match its picture format',
    fr: 'Le contenu de ce fichier ne correspond pas à son format d’image',
  },
  'custom.validation.imagePixels': {
    en: 'The picture may have %{max} megapixels at most',
    fr: 'L’image ne doit pas dépasser %{max} mégapixels',
  },
  'custom.validation.imageSquare': {
    en: 'The picture must be square, %{min} to %{max} pixels a side',
    fr: 'L’image doit être carrée, de %{min} à %{max} pixels de côté',
  },
  'custom.validation.machineCode': {
    en: 'Letters, digits, dots, dashes and underscores only',
    fr: 'Uniquement des lettres, chiffres, points, tirets et tirets bas',
  },
  'custom.structures.cycle': {
    en: 'A structure cannot be placed in itself or in what is below it',
    fr: 'Une structure ne peut pas être placée dans elle-même ni dans ce qu’elle contient',
  },
  'custom.structures.tooDeep': { en: 'At most %{max} levels', fr: 'Au plus %{max} niveaux' },
  'custom.structures.outOfSight': {
    en: 'This would move it out of what you can see: a client administrator can do it',
    fr: 'Cela la placerait hors de ce que vous pouvez voir : un administrateur client peut le faire',
  },
  'custom.phases.required': { en: 'This value is required', fr: 'Cette valeur est obligatoire' },
  'custom.phases.limits': {
    en: 'This value must be between %{min} and %{max}',
    fr: 'Cette valeur doit être comprise entre %{min} et %{max}',
  },
  'custom.phases.fanSpeed': {
    en: 'The speed is 0, or %{min} to %{max}',
    fr: 'La vitesse est 0, ou de %{min} à %{max}',
  },
  'custom.phases.fanFirst': {
    en: 'The first fan speed starts at 0',
    fr: 'La première vitesse de turbine commence à 0',
  },
  'custom.phases.sameStart': { en: 'Another entry starts at this time', fr: 'Une autre entrée commence à cet instant' },
  'custom.phases.damperGap': {
    en: 'Openings may not overlap and need at least 1 minute between them',
    fr: 'Les ouvertures ne doivent pas se chevaucher ; il faut au moins 1 minute entre elles',
  },
  'custom.phases.damperEnd': {
    en: 'The damper must close by the end of the program',
    fr: 'L’oura doit se fermer avant la fin du programme',
  },
  'custom.phases.total': { en: 'The total time must be above 0', fr: 'Le temps total doit être supérieur à 0' },
  'custom.phases.count': { en: 'Between %{min} and %{max} phases', fr: 'Entre %{min} et %{max} étapes' },
} as const satisfies Record<string, Words>;

export type RuleKey = keyof typeof validationWords;

/** The `params` of a custom zod issue: `refine(…, rule('custom.validation.pin'))`. */
export function rule(key: RuleKey, args: Record<string, string | number> = {}) {
  return { message: key, params: { args } };
}

type Issue = z.core.$ZodIssue;

/**
 * A zod error as the list shown by forms and answers, in the order of the fields. `input` is the checked value, which
 * is needed to distinguish a missing field from one of the wrong type.
 */
export function violationsOf(error: { issues: readonly Issue[] }, input: unknown): Violation[] {
  return error.issues.flatMap((issue) => violationsOfIssue(issue, input));
}

function violationsOfIssue(issue: Issue, input: unknown): Violation[] {
  const path = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: path ? `${path}.${key}` : key,
      key: 'custom.validation.unknownField',
      args: {},
    }));
  }
  const value = valueAt(input, issue.path);
  if (issue.code === 'invalid_union' && !isEmpty(value)) {
    // Of alternatives for a single value, the rules of the one that does not fail by the value's type, else the first.
    const isMeant = ({ code, path }: Issue) => code !== 'invalid_type' && path.length === 0;
    const meant =
      issue.errors.find((one) => one.every(isMeant)) ?? (typeof value === 'object' ? undefined : issue.errors[0]);
    if (meant) return meant.flatMap((one) => violationsOfIssue({ ...one, path: [...issue.path, ...one.path] }, input));
  }
  const [key, args] = ruleOfIssue(issue, value);
  return [{ path, key, args }];
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | null | undefined)?.[key], input);
}

function ruleOfIssue(issue: Issue, value: unknown): [string, Record<string, string | number>] {
  // A message that is one of our keys has precedence over the standard text of the rule (pin, category …).
  if (issue.message in validationWords)
    return [issue.message, issue.code === 'custom' ? (issue.params?.['args'] ?? {}) : {}];
  if (issue.code === 'too_big') return tooBig(issue);
  if (issue.code === 'too_small') return tooSmall(issue);
  if (issue.code === 'invalid_format' && issue.format === 'email') return ['ra.validation.email', {}];
  if ((issue.code === 'invalid_union' || issue.code === 'invalid_value') && isEmpty(value))
    return ['ra.validation.required', {}];
  if (issue.code === 'invalid_value') return ['ra.validation.oneOf', { options: issue.values.map(String).join(', ') }];
  return issue.code === 'invalid_type' ? wrongType(issue, value) : ['custom.validation.invalid', {}];
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function wrongType(issue: Extract<Issue, { code: 'invalid_type' }>, value: unknown): [string, Record<string, never>] {
  if (isEmpty(value)) return ['ra.validation.required', {}];
  if (issue.expected === 'number' || issue.expected === 'int') return ['ra.validation.number', {}];
  return ['custom.validation.invalid', {}];
}

function tooBig(issue: Extract<Issue, { code: 'too_big' }>): [string, Record<string, number>] {
  const max = Number(issue.maximum);
  if (issue.origin === 'string') return ['ra.validation.maxLength', { max }];
  return [issue.origin === 'array' ? 'custom.validation.maxItems' : 'ra.validation.maxValue', { max }];
}

function tooSmall(issue: Extract<Issue, { code: 'too_small' }>): [string, Record<string, number>] {
  const min = Number(issue.minimum);
  if (issue.origin === 'string')
    return min === 1 ? ['ra.validation.required', {}] : ['ra.validation.minLength', { min }];
  return [issue.origin === 'array' ? 'custom.validation.minItems' : 'ra.validation.minValue', { min }];
}
