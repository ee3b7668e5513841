import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { freePort } from '#tests/support/connections.ts'

/** An email as the mail server received it; `at` is the time of its last line, before the server accepted it. */
export type Mail = { messageId: string; to: string[]; at: number }

/** How the mail server responds to a recipient or to a complete message. */
export type Manner = 'fine' | 'reject' | 'hang' | 'drop'
export type Manners = (address: string, when: 'recipient' | 'message') => Manner

/**
 * A mail server that outlives the site, records what it received, and can be stopped and started. `hangMs`: how long it
 * waits before it closes a hanging connection.
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
    // A killed client resets its connection.
    server.on('error', () => {})
    await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve))
  }

  function act(manner: Manner, session: SMTPServerSession, done: (error?: Error) => void) {
    if (silent) return
    if (manner === 'fine') done()
    else if (manner === 'reject') done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
    else setTimeout(() => hangUp(session), manner === 'hang' ? hangMs : 0).unref()
  }

  function hangUp({ id }: SMTPServerSession) {
    const connections = [...(server?.connections ?? [])] as { id: string; _socket?: { destroy(): void } }[]
    connections.find((connection) => connection.id === id)?._socket?.destroy()
  }

  /** Closes all connections at once. */
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
    /** Accepts connections and messages, but does not respond until `speakAgain`. */
    fallSilent: () => void (silent = true),
    speakAgain() {
      silent = false
      // Clients that still wait for a response would wait forever.
      for (const { id } of server?.connections ?? []) hangUp({ id } as SMTPServerSession)
    },
  }
}

export type Mailbox = Awaited<ReturnType<typeof startMailbox>>

function messageIdIn(raw: string) {
  const [head = ''] = raw.split('\r\n\r\n')
  return /^message-id:\s*(<[^>]+>)/im.exec(head)?.[1] ?? 'without a Message-ID'
}
