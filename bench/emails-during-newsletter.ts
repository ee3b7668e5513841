import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../app/database/connection.server.ts'
import { fillList } from './full-list.ts'
import { atMost, forInformation, type Outcome } from './figure.ts'
import { startMailSink } from './mail-sink.ts'
import type { Deps } from './deps.ts'
import { newFolder, startSite } from './site.ts'

/** How long an email to one person waits while a newsletter to 100,000 goes out without a pace. */
export async function emailsDuringNewsletter({ quick }: Deps): Promise<Outcome> {
  const { subscribers, seconds } = quick ? { subscribers: 5_000, seconds: 4 } : { subscribers: 100_000, seconds: 60 }
  const sink = await startMailSink()
  const folder = newFolder()
  await fillList(join(folder, 'data'), subscribers)
  const startedAt = Date.now()
  const settings = { MAIL_TRANSPORT: 'smtp', SMTP_URL: sink.url, NEWSLETTER_PER_SECOND: '0', ABUSE_LIMITS: 'off' }
  const site = await startSite({ folder, settings })
  let delivered = 0
  try {
    const { firstAt } = await sink.untilTaken(1)
    const before = sink.seen().taken
    for (let message = 0; message < 2 * seconds; message += 1) {
      await send(site.url, message)
      await pause(500)
    }
    delivered = sink.seen().taken - before
    if (sink.seen().taken >= subscribers) throw new Error('the newsletter had reached everybody before the end')
    const from = `${subscribers.toLocaleString('en-US')} subscribers`
    await site.stop({ keepFolder: true })
    const waits = await waitsIn(folder)
    if (waits.length < 2 * seconds) throw new Error(`${waits.length} of ${2 * seconds} emails had left`)
    return {
      figures: [
        atMost(5, {
          name: 'Newsletter: longest wait of another email meanwhile',
          value: Math.max(...waits) / 1000,
          unit: 's',
          digits: 2,
          from: `${waits.length} emails, ${from}`,
        }),
        forInformation({
          name: 'Newsletter: from the start to the first email',
          value: (firstAt - startedAt) / 1000,
          unit: 's',
          from,
        }),
        forInformation({
          name: 'Newsletter: delivered meanwhile, per second',
          value: delivered / seconds,
          unit: 'emails',
          from,
        }),
      ],
    }
  } finally {
    await site.stop()
    await sink.stop()
  }
}

async function send(url: string, message: number) {
  const body = new URLSearchParams({
    name: 'Maya Thomas',
    email: 'maya@example.com',
    message: `Are you open on Friday? This is question ${message}.`,
  })
  const { status } = await fetch(`${url}/contact`, { method: 'POST', body, redirect: 'manual' })
  if (status !== 303) throw new Error(`a message was answered with ${status}`)
}

/** How long each email that is not the newsletter's waited, in milliseconds. */
async function waitsIn(folder: string) {
  const database = openDatabase({ file: join(folder, 'data', 'clinic.db') })
  try {
    const emails = database.db.selectFrom('emails').select(['createdAt', 'sentAt']).where('campaignId', 'is', null)
    const sent = await emails.where('kind', '=', 'contact-message').execute()
    return sent.map(({ createdAt, sentAt }) => (sentAt ?? Infinity) - createdAt)
  } finally {
    await database.close()
  }
}
