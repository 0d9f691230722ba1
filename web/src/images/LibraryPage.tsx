import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import { useTitle } from '../kit/pages/useTitle.ts';
import { PageFor } from '../kit/session/May.tsx';
import { useNumber, useTypeset } from '../kit/useT.ts';
import { AddPicture } from './AddPicture.tsx';
import { type Library, pageOf } from './library.ts';
import { MachineImagePage } from './MachineImagePage.tsx';
import { ManagePictures } from './ManagePictures.tsx';
import { useT } from './messages.ts';
import { useLibrary } from './useLibrary.ts';
import './images.css';

/** IMG-01: `/images-{product}` */
export function ProgramImages() {
  return <Framed library="programs" tab={<ManagePictures library="programs" />} />;
}

/** IMG-01: `/images-{product}/add` */
export function AddProgramImage() {
  return <Framed library="programs" tab={<AddPicture library="programs" />} />;
}

/** IMG-02: `/images-machines` */
export function MachineImages() {
  return <Framed library="machines" tab={<ManagePictures library="machines" />} />;
}

/** IMG-02: `/images-machines/add` */
export function AddMachineImage() {
  return <Framed library="machines" tab={<AddPicture library="machines" />} />;
}

/** IMG-02: `/images-machines/{machineCode}` */
export function MachineImage() {
  return (
    <PageFor act="images.manage">
      <MachineImagePage />
    </PageFor>
  );
}

function Framed(props: FrameProps) {
  return (
    <PageFor act="images.manage">
      <Frame {...props} />
    </PageFor>
  );
}

interface FrameProps {
  library: Library;
  tab: ReactNode;
}

function Frame({ library, tab }: FrameProps) {
  const t = useT();
  const number = useNumber();
  const typeset = useTypeset();
  const title = t(`images.${library}.title`);
  const total = useLibrary(library, '').data?.total;
  useTitle(title);
  const page = pageOf(library);
  return (
    <div className="page">
      <div className="page__head">
        <h1>
          {title} {total !== undefined && <small>{number(total)}</small>}
        </h1>
      </div>
      <p className="soft images__lead">{t(`images.${library}.lead`)}</p>
      <nav className="images__tabs" aria-label={typeset(`${t('images.tabs.label')}: ${title}`)}>
        <NavLink to={page} end>
          {t('images.tabs.manage')}
        </NavLink>
        <NavLink to={`${page}/add`}>{t('images.tabs.add')}</NavLink>
      </nav>
      {tab}
    </div>
  );
}
