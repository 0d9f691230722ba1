import { type Same, translatorFor } from '../useT.ts';

export const en = {
  pictures: {
    choose: 'Choose a picture',
    camera: 'Take a photo',
    lead: 'Drop a picture here, paste it, or choose a file.',
    drop: 'Drop to use this picture',
    rules: 'GIF, PNG, JPEG or HEIC, %{max} MB and %{megapixels} megapixels at most',
    opening: 'Opening the picture…',
    tooSmall: 'The picture is too small: at least %{min} pixels in width and height',
    crop: {
      title: 'Crop the picture to a square',
      area: 'Part of the picture that is kept. Move it with the arrow keys.',
      hint: 'Drag the picture or use the arrow keys.',
      zoom: 'Zoom',
      use: 'Use this part',
    },
    states: {
      sending: 'Sending the picture…',
      success: 'The picture is saved.',
      updated: 'The picture is replaced.',
      failure: 'The picture could not be saved.',
    },
    portrait: {
      label: 'Picture',
      delete: 'Delete the picture',
      deleteTitle: 'Delete the picture?',
      deleteBody: 'The initials are shown in its place.',
      deleted: 'The picture is deleted.',
    },
  },
} as const;

export const fr: Same<typeof en> = {
  pictures: {
    choose: 'Choisir une image',
    camera: 'Prendre une photo',
    lead: 'Déposez une image ici, collez-la ou choisissez un fichier.',
    drop: 'Lâchez pour utiliser cette image',
    rules: 'GIF, PNG, JPEG ou HEIC, %{max} Mo et %{megapixels} mégapixels au plus',
    opening: 'Ouverture de l’image…',
    tooSmall: 'L’image est trop petite : au moins %{min} pixels en largeur et en hauteur',
    crop: {
      title: 'Recadrer l’image au carré',
      area: 'Partie de l’image qui est gardée. Les flèches la déplacent.',
      hint: 'Faites glisser l’image ou utilisez les flèches.',
      zoom: 'Agrandissement',
      use: 'Utiliser cette partie',
    },
    states: {
      sending: 'Envoi de l’image…',
      success: 'L’image est enregistrée.',
      updated: 'L’image est remplacée.',
      failure: 'L’image n’a pas pu être enregistrée.',
    },
    portrait: {
      label: 'Photo',
      delete: 'Supprimer la photo',
      deleteTitle: 'Supprimer la photo ?',
      deleteBody: 'Les initiales s’affichent à sa place.',
      deleted: 'La photo est supprimée.',
    },
  },
};

export const usePicturesT = translatorFor<typeof en>();
