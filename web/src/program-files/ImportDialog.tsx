import {
  type ProgramImport,
  type ProgramImportResult,
  programFileExtension,
  programFileLimits,
} from '@fournil/contract/program-files/programFile';
import { useState } from 'react';
import { call, useAct } from '../data/index.ts';
import { Modal } from '../kit/dialogs/Modal.tsx';
import { DropZone, FileButton } from '../kit/files/DropZone.tsx';
import { ImportedList } from './ImportedList.tsx';
import { useT } from './messages.ts';
import { readFiles } from './readFiles.ts';
import './files.css';

interface Looked {
  files: ProgramImport['files'];
  result: ProgramImportResult;
  wereTooMany: boolean;
}

/**
 * PRG-04: chooses files, shows the programs that they would create and why others are refused, then imports those that
 * are ticked. Programs whose name exists already are not ticked at first.
 */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [looked, setLooked] = useState<Looked | null>(null);
  /** The places of the files to import; the answer has those that were sent in their order. */
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const look = useAct({
    changes: 'nothing',
    send: async (list: readonly File[]): Promise<Looked> => {
      const tooLargeText = t('programFiles.tooLarge', { kilobytes: programFileLimits.fileBytes / 1024 });
      const { files, tooLarge, wereTooMany } = await readFiles(list, tooLargeText);
      const none: ProgramImportResult = { imported: 0, refused: 0, files: [] };
      const found =
        files.length > 0
          ? await call<ProgramImportResult>('/programs/import/preview', { method: 'POST', body: { files } })
          : none;
      const result = { ...found, refused: found.refused + tooLarge.length, files: [...found.files, ...tooLarge] };
      return { files, result, wereTooMany };
    },
    isInputKept: true,
    onDone: (found) => {
      setLooked(found);
      setChosen(
        new Set(found.result.files.flatMap(({ program }, at) => (program && !program.nameIsTaken ? [at] : []))),
      );
    },
  });
  const send = useAct({
    changes: 'programs',
    send: (files: ProgramImport['files']) =>
      call<ProgramImportResult>('/programs/import', { method: 'POST', body: { files } }),
    isInputKept: true,
    done: ({ imported }) => t('programFiles.done', { smart_count: imported }),
    onDone: onClose,
  });
  const toggle = (at: number) => {
    const others = [...chosen].filter((one) => one !== at);
    setChosen(new Set(chosen.has(at) ? others : [...others, at]));
  };
  return (
    <Modal
      title={t('programFiles.title')}
      width="sm"
      onClose={onClose}
      aside={
        looked && (
          <button type="button" className="button" onClick={() => setLooked(null)}>
            {t('programFiles.other')}
          </button>
        )
      }
      actions={
        <button
          type="button"
          className="button button--main"
          disabled={chosen.size === 0 || send.isPending}
          onClick={() => looked && send.act(looked.files.filter((_, at) => chosen.has(at)))}
        >
          {t('programFiles.submit', { smart_count: chosen.size })}
        </button>
      }
    >
      {looked ? (
        <>
          {looked.wereTooMany && <p className="soft">{t('programFiles.tooMany', { max: programFileLimits.files })}</p>}
          <ImportedList result={looked.result} chosen={chosen} onToggle={toggle} />
        </>
      ) : (
        <ChooseFiles isReading={look.isPending} onFiles={(list) => look.act(list)} />
      )}
    </Modal>
  );
}

function ChooseFiles({ isReading, onFiles }: { isReading: boolean; onFiles: (files: readonly File[]) => void }) {
  const t = useT();
  return (
    <DropZone onFiles={onFiles}>
      {(isOver) => (
        <>
          <p>{t(isOver ? 'programFiles.drop' : 'programFiles.lead')}</p>
          <FileButton
            label={t(isReading ? 'programFiles.reading' : 'programFiles.choose')}
            accept={programFileExtension}
            takesSeveral
            isDisabled={isReading}
            onFiles={onFiles}
          />
        </>
      )}
    </DropZone>
  );
}
