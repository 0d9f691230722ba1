import { type Same, translatorFor } from '../kit/useT.ts';

export const en = {
  control: {
    menu: 'Sign in as another user',
    title: 'Sign in as another user',
    leadStaff:
      'These people allow support to sign in as them. Ask for the security code on their home page: it works once.',
    leadAdmin: 'These users allow you to sign in as them.',
    search: 'Name, e-mail or organisation',
    searchOwn: 'Name or e-mail',
    name: 'Name',
    email: 'E-mail',
    society: 'Organisation',
    kind: 'Role',
    connect: 'Sign in as %{name}',
    connectShort: 'Sign in',
    enable: 'Enable',
    disable: 'Disable',
    inactive: 'disabled',
    emptyTitle: 'Nobody to sign in as',
    emptyStaff: 'People allow it beside the security code on their home page: “Others may sign in as me”.',
    emptyAdmin: 'Your users allow it in their profile: “Others may sign in as me”.',
    notFound: 'Nobody with this name allows it.',
    confirmTitle: 'Sign in as %{name}?',
    codeTitle: 'Security code of %{name}',
    code: 'Security code',
    codeHint: 'Eight digits, on the home page of %{name}. This person is told by e-mail that you signed in.',
    traces: 'Everything you do is recorded under both names. The session ends after an hour at the latest.',
    banner: 'You are acting as %{name}',
    bannerOf: 'You are acting as %{name}, %{society}',
    left: '%{span} left',
    stop: 'Back to my account',
    ended: 'You are back in your own account.',
    elsewhere: 'Somebody else has been signed in from another tab.',
    over: 'The session as another user has ended: you are back in your own account.',
    consent: 'Others may sign in as me',
    consentHint: {
      clientAdmin:
        'Support may do so with the security code on my home page. I am told by e-mail. If I switch this off, such a session ends at once.',
      user: 'Support may do so with the security code on my home page, my administrator without a code. I am told by e-mail. If I switch this off, such a session ends at once.',
    },
    ownHand: 'While you act as another user, you cannot change their profile.',
    sessions: 'Sign-ins as another user',
    ownSessions: 'Sign-ins as me',
    session: '%{by} signed in as %{name} (%{society})',
  },
} as const;

export const fr: Same<typeof en> = {
  control: {
    menu: 'Se connecter en tant que…',
    title: 'Se connecter au nom d’une autre personne',
    leadStaff:
      'Ces personnes acceptent que l’assistance se connecte en leur nom. Demandez le code de sécurité de leur page d’accueil : il ne sert qu’une fois.',
    leadAdmin: 'Ces utilisateurs acceptent que vous vous connectiez en leur nom.',
    search: 'Nom, e-mail ou organisation',
    searchOwn: 'Nom ou e-mail',
    name: 'Nom',
    email: 'E-mail',
    society: 'Organisation',
    kind: 'Rôle',
    connect: 'Se connecter en tant que %{name}',
    connectShort: 'Se connecter',
    enable: 'Activer',
    disable: 'Désactiver',
    inactive: 'désactivé',
    emptyTitle: 'Aucun utilisateur',
    emptyStaff:
      'L’accord se donne sur la page d’accueil, à côté du code de sécurité : « D’autres peuvent se connecter en mon nom ».',
    emptyAdmin: 'Vos utilisateurs l’acceptent dans leur profil : « D’autres peuvent se connecter en mon nom ».',
    notFound: 'Personne de ce nom ne l’accepte.',
    confirmTitle: 'Se connecter au nom de %{name} ?',
    codeTitle: 'Code de sécurité de %{name}',
    code: 'Code de sécurité',
    codeHint: 'Huit chiffres, que %{name} lit sur sa page d’accueil. Un e-mail l’informera de votre connexion.',
    traces:
      'Tout ce que vous faites est enregistré sous les deux noms. La session prend fin au plus tard après une heure.',
    banner: 'Vous agissez en tant que %{name}',
    bannerOf: 'Vous agissez en tant que %{name}, %{society}',
    left: 'encore %{span}',
    stop: 'Revenir à mon compte',
    ended: 'Vous utilisez de nouveau votre propre compte.',
    elsewhere: 'Une autre personne a été connectée depuis un autre onglet.',
    over: 'La session au nom d’une autre personne a pris fin : vous utilisez de nouveau votre propre compte.',
    consent: 'D’autres peuvent se connecter en mon nom',
    consentHint: {
      clientAdmin:
        'L’assistance le peut avec le code de sécurité de ma page d’accueil. Un e-mail m’en informe. Si je retire mon accord, une telle session prend fin aussitôt.',
      user: 'L’assistance le peut avec le code de sécurité de ma page d’accueil, mon administrateur sans code. Un e-mail m’en informe. Si je retire mon accord, une telle session prend fin aussitôt.',
    },
    ownHand: 'Tant que vous agissez au nom d’une autre personne, vous ne pouvez pas modifier son profil.',
    sessions: 'Connexions au nom d’autres personnes',
    ownSessions: 'Connexions en mon nom',
    session: '%{by} a ouvert une session en tant que %{name} (%{society})',
  },
};

export const useT = translatorFor<typeof en>();
