import { useInput } from 'ra-core';
import { useT } from '../messages.ts';

/** TEC-03: ROLE_REMOTE_PARAMS_EDIT. */
export function RemoteRight() {
  const t = useT();
  const { field } = useInput({ source: 'remoteParamsEdit' });
  return (
    <div className="user-form__remote">
      <label>
        <input
          type="checkbox"
          className="checkbox"
          name={field.name}
          checked={field.value === true}
          onChange={(event) => field.onChange(event.target.checked)}
          onBlur={field.onBlur}
        />
        <strong>{t('users.form.remoteParamsEdit')}</strong>
      </label>
      <p className="soft">{t('users.form.remoteParamsEditHint')}</p>
    </div>
  );
}
