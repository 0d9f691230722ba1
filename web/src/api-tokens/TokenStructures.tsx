import type { Right } from '@fournil/contract/rights/rights';
import { StructureChips } from '../kit/structures/StructureChips.tsx';
import type { NamedStructure } from '../kit/structures/StructureDialog.tsx';
import { useT } from './messages.ts';
import { seesAll } from './seesAll.ts';

interface TokenStructuresProps {
  rights: readonly Right[];
  structures: readonly NamedStructure[];
  onChange: (structures: readonly NamedStructure[]) => void;
}

/** The structures that a token sees, unless its rights show it all of them. */
export function TokenStructures({ rights, structures, onChange }: TokenStructuresProps) {
  const t = useT();
  const isAll = seesAll(rights);
  const hint = structures.length > 0 ? 'apiTokens.structuresLead' : 'apiTokens.structuresNone';
  return (
    <section className="token-part" aria-labelledby="token-structures">
      <h2 id="token-structures">{t('apiTokens.structuresTitle')}</h2>
      <p className="soft">{t(isAll ? 'apiTokens.structuresAll' : hint)}</p>
      {!isAll && (
        <StructureChips
          structures={structures}
          onChange={onChange}
          add={t('apiTokens.structuresAdd')}
          title={t('apiTokens.structuresDialog')}
          submit={(count) => t('apiTokens.structuresChosen', { smart_count: count })}
        />
      )}
    </section>
  );
}
