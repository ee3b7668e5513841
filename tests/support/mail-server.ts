import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'
import { until } from './until.ts'
import { portOf } from './free-port.ts'

type AtEnd = (close: () => void) => void

export type MailServer = Awaited<ReturnType<typeof receivingMailServer>>

/** A mail server that takes everything, for one test, or for as long as `until` says. */
export async function receivingMailServer({ until: atEnd = onTestFinished }: { until?: AtEnd } = {}) {
  const received: string[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _, done) {
      let text = ''
      stream.on('data', (bytes: Buffer) => (text += bytes.toString()))
      stream.on('end', () => {
        received.push(text)
        done()
      })
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  atEnd(() => void smtp.close())
  return {
    url: `smtp://127.0.0.1:${portOf(smtp.server)}`,
    received,
    /** The letter that came as the `count`th, as soon as it is there. */
    async letter(count: number) {
      await until(async () => received.length >= count || undefined)
      return PostalMime.parse(received[count - 1] ?? '')
    },
  }
}
