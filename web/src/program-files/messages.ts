import { type Same, translatorFor } from '../kit/useT.ts';

export const en = {
  programFiles: {
    import: 'Import',
    importHint: 'Clear the selection to import.',
    importNeedsCreate: 'An import creates programs: you also need the right to create them.',
    export: 'Export',
    exported: '%{smart_count} file saved. |||| %{smart_count} files saved.',
    title: 'Import programs',
    lead: 'Choose or drop .prog files. You see what they would create before anything is saved.',
    choose: 'Choose files',
    drop: 'Drop them here',
    reading: 'Reading the files…',
    tooLarge: 'The file is larger than %{kilobytes} kB.',
    tooMany: 'At most %{max} files at once: only the first %{max} were read.',
    good: '%{smart_count} program can be imported |||| %{smart_count} programs can be imported',
    bad: '%{smart_count} file is refused |||| %{smart_count} files are refused',
    line: 'Line %{line}',
    more: 'and %{smart_count} more reason |||| and %{smart_count} more reasons',
    nameIsTaken: 'A program with this name already exists: tick it to import it as well.',
    newTags: 'New tags: %{tags}',
    leftOut: 'Imported without the tags %{tags}: you do not have the right to create tags.',
    submit: 'Import %{smart_count} program |||| Import %{smart_count} programs',
    done: '%{smart_count} program imported, waiting for approval. |||| %{smart_count} programs imported, waiting for approval.',
    other: 'Choose other files',
  },
} as const;

export const fr: Same<typeof en> = {
  programFiles: {
    import: 'Importer',
    importHint: 'Videz la sélection pour importer.',
    importNeedsCreate: 'Un import crée des programmes : il faut aussi le droit d’en créer.',
    export: 'Exporter',
    exported: '%{smart_count} fichier enregistré. |||| %{smart_count} fichiers enregistrés.',
    title: 'Importer des programmes',
    lead: 'Choisissez ou déposez des fichiers .prog : vous voyez ce qu’ils créeraient avant tout enregistrement.',
    choose: 'Choisir des fichiers',
    drop: 'Déposez-les ici',
    reading: 'Lecture des fichiers…',
    tooLarge: 'Le fichier dépasse %{kilobytes} ko.',
    tooMany: 'Au plus %{max} fichiers à la fois : seuls les %{max} premiers ont été lus.',
    good: '%{smart_count} programme peut être importé |||| %{smart_count} programmes peuvent être importés',
    bad: '%{smart_count} fichier est refusé |||| %{smart_count} fichiers sont refusés',
    line: 'Ligne %{line}',
    more: 'et %{smart_count} autre raison |||| et %{smart_count} autres raisons',
    nameIsTaken: 'Un programme porte déjà ce nom : cochez pour l’importer quand même.',
    newTags: 'Nouvelles étiquettes : %{tags}',
    leftOut: 'Importé sans les étiquettes %{tags} : vous n’avez pas le droit de créer des étiquettes.',
    submit: 'Importer %{smart_count} programme |||| Importer %{smart_count} programmes',
    done: '%{smart_count} programme importé, en attente d’approbation. |||| %{smart_count} programmes importés, en attente d’approbation.',
    other: 'Choisir d’autres fichiers',
  },
};

export const useT = translatorFor<typeof en>();
