import type { ModelInput, ModelView } from '@fournil/contract/models/model';

/** The values of the form: numbers as they are typed, revisions as one text. */
export interface ModelValues {
  code: string;
  category: string;
  name: string;
  format: { en: string; fr: string };
  type: string;
  capacity: { en: string; fr: string };
  energyKilowatts: string;
  steamTankCentilitres: string;
  hardwareRevisions: string;
  retired: boolean;
}

export const emptyModel: ModelValues = {
  code: '',
  category: '',
  name: '',
  format: { en: '', fr: '' },
  type: 'electric',
  capacity: { en: '', fr: '' },
  energyKilowatts: '',
  steamTankCentilitres: '0',
  hardwareRevisions: '',
  retired: false,
};

export function valuesOfModel(model: ModelView): ModelValues {
  const { code, category, name, format, type, capacity, retired } = model;
  return {
    ...{ code, category, name, format, type, capacity, retired },
    energyKilowatts: String(model.energyKilowatts),
    steamTankCentilitres: String(model.steamTankCentilitres),
    hardwareRevisions: model.hardwareRevisions.join(', '),
  };
}

/** What is sent of them: the fields that a model keeps from its creation are not among those of an edit. */
export function inputOfModel(
  values: Partial<ModelValues>,
  isNew: boolean,
): Partial<ModelInput> & { retired?: boolean } {
  const { code = '', category = '', name = '', format, type = '', capacity, retired = false } = values;
  return {
    ...(isNew ? { code, category: category as ModelInput['category'] } : { retired }),
    name,
    format: format ?? emptyModel.format,
    type: type as ModelInput['type'],
    capacity: capacity ?? emptyModel.capacity,
    energyKilowatts: numberOf(values.energyKilowatts),
    steamTankCentilitres: numberOf(values.steamTankCentilitres),
    hardwareRevisions: (values.hardwareRevisions ?? '')
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  };
}

/** With a comma as decimal point too; what is no number, and null for nothing, is left for the rules to refuse. */
function numberOf(text: string | undefined): number {
  const trimmed = (text ?? '').trim().replace(',', '.');
  return trimmed === '' ? (null as never) : Number.isNaN(Number(trimmed)) ? (trimmed as never) : Number(trimmed);
}
