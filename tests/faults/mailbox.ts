import { SMTPServer } from 'smtp-server'
import { freePort } from '#tests/support/free-port.ts'

/** A letter as the mail server took it; `at` is the moment of its last line, before it said so. */
export type Mail = { messageId: string; to: string[]; at: number }

/** A mail server that outlives the site, remembers what it took, and can be switched off and on. */
export async function startMailbox() {
  const port = await freePort()
  const mails: Mail[] = []
  let server: SMTPServer | undefined

  async function comeUp() {
    if (server) return
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      onData(stream, { envelope }, done) {
        const pieces: Buffer[] = []
        stream.on('data', (piece: Buffer) => pieces.push(piece))
        stream.on('end', () => {
          const to = envelope.rcptTo.map(({ address }) => address)
          mails.push({ messageId: messageIdIn(Buffer.concat(pieces).toString('utf8')), to, at: Date.now() })
          done()
        })
      },
    })
    // A client that was killed breaks its connection.
    server.on('error', () => {})
    await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve))
  }

  /** In the middle of whatever it does. */
  function goDown() {
    if (!server) return
    server.server.close()
    for (const connection of server.connections) (connection as { _socket?: { destroy(): void } })._socket?.destroy()
    server = undefined
  }

  await comeUp()
  return { url: `smtp://127.0.0.1:${port}`, mails, comeUp, goDown }
}

export type Mailbox = Awaited<ReturnType<typeof startMailbox>>

function messageIdIn(raw: string) {
  const [head = ''] = raw.split('\r\n\r\n')
  return /^message-id:\s*(<[^>]+>)/im.exec(head)?.[1] ?? 'without a Message-ID'
}
