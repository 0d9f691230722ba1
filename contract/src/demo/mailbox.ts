import { z } from 'zod';
import { instant } from '../kit/instants.ts';

/** GET `demo/mails`: a mail that would have been sent. */
export const keptMail = z.object({
  id: z.string(),
  at: instant,
  toName: z.string(),
  toAddress: z.string(),
  subject: z.string(),
  text: z.string(),
});
export type KeptMail = z.infer<typeof keptMail>;

/** The number of newest mails shown. */
export const mailboxLimits = { shown: 200 } as const;
