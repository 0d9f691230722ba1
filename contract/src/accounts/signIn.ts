import { z } from 'zod';
import { type SecondStep, secondSteps } from './secondSteps.ts';

/** POST `login` (AUT-01). The length is bounded before anything is hashed. */
export const signInInput = z
  .strictObject({
    username: z.string().trim().min(1).max(200),
    password: z.string().min(1).max(256),
  })
  .meta({ examples: [{ username: 'admin@levain.test', password: 'fournil-demo' }] });
export type SignInInput = z.infer<typeof signInInput>;

export const signInAnswer = z.object({
  token: z.string(),
  /**
   * Present when the password was right but a second step is needed: the account's methods, the preferred one first.
   */
  secondSteps: z.array(z.enum(secondSteps)).min(1).optional(),
});
export type SignInAnswer = z.infer<typeof signInAnswer>;

/** The claims of the token (AUT-01): signed by the server, read by the page. */
export interface TokenClaims {
  id: string;
  username: string;
  roles: string[];
  /** The same list as in the answer, for a page that is reloaded. */
  secondSteps?: SecondStep[];
  /** RFC 8693: the master who acts in this person's name. */
  act?: { sub: string; name: string };
}
