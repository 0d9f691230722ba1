import type { Right } from '@fournil/contract/rights/rights';
import { useState } from 'react';
import { Icon } from '../kit/signs/Icon.tsx';
import { type NamedStructure, StructureDialog } from '../kit/structures/StructureDialog.tsx';
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
  const [isOpen, setOpen] = useState(false);
  const isAll = seesAll(rights);
  return (
    <section className="token-part" aria-labelledby="token-structures">
      <h2 id="token-structures">{t('apiTokens.structuresTitle')}</h2>
      <p className="soft">
        {t(
          isAll
            ? 'apiTokens.structuresAll'
            : structures.length > 0
              ? 'apiTokens.structuresLead'
              : 'apiTokens.structuresNone',
        )}
      </p>
      {!isAll && (
        <>
          <ul className="token-structures">
            {structures.map(({ id, name }) => (
              <li key={id}>
                <Icon name="structures" size={16} />
                <bdi>{name}</bdi>
                <button
                  type="button"
                  className="icon-button icon-button--bare"
                  aria-label={t('apiTokens.structureRemove', { name })}
                  onClick={() => onChange(structures.filter((one) => one.id !== id))}
                >
                  <Icon name="close" size={16} />
                </button>
              </li>
            ))}
          </ul>
          <button type="button" className="button" onClick={() => setOpen(true)}>
            <Icon name="plus" size={16} />
            {t('apiTokens.structuresAdd')}
          </button>
        </>
      )}
      {isOpen && (
        <StructureDialog
          title={t('apiTokens.structuresDialog')}
          submit={(count) => t('apiTokens.structuresChosen', { smart_count: count })}
          isSeveral
          chosen={structures}
          onClose={() => setOpen(false)}
          onChosen={(chosen) => {
            onChange(chosen);
            setOpen(false);
          }}
        />
      )}
    </section>
  );
}
