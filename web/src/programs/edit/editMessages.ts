import type { Same } from '../../kit/useT.ts';

export const en = {
  edit: {
    title: 'Edit %{name}',
    tabs: { label: 'Parts of the program', identification: 'Identification', settings: 'Settings' },
    waits:
      'You may change this program but not approve it: what you save waits for approval, and the machines keep their present revision until then.',
    save: 'Save',
    send: 'Save and send to %{smart_count} oven |||| Save and send to %{smart_count} ovens',
    saved: '%{name} is saved.',
    sent: '%{name} is saved, and on its way to %{smart_count} oven. |||| %{name} is saved, and on its way to %{smart_count} ovens.',
    savedWaits: '%{name} is saved and waits for approval.',
    toFix: '%{smart_count} thing to fix |||| %{smart_count} things to fix',
    nothing: 'Nothing to save',
    categoryFixed: 'The category cannot be changed: ovens of this category hold the program.',
  },
  avatar: { none: 'Heat curve', search: 'Find a picture' },
  tags: {
    hint: 'At most %{max}. Labels to find the program by: summer, holidays, dairy-free.',
    placeholder: 'Find a tag',
    create: 'Create the tag “%{name}”',
    new: 'New tag',
    remove: 'Remove the tag %{name}',
    full: '%{max} tags are chosen: a program can have no more.',
    none: 'No tag with this name',
    newTitle: 'New tag',
    newName: 'Name of the tag',
    newDescription: 'What it is for',
    created: 'The tag %{name} is created.',
    open: 'Show the tags',
  },
} as const;

export const fr: Same<typeof en> = {
  edit: {
    title: 'Modifier %{name}',
    tabs: { label: 'Parties du programme', identification: 'Identification', settings: 'Réglages' },
    waits:
      'Vous pouvez modifier ce programme, pas l’approuver : ce que vous enregistrez attend l’approbation, et d’ici là les machines gardent leur révision actuelle.',
    save: 'Enregistrer',
    send: 'Enregistrer et envoyer à %{smart_count} four |||| Enregistrer et envoyer à %{smart_count} fours',
    saved: '%{name} est enregistré.',
    sent: '%{name} est enregistré et part vers %{smart_count} four. |||| %{name} est enregistré et part vers %{smart_count} fours.',
    savedWaits: '%{name} est enregistré et attend l’approbation.',
    toFix: '%{smart_count} point à corriger |||| %{smart_count} points à corriger',
    nothing: 'Rien à enregistrer',
    categoryFixed: 'La catégorie ne peut pas être modifiée : des fours de cette catégorie ont ce programme.',
  },
  avatar: { none: 'Courbe de chauffe', search: 'Trouver une image' },
  tags: {
    hint: 'Au plus %{max}. Pour retrouver le programme : été, fêtes, sans lactose.',
    placeholder: 'Chercher une étiquette',
    create: 'Créer l’étiquette « %{name} »',
    new: 'Nouvelle étiquette',
    remove: 'Retirer l’étiquette %{name}',
    full: '%{max} étiquettes sont choisies : un programme ne peut pas en avoir plus.',
    none: 'Aucune étiquette de ce nom',
    newTitle: 'Nouvelle étiquette',
    newName: 'Nom de l’étiquette',
    newDescription: 'À quoi elle sert',
    created: 'L’étiquette %{name} est créée.',
    open: 'Montrer les étiquettes',
  },
};
