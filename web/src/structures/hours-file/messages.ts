import { type Same, translatorFor } from '../../kit/useT.ts';

export const en = {
  hoursFile: {
    export: 'Hours as CSV',
    import: 'Import hours…',
    title: 'Import opening hours',
    lead: 'Download the present hours, change them in a spreadsheet, and drop the file here. You see what would change before anything is saved.',
    download: 'Download the present hours',
    choose: 'Choose a file',
    errors: 'Nothing is imported until this is right: correct the file, and choose it again.',
    counts: 'Structures that change: %{changes}, that stay as they are: %{unchanged}',
    line: 'Line',
    column: 'Column',
    problem: 'What is wrong',
    more: 'and %{count} more',
    ignored: 'Columns that are not read: %{columns}',
    submit: 'Change the hours of %{smart_count} structure |||| Change the hours of %{smart_count} structures',
    done: '%{smart_count} structure changed |||| %{smart_count} structures changed',
  },
} as const;

export const fr: Same<typeof en> = {
  hoursFile: {
    export: 'Horaires en CSV',
    import: 'Importer des horaires…',
    title: 'Importer des horaires d’ouverture',
    lead: 'Téléchargez les horaires actuels, modifiez-les dans un tableur, puis déposez le fichier ici. Vous voyez ce qui changerait avant tout enregistrement.',
    download: 'Télécharger les horaires actuels',
    choose: 'Choisir un fichier',
    errors: 'Rien n’est importé avant correction : corrigez le fichier et choisissez-le de nouveau.',
    counts: 'Structures modifiées : %{changes}, inchangées : %{unchanged}',
    line: 'Ligne',
    column: 'Colonne',
    problem: 'Erreur',
    more: 'et %{count} de plus',
    ignored: 'Colonnes qui ne sont pas lues : %{columns}',
    submit: 'Modifier les horaires de %{smart_count} structure |||| Modifier les horaires de %{smart_count} structures',
    done: '%{smart_count} structure modifiée |||| %{smart_count} structures modifiées',
  },
};

export const useT = translatorFor<typeof en>();
