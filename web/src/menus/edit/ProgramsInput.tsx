import { type MenuProgram, menuLimits } from '@fournil/contract/menus/menu';
import type { ProgramView } from '@fournil/contract/programs/program';
import { useInput } from 'ra-core';
import { useId, useState } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { PickDialog, type PickLine } from '../../kit/choices/PickDialog.tsx';
import { durationText } from '../../kit/format/duration.ts';
import { BrokenRule } from '../../kit/forms/BrokenRule.tsx';
import { useKitT } from '../../kit/messages.ts';
import { OrderControls } from '../../kit/order/OrderControls.tsx';
import { useOrderDrag } from '../../kit/order/useOrderDrag.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { useT } from '../messages.ts';
import { type ShownProgram, useKnownPrograms } from '../parts/knownPrograms.ts';
import { ProgramLine, useProgramName } from '../parts/ProgramLine.tsx';
import { type MenuValues, reordered } from './menuForm.ts';

/** The programs in their order: added from a dialog, moved by dragging or by keyboard, taken off one by one. */
export function ProgramsInput({ known }: { known: readonly MenuProgram[] }) {
  const t = useT();
  const kitT = useKitT();
  const nameOf = useProgramName();
  const lineOf = usePickLine();
  const { isSubmitted } = useFormState();
  const category = useWatch<MenuValues, 'category'>({ name: 'category' });
  const { field, fieldState } = useInput<{ programs: string[] }>({ source: 'programs' });
  const [picked, setPicked] = useState<readonly MenuProgram[]>([]);
  const [isAdding, setAdding] = useState(false);
  const [said, say] = useState('');
  const ids: string[] = field.value;
  const programs = useKnownPrograms(ids, [...known, ...picked]);
  const move = (id: string, position: number) => {
    const program = programs.find((one) => one.id === id);
    field.onChange(reordered(ids, id, position));
    if (program) say(kitT('kit.order.moved', { name: nameOf(program), position, count: ids.length }));
  };
  return (
    <section className="menu-edit__group" aria-labelledby="menu-programs">
      <div className="menu-edit__group-head">
        <h2 id="menu-programs">
          {t('menus.edit.programs')} <small className="soft">{ids.length}</small>
        </h2>
        <button
          ref={field.ref}
          type="button"
          className="button button--small"
          disabled={!category || ids.length >= menuLimits.programs}
          onClick={() => setAdding(true)}
        >
          <Icon name="plus" size={16} />
          {t('menus.edit.addPrograms')}
        </button>
      </div>
      <p className="soft">
        {t(
          category
            ? ids.length === 0
              ? 'menus.edit.noProgram'
              : 'menus.edit.programsHint'
            : 'menus.edit.chooseCategory',
        )}
      </p>
      {ids.length === 0 && isSubmitted && <BrokenRule rule={{ key: 'custom.menus.noProgram' }} />}
      <Rows
        programs={programs}
        broken={fieldState.error?.types ?? {}}
        onMove={move}
        onTakeOff={(id) => field.onChange(ids.filter((one) => one !== id))}
      />
      <span className="unseen" role="status">
        {said}
      </span>
      {isAdding && category && (
        <PickDialog<ProgramView>
          title={t('menus.edit.addPrograms')}
          submit={(count) => t('menus.edit.addCount', { smart_count: count })}
          about="programs"
          path="/programs"
          query={{ category, 'order[name]': 'asc' }}
          without={{ count: ids.length, has: ({ id }) => ids.includes(id) }}
          most={menuLimits.programs - ids.length}
          lineOf={lineOf}
          onChosen={(chosen, items) => {
            setPicked([...picked, ...items.map((one) => ({ ...one, restricted: false, deleted: false }))]);
            field.onChange([...ids, ...chosen]);
            setAdding(false);
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </section>
  );
}

function usePickLine() {
  const t = useT();
  return ({ name, approved, totalSeconds }: ProgramView): PickLine => ({
    name: (
      <span className={`state ${approved ? 'name--approved' : 'name--unapproved'}`}>
        <StateSign sign={approved ? 'approved' : 'unapproved'} /> {name}
      </span>
    ),
    note: `${durationText(totalSeconds)}${approved ? '' : ` · ${t('menus.program.unapproved')}`}`,
  });
}

interface RowsProps {
  programs: readonly ShownProgram[];
  /** The server's texts about single programs, by their path. */
  broken: Record<string, unknown>;
  onMove: (id: string, position: number) => void;
  onTakeOff: (id: string) => void;
}

function Rows({ programs, broken, onMove, onTakeOff }: RowsProps) {
  const t = useT();
  const kitT = useKitT();
  const nameOf = useProgramName();
  const hint = useId();
  const ids = programs.map(({ id }) => id);
  const { list, grip, draggedId, offsetOf } = useOrderDrag(ids, (id, to) => onMove(id, to + 1));
  return (
    <>
      <ol ref={list} className="program-lines order-list" data-dragging={draggedId !== null || undefined}>
        {programs.map((program, index) => (
          <li
            key={program.id}
            data-dragged={draggedId === program.id || undefined}
            style={offsetOf(index) === 0 ? undefined : { transform: `translateY(${offsetOf(index)}px)` }}
          >
            <OrderControls
              position={index + 1}
              name={nameOf(program)}
              isFirst={index === 0}
              isLast={index === programs.length - 1}
              grip={{ ...grip(program.id, index), 'aria-describedby': hint }}
              onMove={(position) => onMove(program.id, position)}
            />
            <ProgramLine program={program} />
            <button
              type="button"
              className="icon-button icon-button--bare"
              aria-label={t('menus.edit.takeOff', { name: nameOf(program) })}
              onClick={() => onTakeOff(program.id)}
            >
              <Icon name="close" size={16} />
            </button>
            {typeof broken[`programs.${index}`] === 'string' && (
              <BrokenRule text={String(broken[`programs.${index}`])} />
            )}
          </li>
        ))}
      </ol>
      <span id={hint} className="unseen">
        {kitT('kit.order.hint')}
      </span>
    </>
  );
}
