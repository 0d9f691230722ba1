import { Navigate, useParams } from 'react-router-dom';

/** `/users/{id}`, as links from elsewhere have it: the person's page. */
export function UserAddress() {
  const { id = '' } = useParams();
  return <Navigate to={`/users/${id}/show`} replace />;
}
