import type { Same } from '../../kit/useT.ts';

export const en = {
  rights: {
    lead: 'Withdrawing a right withdraws those that depend on it. Switches change nothing before you save; changes then take effect at once. A template takes effect as soon as it is given.',
    readOnly: 'Rights are changed by the client themselves, not by whoever signed in as them.',
    areas: { PROGRAM: 'Programs', MACHINE: 'Machines', TAG: 'Tags', STRUCTURE: 'Structures' },
    needs: 'Requires “%{name}”',
    takes: 'Also withdraws: %{names}',
    added: 'Given',
    taken: 'Withdrawn',
    none: 'No changes yet.',
    save: 'Save the rights',
    reset: 'Undo the changes',
    saved: 'The rights of %{name} are in effect from now on.',
    preview: 'What %{name} will see',
    menu: 'Menu',
    home: 'Home',
    sees: '%{seen} of %{of}',
    notSeen: 'Not at all',
    stale:
      'Somebody else has changed these rights meanwhile. This is how they are now, with your changes on top: check them and save.',
    copy: 'Copy the rights of…',
    copyTitle: 'Whose rights?',
    copied: 'The rights of %{name} are entered here: save to give them.',
    everything: 'All rights',
    nothing: 'None',
  },
} as const;

export const fr: Same<typeof en> = {
  rights: {
    lead: 'Retirer un droit retire ceux qui en dépendent. Un droit ne change qu’à l’enregistrement, avec un effet immédiat. Un modèle, lui, prend effet dès qu’il est donné.',
    readOnly: 'Le client modifie lui-même les droits, pas la personne connectée en son nom.',
    areas: { PROGRAM: 'Programmes', MACHINE: 'Machines', TAG: 'Étiquettes', STRUCTURE: 'Structures' },
    needs: 'Nécessite « %{name} »',
    takes: 'Retire aussi : %{names}',
    added: 'Accordés',
    taken: 'Retirés',
    none: 'Aucun changement pour l’instant.',
    save: 'Enregistrer les droits',
    reset: 'Annuler les changements',
    saved: 'Les droits de %{name} s’appliquent dès maintenant.',
    preview: 'Ce que verra %{name}',
    menu: 'Menu',
    home: 'Accueil',
    sees: '%{seen} sur %{of}',
    notSeen: 'Rien du tout',
    stale:
      'Quelqu’un d’autre a modifié ces droits entre-temps. Les voici tels qu’ils sont, avec vos changements par-dessus : vérifiez et enregistrez.',
    copy: 'Copier les droits de…',
    copyTitle: 'Les droits de quelle personne ?',
    copied: 'Les droits de %{name} sont repris ici : enregistrez pour les accorder.',
    everything: 'Tous les droits',
    nothing: 'Aucun',
  },
};
