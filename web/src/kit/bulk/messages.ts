import { type Same, translatorFor } from '../useT.ts';

export const en = {
  bulk: {
    counter: '%{selected} of %{total} selected',
    all: 'Select all %{total}',
    clear: 'Clear the selection',
    single: 'This action takes one row at a time: select a single row.',
    preview: {
      looking: 'Checking what would change…',
      changed: '%{smart_count} will change |||| %{smart_count} will change',
      deleted: '%{smart_count} will be deleted |||| %{smart_count} will be deleted',
      unchanged: '%{smart_count} is already in this state |||| %{smart_count} are already in this state',
      refused: '%{smart_count} will stay as it is: |||| %{smart_count} will stay as they are:',
      partly: 'only in part',
      first: 'Only the first %{looked} of %{total} were checked.',
      nothing: 'Nothing would change.',
      noUndo: 'This cannot be undone.',
      opposite: 'There is no Undo for this action, but the opposite action reverses it.',
      others: 'and %{smart_count} more |||| and %{smart_count} more',
      go: 'Change %{smart_count} |||| Change %{smart_count}',
      send: 'Change %{count} and send to %{smart_count} oven |||| Change %{count} and send to %{smart_count} ovens',
      delete: 'Delete %{smart_count} |||| Delete %{smart_count}',
    },
    run: {
      region: 'Actions in progress',
      progress: '%{done} of %{total}',
      stop: 'Stop',
      undo: 'Undo',
      changed: '%{smart_count} changed |||| %{smart_count} changed',
      deleted: '%{smart_count} deleted |||| %{smart_count} deleted',
      unchanged: '%{smart_count} was already in this state |||| %{smart_count} were already in this state',
      refused: '%{smart_count} not possible, still selected |||| %{smart_count} not possible, still selected',
      refusedBefore: '%{smart_count} not possible |||| %{smart_count} not possible',
      stopped: 'stopped, %{smart_count} not done |||| stopped, %{smart_count} not done',
      lost: 'No answer from the server; the action continues without this page.',
      again: 'An action started earlier',
    },
    undoOf: 'Undo: %{label}',
  },
} as const;

export const fr: Same<typeof en> = {
  bulk: {
    counter: '%{selected} sur %{total} dans la sélection',
    all: 'Tout sélectionner (%{total})',
    clear: 'Vider la sélection',
    single: 'Cette action porte sur une ligne à la fois : n’en sélectionnez qu’une.',
    preview: {
      looking: 'Vérification de ce qui changerait…',
      changed: '%{smart_count} changera |||| %{smart_count} changeront',
      deleted: '%{smart_count} suppression prévue |||| %{smart_count} suppressions prévues',
      unchanged: '%{smart_count} déjà dans cet état |||| %{smart_count} déjà dans cet état',
      refused: '%{smart_count} ne changera pas : |||| %{smart_count} ne changeront pas :',
      partly: 'en partie seulement',
      first: 'Seuls les %{looked} premiers sur %{total} ont été vérifiés.',
      nothing: 'Rien ne changerait.',
      noUndo: 'Cette action ne peut pas être annulée.',
      opposite: 'Cette action n’a pas d’annulation directe, mais l’action contraire permet de revenir en arrière.',
      others: 'et %{smart_count} autre |||| et %{smart_count} autres',
      go: 'En modifier %{smart_count} |||| En modifier %{smart_count}',
      send: 'En modifier %{count} et envoyer à %{smart_count} four |||| En modifier %{count} et envoyer à %{smart_count} fours',
      delete: 'En supprimer %{smart_count} |||| En supprimer %{smart_count}',
    },
    run: {
      region: 'Actions en cours',
      progress: '%{done} sur %{total}',
      stop: 'Arrêter',
      undo: 'Annuler',
      changed: '%{smart_count} modification |||| %{smart_count} modifications',
      deleted: '%{smart_count} suppression |||| %{smart_count} suppressions',
      unchanged: '%{smart_count} déjà dans cet état |||| %{smart_count} déjà dans cet état',
      refused:
        '%{smart_count} impossible, toujours dans la sélection |||| %{smart_count} impossibles, toujours dans la sélection',
      refusedBefore: '%{smart_count} impossible |||| %{smart_count} impossibles',
      stopped: 'arrêté, il en reste %{smart_count} |||| arrêté, il en reste %{smart_count}',
      lost: 'Le serveur ne répond pas ; l’action se poursuit sans cette page.',
      again: 'Une action lancée plus tôt',
    },
    undoOf: 'Annulation : %{label}',
  },
};

export const useBulkT = translatorFor<typeof en>();
