import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { freePort } from '#tests/support/connections.ts'

/** An email as the mail server took it; `at` is the moment of its last line, before it said so. */
export type Mail = { messageId: string; to: string[]; at: number }

/** What a mail server does when it hears of a recipient, or once it has the whole message. */
export type Manner = 'fine' | 'refuse' | 'hang' | 'drop'
export type Manners = (address: string, when: 'recipient' | 'message') => Manner

/**
 * A mail server that outlives the site, remembers what it took, and can be switched off and on. `hangMs`: how long it
 * says nothing before it hangs up.
 */
export async function startMailbox({
  manners = () => 'fine',
  hangMs = 25_000,
}: { manners?: Manners; hangMs?: number } = {}) {
  const port = await freePort()
  const mails: Mail[] = []
  let server: SMTPServer | undefined
  let silent = false

  async function comeUp() {
    if (server) return
    server = new SMTPServer({
      authOptional: true,
      disableReverseLookup: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      onRcptTo({ address }, session, done) {
        act(manners(address, 'recipient'), session, done)
      },
      onData(stream, session, done) {
        const { envelope } = session
        const pieces: Buffer[] = []
        stream.on('data', (piece: Buffer) => pieces.push(piece))
        stream.on('end', () => {
          const to = envelope.rcptTo.map(({ address }) => address)
          mails.push({ messageId: messageIdIn(Buffer.concat(pieces).toString('utf8')), to, at: Date.now() })
          act(manners(to[0] ?? '', 'message'), session, done)
        })
      },
    })
    // A client that was killed breaks its connection.
    server.on('error', () => {})
    await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve))
  }

  function act(manner: Manner, session: SMTPServerSession, done: (error?: Error) => void) {
    if (silent) return
    if (manner === 'fine') done()
    else if (manner === 'refuse') done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
    else setTimeout(() => hangUp(session), manner === 'hang' ? hangMs : 0).unref()
  }

  function hangUp({ id }: SMTPServerSession) {
    const connections = [...(server?.connections ?? [])] as { id: string; _socket?: { destroy(): void } }[]
    connections.find((connection) => connection.id === id)?._socket?.destroy()
  }

  /** In the middle of whatever it does. */
  function goDown() {
    if (!server) return
    server.server.close()
    for (const connection of server.connections) (connection as { _socket?: { destroy(): void } })._socket?.destroy()
    server = undefined
  }

  await comeUp()
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    comeUp,
    goDown,
    /** Takes connections and messages, and answers nothing from its next word on; until it comes up again. */
    fallSilent: () => void (silent = true),
    speakAgain() {
      silent = false
      // Whoever waits for a word would wait for ever.
      for (const { id } of server?.connections ?? []) hangUp({ id } as SMTPServerSession)
    },
  }
}

export type Mailbox = Awaited<ReturnType<typeof startMailbox>>

function messageIdIn(raw: string) {
  const [head = ''] = raw.split('\r\n\r\n')
  return /^message-id:\s*(<[^>]+>)/im.exec(head)?.[1] ?? 'without a Message-ID'
}
