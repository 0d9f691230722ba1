import { useState } from 'react';

/** The ids chosen in a list, with a function that adds or removes one. */
export function useChosen() {
  const [chosen, setChosen] = useState<string[]>([]);
  return {
    chosen,
    toggle: (id: string) => setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]),
  };
}
