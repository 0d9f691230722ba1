import { useState } from 'react';

/** Several of a list, by id. */
export function useChosen() {
  const [chosen, setChosen] = useState<string[]>([]);
  return {
    chosen,
    toggle: (id: string) => setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]),
  };
}
