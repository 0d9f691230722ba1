import { programLimits } from '@fournil/contract/programs/program';
import { TextInput } from '../../kit/inputs/TextInput.tsx';
import { useT } from '../messages.ts';
import { AvatarInput } from './AvatarInput.tsx';
import { TagsInput } from './TagsInput.tsx';

/** PRG-02: name, description, tags and picture; shared by the wizard and the edit page. */
export function IdentificationInputs({ nameHint, descriptionHint }: { nameHint?: string; descriptionHint?: string }) {
  const t = useT();
  return (
    <>
      <TextInput
        source="name"
        label={t('resources.programs.fields.name')}
        hint={nameHint}
        max={programLimits.name}
        isRequired
      />
      <TextInput
        source="description"
        label={t('resources.programs.fields.description')}
        hint={descriptionHint}
        max={programLimits.description}
        isLong
      />
      <TagsInput />
      <AvatarInput />
    </>
  );
}
