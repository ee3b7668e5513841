import { join } from 'node:path'
import { fillOutbox } from '../tests/support/full-outbox.ts'
import { type Delivery, deliverBare, deliveryFigures, measureDelivery } from './delivery.ts'
import type { Outcome } from './figure.ts'
import { startMailSink } from './mail-sink.ts'
import { newFolder, startSite } from './site.ts'

const letters = 4_000
const rounds = 3

/** Letters that wait in the outbox, delivered by the site, against bare pooled nodemailer sending the same letters. */
export async function outbox(): Promise<Outcome> {
  const results: { site: Delivery; reference: Delivery }[] = []
  for (let round = 0; round < rounds; round += 1)
    results.push({ site: await deliverBySite(), reference: await deliverBare('newsletter-welcome', letters) })
  return {
    figures: [...deliveryFigures('Letters delivered', 'letters', results)],
    details: { results },
  }
}

async function deliverBySite() {
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
