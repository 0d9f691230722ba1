import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

/**
 * Opens a page at its top after saving; null until then. It is opened after the present render, in which the guard of
 * the form learns that nothing is unsaved.
 */
export function useLeaveTo(page: string | null): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (page !== null) navigate(page, { state: { _scrollToTop: true } });
  }, [page, navigate]);
}
