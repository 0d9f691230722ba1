import { softwareUpdateLimits, type UploadView } from '@fournil/contract/software-updates/softwareUpdate';
import { useStore } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import { findUpload, forgetUpload, sendFile, statusOf } from './sendFile.ts';

/** Stored in the browser, so that an upload continues after a reload when the same file is chosen. */
interface KeptUpload {
  id: string;
  fileName: string;
  sizeBytes: number;
  lastModified: number;
}

export type SendingState = 'sending' | 'waiting' | 'whole' | 'failed';

export interface Sending {
  file: File;
  state: SendingState;
  sentBytes: number;
  /** Bytes per second over the last seconds; null until it can be computed. */
  bytesPerSecond: number | null;
  waitSeconds: number;
  error: unknown;
}

const measuredMilliseconds = 8000;

/** The upload of a new version's file. */
export function useUpload() {
  const [kept, keep] = useStore<KeptUpload | null>('softwareUpdates.upload', null);
  const [sending, setSending] = useState<Sending | null>(null);
  const [begun, setBegun] = useState<UploadView | null>(null);
  const running = useRef<AbortController | null>(null);
  const uploadId = useRef<string | null>(null);

  // Leaving the page stops the upload; the received part is kept for the next attempt.
  useEffect(() => () => running.current?.abort(), []);
  useEffect(() => {
    if (!kept || sending) return;
    const asking = new AbortController();
    findUpload(kept.id, asking.signal).then(setBegun, (error: unknown) => {
      if (statusOf(error) === 404) keep(null);
    });
    return () => asking.abort();
  }, [kept, sending, keep]);

  const take = (file: File) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const speed = speedometer();
    const known = kept && isSame(kept, file) ? kept.id : null;
    setSending({ file, state: 'sending', sentBytes: 0, bytesPerSecond: null, waitSeconds: 0, error: null });
    const update = (change: Partial<Sending>) =>
      setSending((before) => (controller.signal.aborted || !before ? before : { ...before, ...change }));
    const onProgress = ({ id, receivedBytes }: UploadView) => {
      uploadId.current = id;
      if (!controller.signal.aborted)
        keep({ id, fileName: file.name, sizeBytes: file.size, lastModified: file.lastModified });
      update({ state: 'sending', sentBytes: receivedBytes, bytesPerSecond: speed(receivedBytes) });
    };
    sendFile(
      file,
      known,
      { onProgress, onWaiting: (waitSeconds) => update({ state: 'waiting', waitSeconds }) },
      controller.signal,
    ).then(
      () => update({ state: 'whole' }),
      (error: unknown) => update({ state: 'failed', error }),
    );
  };
  const forget = () => {
    running.current?.abort();
    setSending(null);
    setBegun(null);
    keep(null);
    uploadId.current = null;
  };
  const cancel = () => {
    const id = uploadId.current ?? kept?.id;
    forget();
    // If this call is lost, the server deletes the upload within a day.
    if (id) forgetUpload(id).catch(() => undefined);
  };
  return { sending, uploadId, begun: kept && !sending ? begun : null, take, cancel, forget };
}

export const largestBytes = softwareUpdateLimits.fileBytes;

function isSame(kept: KeptUpload, file: File): boolean {
  return kept.fileName === file.name && kept.sizeBytes === file.size && kept.lastModified === file.lastModified;
}

/** Bytes per second, over the last seconds. */
function speedometer(): (bytes: number) => number | null {
  let points: { at: number; bytes: number }[] = [];
  return (bytes) => {
    const at = performance.now();
    points = [...points.filter((point) => at - point.at < measuredMilliseconds), { at, bytes }];
    const first = points[0];
    return first && at - first.at > 200 ? ((bytes - first.bytes) / (at - first.at)) * 1000 : null;
  };
}
