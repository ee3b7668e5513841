import { SMTPServer } from 'smtp-server'
import { portOf } from './free-port.ts'

/** A mail server that refuses the addresses in `refuses` for good, and takes no mail before `opens` if told to. */
export async function startRefusingMailServer(refuses: string[]) {
  const received: { to: string; text: string }[] = []
  const manners = { refuses, opens: Promise.resolve() }
  let heldFrom = 1
  const smtp = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onRcptTo({ address }, _, done) {
      if (!manners.refuses.includes(address)) return done()
      done(Object.assign(new Error('no mailbox of this name'), { responseCode: 550 }))
    },
    onData(stream, session, done) {
      let text = ''
      stream.on('data', (bytes: Buffer) => (text += bytes.toString()))
      stream.on('end', async () => {
        received.push({ to: session.envelope.rcptTo[0]?.address ?? '', text })
        if (received.length >= heldFrom) await manners.opens
        done()
      })
    },
  })
  // A connection that breaks is the sender's business.
  smtp.on('error', () => {})
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const url = `smtp://127.0.0.1:${portOf(smtp.server)}`
  return {
    url,
    received,
    manners,
    /** Leaves every mail, from the one with this number on, waiting until the answer's function is called. */
    hold(from = 1) {
      let open = () => {}
      heldFrom = from
      manners.opens = new Promise((resolve) => (open = resolve))
      return open
    },
    stop: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  }
}
