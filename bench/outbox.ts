import { join } from 'node:path'
import { fillOutbox } from '#tests/http/outbox.ts'
import { type Delivery, deliverBare, deliveryFigures, measureDelivery } from './delivery.ts'
import type { Outcome } from './figure.ts'
import { startMailSink } from './mail-sink.ts'
import type { Deps } from './deps.ts'
import { newFolder, startSite } from './site.ts'

/** Emails that wait in the outbox, delivered by the site, against bare pooled nodemailer sending the same emails. */
export async function outbox({ quick }: Deps): Promise<Outcome> {
  const [rounds, emails] = quick ? [2, 300] : [3, 4_000]
  const results: { site: Delivery; reference: Delivery }[] = []
  for (let round = 0; round < rounds; round += 1)
    results.push({ site: await deliverBySite(emails), reference: await deliverBare('newsletter-welcome', emails) })
  return {
    figures: deliveryFigures('Emails delivered', 'emails', results),
    details: { results },
  }
}

async function deliverBySite(emails: number) {
  const sink = await startMailSink()
  const folder = newFolder()
  await fillOutbox(join(folder, 'data'), emails)
  const site = await startSite({ folder, settings: { MAIL_TRANSPORT: 'smtp', SMTP_URL: sink.url } })
  try {
    return await measureDelivery(sink, site.pid, emails)
  } finally {
    await site.stop()
    await sink.stop()
  }
}
