import { useState } from 'react';

/** The ids chosen in a list, with functions that add or remove one, or several. */
export function useChosen() {
  const [chosen, setChosen] = useState<string[]>([]);
  return {
    chosen,
    toggle: (id: string) => setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]),
    toggleAll: (ids: readonly string[]) => {
      const others = chosen.filter((one) => !ids.includes(one));
      setChosen(ids.every((id) => chosen.includes(id)) ? others : [...others, ...ids]);
    },
  };
}
