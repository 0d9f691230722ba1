import type { Same } from '../../kit/useT.ts';

export const en = {
  rights: {
    lead: 'Taking a right takes those below it. Nothing changes before you save; then it acts at once.',
    readOnly: 'Rights are changed by the client themselves, not by whoever signed in as them.',
    areas: { PROGRAM: 'Programs', MACHINE: 'Machines', TAG: 'Tags', STRUCTURE: 'Structures' },
    needs: 'Needs “%{name}”',
    takes: 'Also takes: %{names}',
    added: 'Given',
    taken: 'Taken',
    none: 'Nothing changed yet.',
    save: 'Save the rights',
    reset: 'As before',
    saved: 'The rights of %{name} act from now on.',
    preview: 'What %{name} will see',
    menu: 'Menu',
    home: 'Home',
    sees: '%{seen} of %{of}',
    notSeen: 'Not at all',
    stale:
      'Somebody else has changed these rights meanwhile. This is how they are now, with your changes on top: look once more and save.',
    copy: 'Copy the rights of…',
    copyTitle: 'Whose rights?',
    copied: 'The rights of %{name} are laid out here: save to give them.',
    everything: 'All rights',
    nothing: 'None',
  },
} as const;

export const fr: Same<typeof en> = {
  rights: {
    lead: 'Retirer un droit retire ceux qui en dépendent. Rien ne change avant l’enregistrement ; ensuite l’effet est immédiat.',
    readOnly: 'Le client modifie lui-même les droits, pas la personne connectée en son nom.',
    areas: { PROGRAM: 'Programmes', MACHINE: 'Machines', TAG: 'Étiquettes', STRUCTURE: 'Structures' },
    needs: 'Demande « %{name} »',
    takes: 'Retire aussi : %{names}',
    added: 'Accordés',
    taken: 'Retirés',
    none: 'Rien de changé pour l’instant.',
    save: 'Enregistrer les droits',
    reset: 'Comme avant',
    saved: 'Les droits de %{name} s’appliquent dès maintenant.',
    preview: 'Ce que %{name} verra',
    menu: 'Menu',
    home: 'Accueil',
    sees: '%{seen} sur %{of}',
    notSeen: 'Rien du tout',
    stale:
      'Quelqu’un d’autre a modifié ces droits entre-temps. Les voici tels qu’ils sont, avec vos changements par-dessus : vérifiez et enregistrez.',
    copy: 'Copier les droits de…',
    copyTitle: 'Les droits de qui ?',
    copied: 'Les droits de %{name} sont disposés ici : enregistrez pour les accorder.',
    everything: 'Tous les droits',
    nothing: 'Aucun',
  },
};
