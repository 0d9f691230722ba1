import { tagLimits } from '@fournil/contract/tags/tag';
import { Link } from 'react-router-dom';
import { TextInput } from '../kit/inputs/TextInput.tsx';
import { useKitT } from '../kit/messages.ts';
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

export function TagFoot({ submit, cancelTo, isSaving }: { submit: string; cancelTo: string; isSaving: boolean }) {
  const kitT = useKitT();
  return (
    <div className="tag-form__foot">
      <button type="submit" className="button button--main" disabled={isSaving}>
        {submit}
      </button>
      <Link className="button" to={cancelTo}>
        {kitT('kit.cancel')}
      </Link>
    </div>
  );
}
