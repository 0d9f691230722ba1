import { unprocessable } from '../kit/errors.ts';

/** USR-09: said to those who may know it. */
export async function tellTaken<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === '23505' && constraint === 'users_emailKey_key')
      throw unprocessable({ path: 'email', key: 'custom.validation.emailTaken', args: {} });
    throw error;
  }
}
