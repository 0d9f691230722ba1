import { SMTPServer } from 'smtp-server';

export interface MailServer {
  url: string;
  accepted: { to: string; text: string }[];
  /** Refuses every connection for the moment. */
  away(isAway: boolean): void;
  /** The number of mails refused meanwhile. */
  turnedAway(): number;
  /** Withholds the final answer to every mail until it is released. */
  hold(isHeld: boolean): void;
  /** Delays the final answer by this time. */
  slow(milliseconds: number): void;
  /** The number of mails that wait for their answer. */
  held(): number;
  close(): Promise<void>;
}

/** A real mail server that keeps what it accepts. */
export async function openMailServer(): Promise<MailServer> {
  const accepted: MailServer['accepted'] = [];
  let isAway = false;
  let isHeld = false;
  let turnedAway = 0;
  let delayMilliseconds = 0;
  const waiting: (() => void)[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: (_given, _session, callback) => callback(new Error('Nobody signs in here')),
    disabledCommands: ['STARTTLS'],
    // The answer of a mail server to an unknown recipient.
    onRcptTo: (address, _session, callback) =>
      callback(
        address.address.endsWith('@refused.test')
          ? Object.assign(new Error('No such person'), { responseCode: 550 })
          : null,
      ),
    onMailFrom: (_address, _session, callback) => {
      if (isAway) turnedAway += 1;
      callback(isAway ? Object.assign(new Error('away'), { responseCode: 451 }) : null);
    },
    onData: (stream, session, callback) => {
      let text = '';
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      stream.on('end', () => {
        const accept = () => {
          accepted.push({ to: session.envelope.rcptTo.map((one) => one.address).join(), text: readable(text) });
          callback();
        };
        if (isHeld) waiting.push(accept);
        else if (delayMilliseconds > 0) setTimeout(accept, delayMilliseconds);
        else accept();
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
    turnedAway: () => turnedAway,
    hold: (held) => {
      isHeld = held;
      if (!held) for (const accept of waiting.splice(0)) accept();
    },
    slow: (milliseconds) => {
      delayMilliseconds = milliseconds;
    },
    held: () => waiting.length,
    close: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  };
}

/** Decodes quoted-printable as a mail program does, and parts in base64. */
function readable(text: string): string {
  // An encoded word in a subject ends with "?=", which is no soft line break; these occur in bodies only.
  const body = text.search(/\r?\n\r?\n/);
  const joined = text.slice(0, body) + text.slice(body).replace(/=\r?\n/g, '');
  const plain = joined.replace(/(?:=[0-9A-F]{2})+/g, (bytes) =>
    Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'),
  );
  return plain.replace(
    /base64\r?\n\r?\n([A-Za-z0-9+/=\r\n]+)/g,
    (_, part: string) => `\r\n\r\n${Buffer.from(part, 'base64').toString('utf8')}`,
  );
}
