import { SMTPServer } from 'smtp-server';

export interface MailServer {
  url: string;
  accepted: { to: string; text: string }[];
  /** Refuses everything for the moment. */
  away(isAway: boolean): void;
  close(): Promise<void>;
}

/** A real mail server that keeps what it accepts. */
export async function openMailServer(): Promise<MailServer> {
  const accepted: MailServer['accepted'] = [];
  let isAway = false;
  const smtp = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: (_given, _session, callback) => callback(new Error('Nobody signs in here')),
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_address, _session, callback) => callback(isAway ? Object.assign(new Error('away'), { responseCode: 451 }) : null),
    onData: (stream, session, callback) => {
      let text = '';
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      stream.on('end', () => {
        accepted.push({ to: session.envelope.rcptTo.map((one) => one.address).join(), text: readable(text) });
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', () => resolve()));
  const { port } = smtp.server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    accepted,
    away: (away) => {
      isAway = away;
    },
    close: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  };
}

/** Quoted-printable, as a mail program shows it; a part in base64 too. */
function readable(text: string): string {
  const plain = text.replace(/=\r?\n/g, '').replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'));
  return plain.replace(/base64\r?\n\r?\n([A-Za-z0-9+/=\r\n]+)/g, (_, body: string) => `\r\n\r\n${Buffer.from(body, 'base64').toString('utf8')}`);
}
