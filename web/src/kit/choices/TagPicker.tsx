import type { TagView } from '@fournil/contract/tags/tag';
import { PickDialog } from './PickDialog.tsx';

interface TagPickerProps {
  title: string;
  submit: (tags: number) => string;
  most?: number;
  onChosen: (ids: string[]) => void;
  onClose: () => void;
}

/** Chooses several tags by name. */
export function TagPicker(props: TagPickerProps) {
  return (
    <PickDialog<TagView>
      {...props}
      about="tags"
      path="/tags"
      query={{ 'order[name]': 'asc' }}
      lineOf={({ name }) => ({ name })}
    />
  );
}
