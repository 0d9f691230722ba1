import type { PersonView } from '@fournil/contract/structures/structure';
import { PickDialog } from './PickDialog.tsx';

interface PickUsersDialogProps {
  title: string;
  submit: (users: number) => string;
  /** The call that lists the users who can be chosen. */
  path: string;
  onClose: () => void;
  onChosen: (users: string[]) => void;
}

/** Users of the organisation, by name and address. */
export function PickUsersDialog(props: PickUsersDialogProps) {
  return (
    <PickDialog<PersonView>
      {...props}
      query={{ kind: 'user' }}
      labelOf={(person) => (
        <>
          {person.fullName} <small className="soft">{person.email}</small>
        </>
      )}
    />
  );
}
