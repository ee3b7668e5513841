import { rmSync } from 'node:fs'
import { type Database, openDatabase } from '#app/database/connection.server.ts'
import { readStored } from '#tests/support/stored.ts'
import { until } from '#tests/support/until.ts'
import { createChance } from './chance.ts'
import { compare, repeatedMails } from './compare.ts'
import type { Evidence } from './evidence.ts'
import { interruptMail, startMailbox } from './mailbox.ts'
import { startServers } from './servers.ts'
import { newPlace, type Variant } from './variants.ts'
import { type Seen, visitAtOnce } from './visitors.ts'

export type TortureOptions = { rounds: number; seed: number; postgresUrl: string }

export type TortureResult = {
  variant: Variant
  rounds: number
  seconds: number
  accepted: Record<string, number>
  /** From the last round until every letter was gone. */
  drainSeconds: number
  retries: number
  mails: number
  repeats: number
  /** Every fault found, as a sentence; empty is what we want. */
  faults: string[]
  /** What the servers said, for whoever looks for the reason. */
  output: string
}

/**
 * Rounds of visitors who send forms while a server is killed and started again; then everything that was answered is
 * compared with what is stored and what was mailed.
 */
export async function torture(variant: Variant, { rounds, seed, postgresUrl }: TortureOptions): Promise<TortureResult> {
  const startedAt = performance.now()
  const chance = createChance(seed)
  const mailbox = await startMailbox()
  const { place, settings } = await newPlace(variant, postgresUrl)
  const mail = { MAIL_TRANSPORT: 'smtp', SMTP_URL: mailbox.url }
  const servers = await startServers(variant.servers, { ...settings, ...mail })
  const database = openDatabase(place)
  const seen: Seen = { answered: [], strange: [], retries: 0 }
  const outages: number[] = []
  try {
    for (let round = 0; round < rounds; round += 1) {
      let over = false
      const killed = servers.killOne(chance, killWithinMs).finally(() => (over = true))
      await Promise.all([
        killed,
        visitAtOnce(servers.urls, { round, isOver: () => over }, chance, seen),
        variant.mailGoesDown && interruptMail(mailbox, chance, { withinMs: killWithinMs, outages }),
      ])
    }
    const roundsEndedAt = performance.now()
    const stuck = await until(async () => (await isDrained(database)) || undefined, drainPatienceMs).then(
      () => [],
      () => ['the outbox did not become empty'],
    )
    const evidence: Evidence = {
      answered: seen.answered,
      ...(await readStored(database)),
      mails: mailbox.mails,
      interruptions: [...servers.kills, ...outages],
    }
    return {
      variant,
      rounds,
      seconds: Math.round((performance.now() - startedAt) / 1000),
      accepted: Object.fromEntries(
        Map.groupBy(seen.answered, ({ form }) => form)
          .entries()
          .map(([form, all]) => [form, all.length]),
      ),
      drainSeconds: Math.round((performance.now() - roundsEndedAt) / 1000),
      retries: seen.retries,
      mails: mailbox.mails.length,
      repeats: repeatedMails(mailbox.mails).length,
      faults: [...stuck, ...seen.strange, ...compare(evidence)],
      output: servers.output(),
    }
  } finally {
    await servers.stop()
    await database.close()
    mailbox.goDown()
    rmSync(settings.DATA_DIR, { recursive: true, force: true })
  }
}

/** Nothing is left to be sent. */
async function isDrained({ db }: Database) {
  const waiting = await db.selectFrom('letters').select('id').where('state', '=', 'waiting').limit(1).execute()
  const jobs = await db.selectFrom('jobs').select('id').where('kind', '=', 'send-letter').limit(1).execute()
  return waiting.length === 0 && jobs.length === 0
}

/** Long enough for visitors and letters to be anywhere when the kill comes. */
const killWithinMs = 1_000

/** A killed worker's jobs come back after 15 s; one that was in the way of four kills or more, after some minutes. */
const drainPatienceMs = 10 * 60_000
