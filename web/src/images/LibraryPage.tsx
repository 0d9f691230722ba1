import type { ReactNode } from 'react';
import { NavLink, Route, Routes } from 'react-router-dom';
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
  return (
    <PageFor act="images.manage">
      <Routes>
        <Route path="/" element={<Framed library="programs" tab={<ManagePictures library="programs" />} />} />
        <Route path="/add" element={<Framed library="programs" tab={<AddPicture library="programs" />} />} />
      </Routes>
    </PageFor>
  );
}

/** IMG-02: `/images-machines`, and one picture at `/images-machines/{machineCode}`. */
export function MachineImages() {
  return (
    <PageFor act="images.manage">
      <Routes>
        <Route path="/" element={<Framed library="machines" tab={<ManagePictures library="machines" />} />} />
        <Route path="/add" element={<Framed library="machines" tab={<AddPicture library="machines" />} />} />
        <Route path="/:machineCode" element={<MachineImagePage />} />
      </Routes>
    </PageFor>
  );
}

function Framed({ library, tab }: { library: Library; tab: ReactNode }) {
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
