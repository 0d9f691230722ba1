import type { ReactNode } from 'react';
import { Modal } from '../dialogs/Modal.tsx';
import './choices.css';

interface ChoiceModalProps {
  title: string;
  width: 'sm' | 'md';
  search: string;
  text: string;
  onText: (text: string) => void;
  /** The text while nothing is chosen. */
  choose: string;
  submit: string;
  chosenCount: number;
  isPending?: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with a searchable list from which several entries can be chosen. */
export function ChoiceModal({
  title,
  width,
  search,
  text,
  onText,
  choose,
  submit,
  chosenCount,
  isPending = false,
  onSubmit,
  onClose,
  children,
}: ChoiceModalProps) {
  return (
    <Modal
      title={title}
      width={width}
      onClose={onClose}
      aside={chosenCount === 0 && <span className="soft">{choose}</span>}
      actions={
        <button
          type="button"
          className="button button--main"
          disabled={chosenCount === 0 || isPending}
          onClick={onSubmit}
        >
          {submit}
        </button>
      }
    >
      <input
        className="control"
        type="search"
        aria-label={search}
        placeholder={search}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      {children}
    </Modal>
  );
}
