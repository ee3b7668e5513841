import { createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { portOf } from './connections.ts'

type Stored = { uid: number; raw: string; receivedAt: Date; flags: Set<string> }

/** What the server does wrong. `drop`: hangs up within a message; `flood`: sends one of 50 MB, whatever was asked for. */
type Fault = 'no-greeting' | 'garbage' | 'wrong-password' | 'no-folder' | 'drop' | 'hang' | 'flood' | 'endless-line'

/** A mailbox that plays as much of IMAP (RFC 9051) as the website uses, until the end of the test. */
export async function startImapServer({ password = 'imap-secret' } = {}) {
  const messages: Stored[] = []
  const state = { uidValidity: 1, fault: undefined as Fault | undefined, fetched: [] as number[] }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    if (state.fault === 'no-greeting') return
    if (state.fault === 'garbage') return void socket.write('%%% not imap at all\r\n'.repeat(50))
    if (state.fault === 'endless-line') return void socket.write(`* OK ${'x'.repeat(3_000_000)}`)
    socket.write('* OK ready\r\n')
    let rest = ''
    socket.on('data', (bytes) => {
      rest += bytes.toString('latin1')
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        answer(socket, rest.slice(0, end))
        rest = rest.slice(end + 2)
      }
    })
  })

  function answer(socket: Socket, line: string) {
    const [, tag = '*', command = '', words = ''] = /^(\S+) (UID \S+|\S+) ?(.*)$/i.exec(line) ?? []
    const say = (...lines: string[]) => socket.write([...lines, `${tag} OK done`, ''].join('\r\n'))
    switch (command.toUpperCase()) {
      case 'CAPABILITY':
        return say('* CAPABILITY IMAP4rev1')
      case 'LOGIN':
        if (state.fault === 'wrong-password' || !words.includes(password))
          return socket.write(`${tag} NO [AUTHENTICATIONFAILED] no\r\n`)
        return say()
      case 'LIST':
      case 'LSUB':
        return say('* LIST () "/" "INBOX"')
      case 'SELECT':
        if (state.fault === 'no-folder') return socket.write(`${tag} NO [NONEXISTENT] no such folder\r\n`)
        return say(
          `* ${messages.length} EXISTS`,
          '* FLAGS (\\Seen)',
          `* OK [UIDVALIDITY ${state.uidValidity}] valid`,
          `* OK [UIDNEXT ${(messages.at(-1)?.uid ?? 0) + 1}] next`,
        )
      case 'UID SEARCH': {
        if (state.fault === 'hang') return
        const from = Number(/UID (\d+):\*/i.exec(words)?.[1] ?? 1)
        // As real servers do, the last one is always found.
        const found = messages.filter(({ uid }, index) => uid >= from || index === messages.length - 1)
        return say(`* SEARCH${found.map(({ uid }) => ` ${uid}`).join('')}`)
      }
      case 'UID FETCH':
        return fetchMessage(socket, words, say)
      case 'UID STORE': {
        const message = messages.find(({ uid }) => uid === Number.parseInt(words, 10))
        message?.flags.add('\\Seen')
        return say()
      }
      default:
        return say()
    }
  }

  function fetchMessage(socket: Socket, words: string, say: (...lines: string[]) => unknown) {
    const sequence = messages.findIndex(({ uid }) => uid === Number.parseInt(words, 10))
    const message = messages[sequence]
    if (!message) return say()
    state.fetched.push(message.uid)
    const most = Number(/<0\.(\d+)>/.exec(words)?.[1] ?? Infinity)
    const raw = state.fault === 'flood' ? 'x'.repeat(50_000_000) : message.raw.slice(0, most)
    const date = message.receivedAt.toUTCString().replace(/^\w+, (\d+) (\w+) (\d+) ([\d:]+) GMT$/, '$1-$2-$3 $4 +0000')
    const size = Buffer.byteLength(raw, 'latin1')
    const start = `* ${sequence + 1} FETCH (UID ${message.uid} INTERNALDATE "${date}" BODY[]<0> {${size}}\r\n`
    if (state.fault === 'drop') {
      socket.write(start + raw.slice(0, 20))
      return socket.destroy()
    }
    socket.write(start, 'latin1')
    socket.write(raw, 'latin1')
    return say(')')
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        sockets.forEach((socket) => socket.destroy())
        server.close(() => resolve())
      }),
  )
  return {
    url: `imap://bounces%40clinic.example:${password}@127.0.0.1:${portOf(server)}/INBOX`,
    messages,
    state,
    /** Puts a message into the mailbox. */
    add(raw: string, receivedAt = new Date()) {
      const uid = (messages.at(-1)?.uid ?? 0) + 1
      messages.push({ uid, raw, receivedAt, flags: new Set() })
      return uid
    },
  }
}

type Report = { messageId: string; status?: string; action?: string; recipient?: string; diagnostic?: string }

/** A delivery status notification, as a mail server writes it. */
export const deliveryReport = ({
  messageId,
  status = '5.1.1',
  action = 'failed',
  recipient = 'grace@example.com',
  diagnostic = `smtp; 550 ${status} <${recipient}>: refused`,
}: Report) =>
  `From: MAILER-DAEMON@mx.example
To: hello@clinic.example
Subject: Undelivered Mail Returned to Sender
Message-ID: <${Math.random()}@mx.example>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="B"

--B
Content-Type: text/plain

I'm sorry to have to inform you.

--B
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; ${recipient}
Action: ${action}
Status: ${status}
Diagnostic-Code: ${diagnostic}

--B
Content-Type: message/rfc822

Message-ID: ${messageId}
From: hello@clinic.example
Subject: Hello

Hello
--B--
`.replaceAll('\n', '\r\n')
