import { readFileSync } from 'node:fs'
import { createTransport } from 'nodemailer'
import { z } from 'zod'

/**
 * The reference of `outbox`: pooled nodemailer with the site's pool and nothing else. It sends the same email, already
 * written, to as many recipients, and keeps the pool's queue filled.
 */
const [url = '', emailFile = '', count = '0'] = process.argv.slice(2)
const email = z
  .object({ subject: z.string(), text: z.string(), html: z.string(), headers: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(emailFile, 'utf8')))

const pool = createTransport({ url, pool: true, maxConnections: 5, maxMessages: 1_000 })
let next = 0

async function sendOnAndOn() {
  while (next < Number(count)) {
    const index = (next += 1)
    await pool.sendMail({
      ...email,
      messageId: `<${index}@clinic.example>`,
      from: '"Clinic" <hello@clinic.example>',
      to: `reader-${index}@example.com`,
      date: new Date(),
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
}

await Promise.all(Array.from({ length: 10 }, sendOnAndOn))
// The parent reads its processor time before it exits.
process.send?.('done')
process.once('disconnect', () => process.exit())
