import { idOf, iri } from '@fournil/contract/kit/addresses';
import { useWatch } from 'react-hook-form';
import { PickInput } from '../inputs/PickInput.tsx';
import { useKitT } from '../messages.ts';
import { usePickStructure } from './usePickStructure.tsx';

interface StructureInputProps {
  source: string;
  label: string;
  hint?: string | undefined;
  /** The text for no structure. */
  placeholder?: string;
  isRequired?: boolean;
  /** This structure, and those below it, cannot be chosen. */
  notUnder?: string | undefined;
  /** The form's value is the IRI, as in the record. */
  isIri?: boolean;
}

/** A structure in a form. */
export function StructureInput({ source, placeholder, notUnder, isIri = false, ...field }: StructureInputProps) {
  const t = useKitT();
  const value: string | null = useWatch({ name: source }) || null;
  const pick = usePickStructure(value && idOf(value), notUnder);
  return (
    <PickInput
      {...field}
      {...pick}
      source={source}
      placeholder={placeholder ?? t('kit.structure.search')}
      {...(isIri ? { toValue: (id: string) => iri('structures', id), toId: idOf } : {})}
    />
  );
}
