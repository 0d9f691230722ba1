import type { ComponentProps } from 'react';
import { useKitT } from '../messages.ts';
import { Icon } from '../signs/Icon.tsx';
import './order.css';

interface OrderControlsProps {
  /** From 1. */
  position: number;
  name: string;
  isFirst: boolean;
  isLast: boolean;
  /** The props of the handle, of `useOrderDrag`. */
  grip: ComponentProps<'button'>;
  onMove: (position: number) => void;
}

/** The position, the handle to drag, and buttons to move up or down; one that is not possible keeps the focus. */
export function OrderControls({ position, name, isFirst, isLast, grip, onMove }: OrderControlsProps) {
  const t = useKitT();
  const steps = [
    { sign: 'up', isOff: isFirst, label: t('kit.order.up', { name }), to: position - 1 },
    { sign: 'down', isOff: isLast, label: t('kit.order.down', { name }), to: position + 1 },
  ] as const;
  return (
    <span className="order">
      <button type="button" className="order__grip" aria-label={t('kit.order.move', { name })} {...grip}>
        <Icon name="grip" size={16} />
      </button>
      <strong>{position}</strong>
      {steps.map(({ sign, isOff, label, to }) => (
        <button key={sign} type="button" aria-disabled={isOff} aria-label={label} onClick={() => !isOff && onMove(to)}>
          <Icon name={sign} size={16} />
        </button>
      ))}
    </span>
  );
}
