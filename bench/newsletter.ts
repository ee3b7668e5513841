import { join } from 'node:path'
import { fillList } from './full-list.ts'
import { type Delivery, deliverBare, deliveryFigures, measureDelivery } from './delivery.ts'
import { atMost, type Outcome } from './figure.ts'
import { startMailSink } from './mail-sink.ts'
import type { Deps } from './deps.ts'
import { readUsage } from './process-usage.ts'
import { newFolder, startSite } from './site.ts'

/** After `warm` recipients the process is warmed up; later growth depends on the number of recipients. */
type Size = { subscribers: number; warm: number; rounds: number }

type Round = { site: Delivery & { grownMb: number }; reference: Delivery }

/** A newsletter to 10,000 through a local mail server without a pace, against bare pooled nodemailer. */
export async function newsletter({ quick }: Deps): Promise<Outcome> {
  const size = quick ? { subscribers: 600, warm: 200, rounds: 2 } : { subscribers: 10_000, warm: 2_000, rounds: 3 }
  const [warm, all] = [size.warm, size.subscribers].map((count) => count.toLocaleString('en-US'))
  const results: Round[] = []
  for (let round = 0; round < size.rounds; round += 1)
    results.push({
      site: await sendBySite(size),
      reference: await deliverBare('newsletter-test', size.subscribers),
    })
  return {
    figures: [
      ...deliveryFigures(`Newsletter to ${all}`, 'mails', results),
      atMost(30, {
        name: `Newsletter: memory growth from ${warm} to ${all} recipients`,
        value: Math.max(...results.map(({ site }) => site.grownMb)),
        unit: 'MB',
        digits: 1,
        from: `highest of ${size.rounds} rounds`,
      }),
    ],
    details: { results },
  }
}

async function sendBySite({ subscribers, warm }: Size) {
  const sink = await startMailSink()
  const folder = newFolder()
  await fillList(join(folder, 'data'), subscribers)
  const settings = { MAIL_TRANSPORT: 'smtp', SMTP_URL: sink.url, NEWSLETTER_PER_SECOND: '0' }
  const site = await startSite({ folder, settings })
  try {
    const measured = measureDelivery(sink, site.pid, subscribers)
    await sink.untilTaken(warm)
    const residentMb = readUsage(site.pid).residentMb
    const delivery = await measured
    return { ...delivery, grownMb: readUsage(site.pid).residentMb - residentMb }
  } finally {
    await site.stop()
    await sink.stop()
  }
}
