import { z } from 'zod';

/** POST `login` (AUT-01). The length is bounded before anything is hashed. */
export const signInInput = z.strictObject({
  username: z.string().trim().min(1).max(200),
  password: z.string().min(1).max(256),
});
export type SignInInput = z.infer<typeof signInInput>;

export const signInAnswer = z.object({ token: z.string() });

/** What the token carries (AUT-01): signed by the server, read by the page. */
export interface TokenClaims {
  id: string;
  username: string;
  roles: string[];
  /** RFC 8693: who acts in this person's name. */
  act?: { sub: string; name: string };
}
