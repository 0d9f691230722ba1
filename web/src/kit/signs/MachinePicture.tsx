import type { MachineView } from '@fournil/contract/machines/machine';
import { Picture } from '../images/Picture.tsx';
import { CategoryDrawing } from './CategoryDrawing.tsx';

/** MAC-04: the maker's picture of this machine, or the drawing of its category. */
export function MachinePicture({
  machine,
  size = 56,
}: {
  machine: Pick<MachineView, 'imageUrl' | 'category'>;
  size?: number;
}) {
  return (
    <Picture imageUrl={machine.imageUrl} size={size}>
      <CategoryDrawing category={machine.category} size={size} />
    </Picture>
  );
}
