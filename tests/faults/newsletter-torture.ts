import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { type Database, openDatabase } from '#app/database/connection.server.ts'
import { forgetBounce } from '#app/domain/newsletter/bounces.server.ts'
import { insertSubscribers } from '#app/domain/newsletter/subscriber-rows.server.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { until } from '#tests/support/until.ts'
import { type Chance, createChance } from './chance.ts'
import { type Mailbox, type Manner, type Manners, startMailbox } from './mailbox.ts'
import { compareNewsletters, type NewsletterEvidence } from './newsletter-compare.ts'
import { startServers } from './servers.ts'
import { newPlace, type Variant } from './variants.ts'

export type NewsletterTortureOptions = {
  /** How often a server is killed. */
  kills: number
  seed: number
  postgresUrl: string
  readers: number
  /** How long the mail server says nothing before it hangs up. */
  hangMs?: number
}

export type NewsletterTortureResult = {
  variant: Variant
  kills: number
  seconds: number
  newsletters: number
  mails: number
  sent: number
  failed: number
  /** Marked as uncertain, and those of them who really got two. */
  uncertain: number
  repeated: number
  faults: string[]
  output: string
}

/**
 * Sends newsletters through a mail server that refuses some, hangs and hangs up, while servers are killed and started
 * again; then the ledger is compared with what the mail server took.
 *
 * With one process time is made to fly: once it is killed nobody waits for its lease to run out, and nobody for the
 * minutes between two tries. With two the other one takes over in its own time.
 */
export async function tortureNewsletters(
  variant: Variant,
  { kills, seed, postgresUrl, readers, hangMs = 25_000 }: NewsletterTortureOptions,
): Promise<NewsletterTortureResult> {
  const startedAt = performance.now()
  const chance = createChance(seed)
  const mailbox = await startMailbox({ manners: badManners(chance), hangMs })
  const { place, settings } = await newPlace(variant, postgresUrl)
  const pace = { NEWSLETTER_PER_SECOND: '150' }
  const mail = { MAIL_TRANSPORT: 'smtp', SMTP_URL: mailbox.url }
  const database = openDatabase(place)
  const servers = await startServers(
    variant.servers,
    { ...settings, ...mail, ...pace },
    { afterKill: async () => void (variant.servers === 1 && (await forgetLeases(database))) },
  )
  const hasten = setInterval(() => void letTimeFly(database, variant).catch(() => {}), 500)
  const ids: string[] = []
  let current = ''
  try {
    await addReaders(database, readers)
    for (let done = 0; done < kills; done += 1) {
      if (!current || (await isOver(database, current))) ids.push((current = await beginNewsletter(database)))
      await servers.killOne(chance, variant.servers === 1 ? killWithinMs : patientKillWithinMs)
    }
    const stuck = await until(async () => (await isOver(database, current)) || undefined, endPatienceMs).then(
      () => [],
      () => ['the last newsletter did not end'],
    )
    const evidence = await evidenceOf(database, mailbox, ids)
    const { ledgers } = evidence
    const rows = ledgers.flatMap(({ recipients }) => recipients)
    return {
      variant,
      kills,
      seconds: Math.round((performance.now() - startedAt) / 1000),
      newsletters: ids.length,
      mails: mailbox.mails.length,
      sent: rows.filter(({ state }) => state === 'sent').length,
      failed: rows.filter(({ state }) => state === 'failed').length,
      uncertain: rows.filter(({ uncertain }) => uncertain === 1).length,
      repeated: mailbox.mails.length - new Set(mailbox.mails.map(({ messageId }) => messageId)).size,
      faults: [...stuck, ...compareNewsletters(evidence)],
      output: servers.output(),
    }
  } finally {
    clearInterval(hasten)
    await servers.stop()
    await database.close()
    mailbox.goDown()
    rmSync(settings.DATA_DIR, { recursive: true, force: true })
  }
}

/** Long enough for a run to be anywhere when the kill comes. */
const killWithinMs = 1_500
/** Long enough for the other process to have taken over. */
const patientKillWithinMs = 30_000
const endPatienceMs = 15 * 60_000

/** One in a hundred addresses is refused; of the others 0.5 % are hung on and 0.5 % dropped, before or after the message. */
const badManners =
  (chance: Chance): Manners =>
  (address, when) => {
    if (isBad(address)) return when === 'recipient' ? 'refuse' : 'fine'
    const drawn = chance.next()
    const manner: Manner = drawn < 0.0025 ? 'hang' : drawn < 0.005 ? 'drop' : 'fine'
    return manner
  }

const isBad = (address: string) => /^reader-\d*07@/.test(address)

async function addReaders(database: Database, count: number) {
  for (let done = 0; done < count; done += 500)
    await database.transaction((tx) =>
      insertSubscribers(
        tx,
        Array.from({ length: Math.min(500, count - done) }, (_, index) => ({
          id: randomUUID(),
          email: `reader-${String(done + index).padStart(2, '0')}@example.com`,
          state: 'subscribed' as const,
          subscription_date: null,
          created_at: Date.now(),
        })),
      ),
    )
}

/** As the press of 'Send now' leaves it. Addresses that bounced before are on the list again. */
async function beginNewsletter(database: Database) {
  const id = randomUUID()
  const now = Date.now()
  await database.transaction(async (tx) => {
    for (const { id: bounced } of await tx
      .selectFrom('subscribers')
      .select('id')
      .where('state', '=', 'bounced')
      .execute())
      await forgetBounce({ tx }, bounced)
    await tx
      .insertInto('campaigns')
      .values({ id, url: 'https://clinic.example/blog/tea', state: 'sending', created_at: now, started_at: now })
      .execute()
    await createQueue(database).ensure(tx, 'send-newsletter', { campaignId: id }, { id })
  })
  return id
}

async function isOver({ db }: Database, id: string) {
  const { state } = await db.selectFrom('campaigns').select('state').where('id', '=', id).executeTakeFirstOrThrow()
  return state === 'done'
}

/** The one process is dead, so nobody holds what it held. */
const forgetLeases = (database: Database) =>
  database.transaction(async (tx) => {
    await tx
      .updateTable('jobs')
      .set({ leased_until: 0, run_at: 0, attempts: 0 })
      .where('kind', '=', 'send-newsletter')
      .execute()
  })

async function letTimeFly({ transaction }: Database, { servers }: Variant) {
  const soon = Date.now() + 1_000
  await transaction(async (tx) => {
    await tx
      .updateTable('campaign_recipients')
      .set({ next_at: 0 })
      .where('state', '=', 'queued')
      .where('next_at', '>', soon)
      .execute()
    // With two processes a killed worker's job must stay where its lease leaves it.
    await tx
      .updateTable('jobs')
      .set({ run_at: 0 })
      .where('kind', '=', 'send-newsletter')
      .where('run_at', '>', soon)
      .where('leased_until', '<=', servers === 1 ? soon : 0)
      .execute()
  })
}

async function evidenceOf({ db }: Database, { mails }: Mailbox, ids: string[]): Promise<NewsletterEvidence> {
  const subscribers = await db.selectFrom('subscribers').select(['id', 'email']).execute()
  const campaigns = await db.selectFrom('campaigns').selectAll().where('id', 'in', ids).execute()
  const ledgers = await Promise.all(
    campaigns.map(async (campaign) => ({
      campaign,
      recipients: await db
        .selectFrom('campaign_recipients')
        .selectAll()
        .where('campaign_id', '=', campaign.id)
        .execute(),
    })),
  )
  return { subscribers, ledgers, mails, isBad }
}
