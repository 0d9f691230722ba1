import { MenuButton } from '../../kit/MenuButton.tsx';
import { MenuToggle } from '../../kit/MenuPopup.tsx';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useT } from '../messages.ts';
import { columns, useColumns } from './columns.ts';

export function ColumnsMenu() {
  const t = useT();
  const [shown, toggle] = useColumns();
  return (
    <MenuButton
      className="icon-button"
      label={t('machines.columns.label')}
      title={t('machines.columns.label')}
      face={<Icon name="columns" />}
    >
      {columns.map((column) => (
        <MenuToggle key={column} checked={shown.includes(column)} onCheckedChange={() => toggle(column)}>
          <span className="columns__check">{shown.includes(column) && <Icon name="check" size={16} />}</span>
          {t(`machines.columns.${column}`)}
        </MenuToggle>
      ))}
    </MenuButton>
  );
}
