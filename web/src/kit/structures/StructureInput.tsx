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
  /** Neither it nor what is below it is offered. */
  notUnder?: string | undefined;
  /** The form holds its IRI, as the record does. */
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
