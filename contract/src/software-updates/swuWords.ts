/** SWU-05: why a file is refused, for `validationWords`. `%{name}` is an entry of the archive. */
export const swuWords = {
  'custom.validation.swuUnreadable': {
    en: 'Its sw-description cannot be read: line %{line}',
    fr: 'Son sw-description est illisible : ligne %{line}',
  },
  'custom.validation.swuNoVersion': {
    en: 'Its sw-description names no version',
    fr: 'Son sw-description ne nomme pas de version',
  },
  'custom.validation.swuCut': {
    en: 'The file is incomplete: its end is missing',
    fr: 'Le fichier est incomplet : sa fin manque',
  },
  'custom.validation.swuBroken': {
    en: 'The file is damaged: what follows %{name} is not part of an archive',
    fr: 'Le fichier est endommagé : ce qui suit %{name} ne fait pas partie d’une archive',
  },
  'custom.validation.swuBehind': {
    en: 'Something follows the end of the archive',
    fr: 'Quelque chose suit la fin de l’archive',
  },
  'custom.validation.swuTwice': { en: '%{name} is in it twice', fr: '%{name} s’y trouve deux fois' },
  'custom.validation.swuEntries': { en: 'More than %{max} files are in it', fr: 'Il contient plus de %{max} fichiers' },
  'custom.validation.swuNotPlain': {
    en: '%{name} in this file is a link, or its name leads to another folder',
    fr: '%{name} dans ce fichier est un lien, ou son nom mène à un autre dossier',
  },
  'custom.validation.swuUnnamed': {
    en: '%{name} is in it, and its sw-description does not name it',
    fr: '%{name} s’y trouve, et son sw-description ne le nomme pas',
  },
  'custom.validation.swuMissing': {
    en: 'Its sw-description names %{name}, which is not in it',
    fr: 'Son sw-description nomme %{name}, qui ne s’y trouve pas',
  },
  'custom.validation.swuHash': {
    en: '%{name} does not have the SHA-256 that its sw-description names',
    fr: '%{name} n’a pas le SHA-256 que nomme son sw-description',
  },
  'custom.validation.swuChecksum': {
    en: '%{name} does not have the checksum of its entry',
    fr: '%{name} n’a pas la somme de contrôle de son entrée',
  },
  'custom.validation.swuNoHash': {
    en: 'Its sw-description names no SHA-256 for %{name}: its signature does not cover it',
    fr: 'Son sw-description ne nomme pas de SHA-256 pour %{name} : sa signature ne le couvre pas',
  },
  'custom.validation.swuPattern': {
    en: 'Its hardware-compatibility contains a pattern that is not accepted: %{name}',
    fr: 'Son hardware-compatibility contient un motif qui n’est pas accepté : %{name}',
  },
  'custom.validation.swuUnsigned': {
    en: 'It is not signed: sw-description.sig has to follow sw-description',
    fr: 'Il n’est pas signé : sw-description.sig doit suivre sw-description',
  },
  'custom.validation.swuSignature': {
    en: 'Its signature is not one by the maker’s certificates',
    fr: 'Sa signature n’est pas de l’un des certificats du fabricant',
  },
  'custom.validation.swuModels': {
    en: 'The file names no model: choose the models that it is for',
    fr: 'Le fichier ne nomme aucun modèle : indiquez pour lesquels il est fait',
  },
} as const;
