import { products } from '#tests/support/catalogue.ts'
import { randomBytes, randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { type DatabaseLocation, openDatabase } from '#app/database/connection.server.ts'
import { serializeCart } from '#app/domain/cart/cart-cookie.server.ts'
import { toSnapshot, priceCart } from '#app/domain/cart/cart-view.ts'
import { createSigner } from '#app/vault/signing.server.ts'
import { figuresOfDuel } from './duel.ts'
import type { Outcome } from './figure.ts'
import type { Target } from './load.ts'
import type { Deps } from './deps.ts'
import { readUsage } from './process-usage.ts'
import { startReference } from './reference.ts'
import { newFolder } from './site.ts'

/** Place Order on /cart against the same action that stores nothing. */
export async function orderOverHttp({ quick, newPostgres }: Deps): Promise<Outcome> {
  const size = quick ? { rounds: 2, seconds: 1 } : { rounds: 5, seconds: 2 }
  const sqlite = await compared('SQLite', size)
  const postgres = await compared('PostgreSQL', size, await newPostgres())
  return {
    figures: [...sqlite.figures, ...postgres.figures],
    details: { sqlite: sqlite.results, postgres: postgres.results },
  }
}

type Size = { rounds: number; seconds: number }

async function compared(name: string, size: Size, url?: string) {
  const folder = newFolder()
  const sessionSecret = randomBytes(32).toString('hex')
  const all = {
    DATA_DIR: folder,
    SESSION_SECRET: sessionSecret,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    // A log line costs both the same, so without it the comparison is the stricter one.
    LOG_LEVEL: 'warn',
    ABUSE_LIMITS: 'off',
    ...(url && { DATABASE_URL: url }),
  }
  const script = new URL('./order-site.ts', import.meta.url)
  const stored = await startReference(script, JSON.stringify(all), 'stored')
  const canned = await startReference(script, JSON.stringify(all), 'canned')
  try {
    const { results, placed } = await measureAlternately(stored, canned, newOrders(sessionSecret), size)
    await mustBeStored(url ? { url } : { file: join(folder, 'clinic.db') }, placed)
    const comparedWith = 'the same site, whose transaction answers at once and stores nothing'
    return {
      figures: figuresOfDuel(`Order over HTTP on ${name}`, {
        // Enough for any clinic: see docs/decisions/plain-before-fast.md.
        least: url ? 0.25 : 0.4,
        rounds: results,
        unit: 'orders',
        comparedWith,
      }),
      results,
    }
  } finally {
    await Promise.all([stored.stop(), canned.stop()])
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Measures the sides alternately; the first round is a warm-up. */
async function measureAlternately(stored: Target, canned: Target, next: () => Posted, { rounds, seconds }: Size) {
  const results = []
  let placed = 0
  for (let round = 0; round <= rounds; round += 1) {
    const [site, reference] = [await sendOrders(stored, next, seconds), await sendOrders(canned, next, seconds)]
    placed += site.placed
    if (round > 0) results.push({ site, reference })
  }
  return { results, placed }
}

async function sendOrders({ url, pid }: Target, next: () => Posted, seconds: number) {
  const before = readUsage(pid).cpuSeconds
  const result = await autocannon({
    url: `${url}/cart`,
    connections: 20,
    duration: seconds,
    requests: [{ method: 'POST', setupRequest: (request) => ({ ...request, ...next() }) }],
  })
  const placed = result['3xx']
  const failed = result.errors + result.timeouts + result.non2xx - placed
  if (failed > 0 || placed === 0) throw new Error(`${failed} of ${result.requests.total} orders were not placed`)
  const cpuSeconds = readUsage(pid).cpuSeconds - before
  return {
    placed,
    perSecond: placed / result.duration,
    perCpuSecond: placed / cpuSeconds,
    coreShare: cpuSeconds / result.duration,
  }
}

type Posted = { headers: Record<string, string>; body: string }

/** Every order comes from another visitor, with a cart of two products. */
function newOrders(sessionSecret: string): () => Posted {
  const signer = createSigner(sessionSecret)
  const lines = products.slice(0, 2).map(({ id }, index) => ({ product: id, quantity: index + 1 }))
  return () => {
    const cart = { id: randomUUID(), lines }
    const fields = {
      intent: 'order',
      cart: cart.id,
      shown: toSnapshot(priceCart(cart, products)),
      name: 'Maya Thomas',
      email: 'maya.thomas@example.com',
      phone: '(205) 555-0100',
      note: 'Tablets, please.',
    }
    return {
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        Cookie: `cart=${serializeCart({ signer }, cart)}`,
      },
      body: String(new URLSearchParams(fields)),
    }
  }
}

/** Checks that every confirmed order is stored. The load may end with some requests pending. */
async function mustBeStored(location: DatabaseLocation, answered: number) {
  const database = openDatabase(location)
  try {
    const { db } = database
    const { count } = await db.selectFrom('orders').select(db.fn.countAll().as('count')).executeTakeFirstOrThrow()
    if (Number(count) < answered) throw new Error(`of ${answered} orders only ${Number(count)} are stored`)
  } finally {
    await database.close()
  }
}
