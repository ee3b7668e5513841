import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { createContinuousCopy } from '#app/database/copy/continuous-copy.server.ts'
import { createCopyLocks } from '#app/vault/copy-locks.server.ts'
import { openCopyPlace } from '#tests/faults/copy/place.ts'
import { until } from '#tests/support/timing.ts'
import type { Deps } from './deps.ts'
import { type Outcome, ofReference } from './figure.ts'
import { migrated, ordersPerSecond } from './place-order.ts'

/** The domain function with and without the continuous copy, whose place is in the same process. */
export async function continuousCopy({ quick }: Deps): Promise<Outcome> {
  // Each side takes longer than the copy's second.
  const size = quick ? { rounds: 3, orders: 1_000 } : { rounds: 15, orders: 2_000 }
  const folder = mkdtempSync(join(tmpdir(), 'clinic-bench-'))
  const place = await openCopyPlace()
  const [withCopy, without] = [{ file: join(folder, 'copied.db') }, { file: join(folder, 'alone.db') }]
  const databases = { copied: await migrated(withCopy), alone: await migrated(without) }
  const locks = await createCopyLocks(place.settings.COPY_RECIPIENT, async () => ['k'.repeat(44)])
  const copy = createContinuousCopy({
    database: databases.copied,
    location: withCopy,
    folder: join(folder, 'copy'),
    store: place.store,
    locks,
    log: pino({ level: 'silent' }),
  })
  const stop = copy.start()
  try {
    await until(async () => copy.state().until)
    const rounds: { measured: number; reference: number }[] = []
    for (let round = 0; round <= size.rounds; round += 1) {
      const measured = await ordersPerSecond(databases.copied, size.orders)
      const reference = await ordersPerSecond(databases.alone, size.orders)
      if (round > 0) rounds.push({ measured, reference })
    }
    const behindMs = Date.now() - (copy.state().until ?? 0)
    const figure = ofReference(0.9, {
      name: 'placeOrder with the continuous copy on, per second',
      rounds,
      unit: 'orders',
      comparedWith: 'the same without a copy',
    })
    return { figures: [figure], remarks: [`at the end the copy was ${behindMs} ms behind`] }
  } finally {
    await stop()
    await databases.copied.close()
    await databases.alone.close()
    await place.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
