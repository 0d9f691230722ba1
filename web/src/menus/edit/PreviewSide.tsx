import { useT } from '../messages.ts';
import { ScreenPart } from './ScreenPart.tsx';
import { usePreview } from './usePreview.ts';
import { WhatChanges } from './WhatChanges.tsx';

/** Beside the form: what would change, and the screen of one oven. It never blocks saving. */
export function PreviewSide({ menuId }: { menuId: string | null }) {
  const t = useT();
  const { preview, isFailed, isFetching, shown, setShown } = usePreview(menuId);
  return (
    <aside className="menu-edit__side">
      <section aria-labelledby="menu-changes" aria-busy={isFetching}>
        <h2 id="menu-changes">{t('menus.preview.title')}</h2>
        {preview && <WhatChanges preview={preview} />}
        {!preview && <p className="soft">{t(isFailed ? 'menus.preview.failed' : 'menus.preview.needs')}</p>}
      </section>
      <ScreenPart menuId={menuId} machine={preview?.machine ?? null} shown={shown} onShow={setShown} />
    </aside>
  );
}
