import type { HoursFilePreview } from '@fournil/contract/structures/hoursFile';
import { Change } from '../../kit/history/Change.tsx';
import { useTypeset } from '../../kit/useT.ts';
import { useT } from './messages.ts';

/** What a file would change, by structure, or what is wrong in it, by line and column. */
export function FilePreview({ name, preview }: { name: string; preview: HoursFilePreview }) {
  const t = useT();
  const { errorCount, changes, unchanged, unknownColumns } = preview;
  return (
    <section className="hours-file" aria-labelledby="hours-file">
      <h3 id="hours-file">{name}</h3>
      {unknownColumns.length > 0 && (
        <p className="soft">{t('hoursFile.ignored', { columns: unknownColumns.join(', ') })}</p>
      )}
      {errorCount > 0 ? (
        <Errors {...preview} />
      ) : (
        <>
          <p role="status">{t('hoursFile.counts', { changes, unchanged })}</p>
          <Changes {...preview} />
        </>
      )}
    </section>
  );
}

function Errors({ errors, errorCount }: HoursFilePreview) {
  const t = useT();
  const typeset = useTypeset();
  return (
    <>
      <p role="alert">{t('hoursFile.errors')}</p>
      <table className="table hours-file__errors">
        <thead>
          <tr>
            <th>{t('hoursFile.line')}</th>
            <th>{t('hoursFile.column')}</th>
            <th>{t('hoursFile.problem')}</th>
          </tr>
        </thead>
        <tbody>
          {errors.map(({ line, column, value, reason }) => (
            <tr key={`${line} ${column} ${value} ${reason}`}>
              <td>{line}</td>
              <td>{column}</td>
              <td>
                {value !== '' && <code>{value}</code>} {typeset(reason)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <More count={errorCount - errors.length} />
    </>
  );
}

function Changes({ structures, changes }: HoursFilePreview) {
  return (
    <>
      <ul className="hours-file__changes">
        {structures.map((structure) => (
          <li key={structure.id}>
            <strong>{structure.path.join(' / ')}</strong>
            <ul className="soft">
              {structure.changes.map((change) => (
                <li key={change.field}>
                  <Change change={change} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <More count={changes - structures.length} />
    </>
  );
}

function More({ count }: { count: number }) {
  const t = useT();
  return count > 0 ? <p className="soft">{t('hoursFile.more', { count })}</p> : null;
}
