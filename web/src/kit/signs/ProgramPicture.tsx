import type { PhaseGroup } from '@fournil/contract/phases/phaseGroups';
import { Picture } from '../images/Picture.tsx';
import { ProgramThumbnail } from './ProgramThumbnail.tsx';

/** PRG-02: the picture that was chosen for a program, or the drawing of its heat. */
export function ProgramPicture({
  program,
  size = 40,
}: {
  program: { imageUrl: string | null; phaseGroups: readonly PhaseGroup[] };
  size?: number;
}) {
  return (
    <Picture imageUrl={program.imageUrl} size={size} className="picture program-picture">
      <ProgramThumbnail phaseGroups={program.phaseGroups} />
    </Picture>
  );
}
