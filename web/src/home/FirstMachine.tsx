import { Link } from 'react-router-dom';
import { CategoryDrawing } from '../kit/signs/CategoryDrawing.tsx';
import { Icon } from '../kit/signs/Icon.tsx';
import { useT } from './messages.ts';

/** For an organisation without ovens: how to add the first one, and what that requires. */
export function FirstMachine() {
  const t = useT();
  return (
    <section className="first-machine">
      <CategoryDrawing category="deck" />
      <div>
        <h2>{t('home.first.title')}</h2>
        <p>{t('home.first.body')}</p>
        <Link className="button button--main" to="/machines/create">
          <Icon name="plus" />
          {t('home.first.add')}
        </Link>
      </div>
    </section>
  );
}
