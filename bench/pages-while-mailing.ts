import { join } from 'node:path'
import { fillOutbox } from '#tests/http/outbox.ts'
import { untilCached } from './cached.ts'
import { forInformation, type Outcome } from './figure.ts'
import { startMailSink } from './mail-sink.ts'
import type { Deps } from './deps.ts'
import { newFolder, startSite } from './site.ts'
import { askBoth, figuresOfBoth, type Times } from './two-sites.ts'

/** More than can be delivered during the measurement. */
const emails = 40_000
const rounds = 3

/**
 * Two sites get the same requests at the same time, one with nothing else to do and one with 40,000 emails to deliver:
 * what disturbs the machine disturbs both.
 */
export async function pagesWhileMailing({ quick }: Deps): Promise<Outcome> {
  const seconds = quick ? 1 : 12
  const sink = await startMailSink()
  const folder = newFolder()
  const mail = { MAIL_TRANSPORT: 'smtp', SMTP_URL: sink.url }
  const idle = await startSite({ settings: mail })
  // Served from the start, so that the emails are still there when it counts.
  await fillOutbox(join(folder, 'data'), emails)
  const mailing = await startSite({ folder, settings: mail })
  try {
    await askBoth(idle.url, mailing.url, quick ? 1 : 5)
    for (const { url } of [idle, mailing]) await untilCached(`${url}/`)
    const before = sink.seen().taken
    const taken: Times[] = []
    for (let round = 0; round < rounds; round += 1) taken.push(await askBoth(idle.url, mailing.url, seconds))
    const delivered = sink.seen().taken - before
    if (sink.seen().taken >= emails) throw new Error('all emails were delivered before the end')
    return {
      figures: [
        ...figuresOfBoth('Home page while emails go out', taken),
        forInformation({
          name: 'Emails delivered meanwhile, per second',
          value: delivered / (rounds * seconds),
          unit: 'emails',
          from: 'all rounds',
        }),
      ],
      details: { taken },
    }
  } finally {
    await idle.stop()
    await mailing.stop()
    await sink.stop()
  }
}
