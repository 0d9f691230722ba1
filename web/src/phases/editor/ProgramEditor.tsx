import { type PhaseGroupName, phaseGroupNames } from '@fournil/contract/phases/limits';
import type { PhaseViolation } from '@fournil/contract/phases/rules';
import type { ProgramSettings } from '@fournil/contract/phases/settings';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { narrowerThan } from '../../kit/rem.ts';
import { useMedia } from '../../kit/useMedia.ts';
import { type Editor, EditorProvider, useEditor, useOpenEditor } from '../editor.ts';
import { useT } from '../messages.ts';
import { PhaseTable } from '../table/PhaseTable.tsx';
import { Timeline } from '../timeline/Timeline.tsx';
import { WallSheet } from '../wall/WallSheet.tsx';
import { EditorHead } from './EditorHead.tsx';
import { PhaseSheet } from './PhaseSheet.tsx';
import { ShortenDialog } from './ShortenDialog.tsx';
import { StatusBar } from './StatusBar.tsx';
import { useFocusAdded } from './useFocusAdded.ts';
import './phases.css';

interface ProgramEditorProps {
  /** The initial settings; later changes of this prop are ignored. */
  initial: ProgramSettings;
  title: ReactNode;
  /** The details printed on the wall sheet. */
  name: string;
  description?: string | null;
  notes?: readonly string[];
  /** The violations of the server's refusal. */
  refused?: readonly PhaseViolation[];
  onChange: (settings: ProgramSettings, problemCount: number) => void;
}

const none: readonly PhaseViolation[] = [];

/** The editor of a program's settings: drawing and tables with a common selection. */
export function ProgramEditor({
  initial,
  title,
  name,
  description,
  notes,
  refused = none,
  onChange,
}: ProgramEditorProps) {
  const editor = useOpenEditor(initial, refused);
  const { state, problemCount, dispatch } = editor;
  useChanges(editor, onChange);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    dispatch({ do: key === 'y' || event.shiftKey ? 'redo' : 'undo' });
  };
  return (
    <EditorProvider value={editor}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: undo works wherever the focus is inside */}
      <div className="phases" data-problems={problemCount} onKeyDown={onKeyDown}>
        <EditorHead title={title} onPrint={() => window.print()} />
        <Timeline />
        <Tables />
        <StatusBar />
        <ShortenDialog />
        <WallSheet name={name} description={description} notes={notes} settings={state.settings} unit={editor.unit} />
      </div>
    </EditorProvider>
  );
}

function useChanges({ state, problemCount }: Editor, onChange: ProgramEditorProps['onChange']): void {
  const tell = useRef(onChange);
  tell.current = onChange;
  useEffect(() => tell.current(state.settings, problemCount), [state.settings, problemCount]);
}

/** The four groups beside each other; on a phone one at a time, with a sheet for the selected entry. */
function Tables() {
  return useMedia(narrowerThan('phone')) ? <OneTable /> : <AllTables />;
}

function AllTables() {
  const tables = useFocusAdded<HTMLDivElement>('[data-selected] input');
  return (
    <div className="phases__tables" ref={tables}>
      {phaseGroupNames.map((group) => (
        <PhaseTable key={group} group={group} />
      ))}
    </div>
  );
}

function OneTable() {
  const t = useT();
  const { selection, settings, dispatch } = useEditor();
  const [isOpen, setOpen] = useState(false);
  const { group, index } = selection;
  const wasAt = useRef(`${group}${index}`);
  useEffect(() => {
    const now = `${group}${index}`;
    if (wasAt.current !== now) setOpen(true);
    wasAt.current = now;
  }, [group, index]);
  useEffect(() => {
    // The drawing stays visible above the sheet.
    if (isOpen) document.querySelector('.drawing--live')?.scrollIntoView({ block: 'start' });
  }, [isOpen]);
  const pick = (to: PhaseGroupName) => {
    wasAt.current = `${to}0`;
    dispatch({ do: 'select', selection: { group: to, index: 0 } });
  };
  return (
    <>
      <fieldset className="phases__groups" aria-label={t('phases.sheet.groups')}>
        {phaseGroupNames.map((one) => (
          <button key={one} type="button" aria-pressed={one === group} onClick={() => pick(one)}>
            {t(`phases.lanes.${one}`)} <small>{settings[one].length}</small>
          </button>
        ))}
      </fieldset>
      {!isOpen && settings[group].length > 0 && (
        <button type="button" className="button button--tall phases__open" onClick={() => setOpen(true)}>
          {t('phases.sheet.edit')}
        </button>
      )}
      <div className="phases__tables">
        <PhaseTable group={group} />
      </div>
      {isOpen && <PhaseSheet onDone={() => setOpen(false)} />}
    </>
  );
}
