import { product } from '@fournil/contract/product';
import { PageFor } from '../kit/May.tsx';
import { useT } from './messages.ts';
import { People } from './People.tsx';

/** Of the super admin and the technicians (NAV-02). */
export function ClientAdminList() {
  const t = useT();
  return (
    <PageFor act="client-admins.list">
      <People resource="client-admins" title={t('users.clients')} hasSociety />
    </PageFor>
  );
}

export function TechnicianList() {
  const t = useT();
  return (
    <PageFor act="technicians.list">
      <People resource={`${product.slug}-technicians`} title={t('users.technicians')} />
    </PageFor>
  );
}
