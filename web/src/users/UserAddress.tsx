import { Navigate, useParams } from 'react-router-dom';

/** `/users/{id}`, the address in links: redirects to the person's page. */
export function UserAddress() {
  const { id = '' } = useParams();
  return <Navigate to={`/users/${id}/show`} replace />;
}
