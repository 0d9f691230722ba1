import type {
  HoursFilePreview,
  HoursImport as HoursImportInput,
  HoursImportResult,
} from '@fournil/contract/structures/hoursFile';
import { useState } from 'react';
import { call, fetchFile, problemOf, useAct, useDownload } from '../../data/index.ts';
import { Modal } from '../../kit/dialogs/Modal.tsx';
import { DropZone, FileButton } from '../../kit/files/DropZone.tsx';
import { Icon } from '../../kit/signs/Icon.tsx';
import { FilePreview } from './FilePreview.tsx';
import { useT } from './messages.ts';
import { readText } from './readText.ts';
import './hoursFile.css';

interface Looked {
  name: string;
  text: string;
  preview: HoursFilePreview;
}

/** HRS-01: chooses a file of opening hours, shows what it would change or what is wrong in it, and imports it. */
export function HoursImport({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [looked, setLooked] = useState<Looked | null>(null);
  const look = useAct({
    changes: 'nothing',
    send: async ({ name, text }: { name: string; text: string | Promise<string> }): Promise<Looked> => {
      const body = { text: await text };
      return { name, ...body, preview: await call('/structures/hours/preview', { method: 'POST', body }) };
    },
    isInputKept: true,
    onDone: setLooked,
  });
  const send = useAct({
    changes: 'structures',
    send: (body: HoursImportInput) => call<HoursImportResult>('/structures/hours', { method: 'POST', body }),
    isInputKept: true,
    done: ({ changes }) => t('hoursFile.done', { smart_count: changes }),
    onDone: onClose,
    onRefused: (error) => {
      // The structures have changed since the preview.
      if (looked && [409, 422].includes(problemOf(error)?.status ?? 0)) look.act(looked);
    },
  });
  const take = ([file]: File[]) => {
    if (file) look.act({ name: file.name, text: readText(file) });
  };
  const changes = looked && looked.preview.errorCount === 0 ? looked.preview.changes : 0;
  return (
    <Modal
      title={t('hoursFile.title')}
      width="md"
      onClose={onClose}
      actions={
        looked &&
        changes > 0 && (
          <button
            type="button"
            className="button button--main"
            disabled={send.isPending || look.isPending}
            onClick={() => send.act({ text: looked.text, digest: looked.preview.digest })}
          >
            {t('hoursFile.submit', { smart_count: changes })}
          </button>
        )
      }
    >
      <ChooseFile isReading={look.isPending} hasFile={looked !== null} onFiles={take} />
      {looked && <FilePreview name={looked.name} preview={looked.preview} />}
    </Modal>
  );
}

interface ChooseFileProps {
  isReading: boolean;
  hasFile: boolean;
  onFiles: (files: File[]) => void;
}

function ChooseFile({ isReading, hasFile, onFiles }: ChooseFileProps) {
  const t = useT();
  const present = useDownload(() => fetchFile('/structures/hours.csv'));
  return (
    <DropZone onFiles={onFiles}>
      {() => (
        <>
          {!hasFile && <p>{t('hoursFile.lead')}</p>}
          <div className="hours-file__ways">
            {!hasFile && (
              <button type="button" className="button" disabled={present.isPending} onClick={() => present.act()}>
                <Icon name="down" size={16} />
                {t('hoursFile.download')}
              </button>
            )}
            <FileButton
              label={t('hoursFile.choose')}
              accept=".csv,.txt,.tsv"
              isDisabled={isReading}
              onFiles={onFiles}
            />
          </div>
        </>
      )}
    </DropZone>
  );
}
