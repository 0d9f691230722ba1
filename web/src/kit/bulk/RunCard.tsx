import type { BulkRunView } from '@fournil/contract/bulk/bulk';
import { useRecordSelection } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useAct, useExpire, useRead } from '../../data/index.ts';
import { useKitT } from '../messages.ts';
import { Icon } from '../signs/Icon.tsx';
import { StateSign } from '../signs/StateSign.tsx';
import { useNumber } from '../useT.ts';
import { type OpenRun, runReading, stopRun, useRuns } from './bulkCalls.ts';
import { useBulkT } from './messages.ts';
import { Refusals } from './Refusals.tsx';

/** Milliseconds for which a result is shown; longer when it can be undone. */
const hideAfterMilliseconds = 10_000;
const hideUndoAfterMilliseconds = 20_000;

/** One bulk run: its progress, then its result with undo and the refused rows. */
export function RunCard({ open }: { open: OpenRun }) {
  const t = useBulkT();
  const kitT = useKitT();
  const runs = useRuns();
  const { data: run = open.run, error } = useRead(runReading(open));
  const isRunning = run.state === 'running';
  const [isHeld, setHeld] = useState(false);
  useSettled(run, open.ids);
  const hide = useRef(() => runs.hide(open.id));
  useEffect(() => {
    if (isRunning || isHeld || run.refusals.length > 0) return;
    const timer = setTimeout(() => hide.current(), run.canUndo ? hideUndoAfterMilliseconds : hideAfterMilliseconds);
    return () => clearTimeout(timer);
  }, [isRunning, isHeld, run.refusals.length, run.canUndo]);

  const label = open.label || t('bulk.run.again');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only keeps it from hiding
    <div
      className="bulk-run"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className="bulk-run__head">
        {isRunning ? (
          <span className="bulk-run__turning" />
        ) : (
          <StateSign sign={run.refused > 0 ? 'refused' : 'approved'} size={16} />
        )}
        <strong>{label}</strong>
        <Buttons run={run} label={label} />
        {!isRunning && (
          <button type="button" className="bulk-run__close" aria-label={kitT('kit.close')} onClick={hide.current}>
            <Icon name="close" size={14} />
          </button>
        )}
      </div>
      {isRunning && <Progress run={run} label={label} />}
      <p role="status">{error && isRunning ? t('bulk.run.lost') : <Result run={run} isOld={open.label === ''} />}</p>
      {open.program && !isRunning && (
        <Link className="bulk-run__follow" to={`/programs/${open.program}/show`}>
          {t('bulk.run.follow')}
        </Link>
      )}
      {run.refusals.length > 0 && !isRunning && (
        <Refusals refusals={run.refusals} total={run.refused + run.refusals.filter(({ partly }) => partly).length} />
      )}
    </div>
  );
}

function Progress({ run, label }: { run: BulkRunView; label: string }) {
  return (
    <div
      className="bar-of-work"
      role="progressbar"
      aria-label={label}
      aria-valuenow={run.done}
      aria-valuemin={0}
      aria-valuemax={run.total}
    >
      <span style={{ width: `${(run.done / Math.max(1, run.total)) * 100}%` }} />
    </div>
  );
}

function outcomeOf({ verb }: BulkRunView): 'deleted' | 'installed' | 'changed' {
  if (verb.endsWith('.delete')) return 'deleted';
  return verb === 'machines.install' ? 'installed' : 'changed';
}

/** `isOld`: started before the page was loaded, which has forgotten what was selected. */
function Result({ run, isOld }: { run: BulkRunView; isOld: boolean }) {
  const t = useBulkT();
  const number = useNumber();
  if (run.state === 'running') return t('bulk.run.progress', { done: number(run.done), total: number(run.total) });
  const parts = [t(`bulk.run.${outcomeOf(run)}`, { smart_count: run.changed })];
  if (run.unchanged > 0) parts.push(t('bulk.run.unchanged', { smart_count: run.unchanged }));
  if (run.refused > 0)
    parts.push(t(isOld ? 'bulk.run.refusedBefore' : 'bulk.run.refused', { smart_count: run.refused }));
  if (run.state === 'stopped') parts.push(t('bulk.run.stopped', { smart_count: run.total - run.done }));
  return parts.join(' · ');
}

function Buttons({ run, label }: { run: BulkRunView; label: string }) {
  const t = useBulkT();
  const runs = useRuns();
  const stop = useAct({ changes: 'nothing', send: () => stopRun(run.id), answers: runReading({ id: run.id, run }) });
  const undo = useAct({ changes: 'nothing', send: () => runs.undo(t('bulk.undoOf', { label }), run.id) });
  if (run.state === 'running')
    return (
      <button type="button" className="bulk-run__action" disabled={stop.isPending} onClick={() => stop.act()}>
        {t('bulk.run.stop')}
      </button>
    );
  if (!run.canUndo) return null;
  return (
    <button type="button" className="bulk-run__action" disabled={undo.isPending} onClick={() => undo.act()}>
      {t('bulk.run.undo')}
    </button>
  );
}

/** BLK-03: after a run the changed data is read again, and the rows that failed stay selected. */
function useSettled(run: BulkRunView, ids: readonly string[] | null): void {
  const expire = useExpire();
  const [, { select, unselect, clearSelection }] = useRecordSelection({ resource: run.resource });
  const settle = useRef(() => {});
  settle.current = () => {
    const failed = run.refusals.filter(({ partly }) => !partly).map(({ id }) => id);
    // Only rows of this run are deselected: rows selected meanwhile stay selected, and so do those that a stopped run
    // has not processed.
    if (ids === null && failed.length > 0) select(failed);
    else if (ids === null) clearSelection();
    else if (run.state === 'done') unselect(ids.filter((id) => !failed.includes(id)));
    expire('everything');
  };
  useEffect(() => {
    if (run.state !== 'running') settle.current();
  }, [run.state]);
}
