import { tagLimits } from '@fournil/contract/tags/tag';
import { TextInput } from '../kit/inputs/TextInput.tsx';
import { useT } from './messages.ts';
import './tags.css';

export function TagInputs() {
  const t = useT();
  return (
    <div className="tag-form">
      <TextInput source="name" label={t('tags.name')} max={tagLimits.name} isRequired />
      <TextInput source="description" label={t('tags.description')} max={tagLimits.description} isLong />
    </div>
  );
}
