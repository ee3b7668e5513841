import { join } from 'node:path'
import { fillOutbox } from '../tests/support/full-outbox.ts'
import { type Delivery, deliverBare, deliveryFigures, measureDelivery } from './delivery.ts'
import type { Outcome } from './figure.ts'
import { startMailSink } from './mail-sink.ts'
import type { Deps } from './deps.ts'
import { newFolder, startSite } from './site.ts'

/** Letters that wait in the outbox, delivered by the site, against bare pooled nodemailer sending the same letters. */
export async function outbox({ quick }: Deps): Promise<Outcome> {
  const [rounds, letters] = quick ? [2, 300] : [3, 4_000]
  const results: { site: Delivery; reference: Delivery }[] = []
  for (let round = 0; round < rounds; round += 1)
    results.push({ site: await deliverBySite(letters), reference: await deliverBare('newsletter-welcome', letters) })
  return {
    figures: deliveryFigures('Letters delivered', 'letters', results),
    details: { results },
  }
}

async function deliverBySite(letters: number) {
  const sink = await startMailSink()
  const folder = newFolder()
  await fillOutbox(join(folder, 'data'), letters)
  const site = await startSite({ folder, settings: { MAIL_TRANSPORT: 'smtp', SMTP_URL: sink.url } })
  try {
    return await measureDelivery(sink, site.pid, letters)
  } finally {
    await site.stop()
    await sink.stop()
  }
}
