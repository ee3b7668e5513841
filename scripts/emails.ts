import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { contentFacts } from '../app/domain/clinic/clinic-facts.ts'
import { deliveredContent } from '../app/domain/content/content-now.server.ts'
import { composeMessage } from '../app/integrations/mail-transport/message.server.ts'
import type * as App from '../server/app.ts'
import { buildIfNeeded } from './build/build-if-needed.ts'

// Writes a sample of every kind of email into emails/: text, HTML and the whole message.

process.env.NODE_ENV ??= 'production'
const folder = fileURLToPath(new URL('../emails/', import.meta.url))
await buildIfNeeded()
const { emailSamples }: typeof App = await import(new URL('../build/server/index.js', import.meta.url).href)

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
const samples = emailSamples({ clinic: contentFacts(Date.now()), content: deliveredContent })
for (const [kind, email] of Object.entries(samples)) {
  const message = await composeMessage({
    ...email,
    messageId: `<${kind}@clinic.example>`,
    from: '"Clinic" <hello@clinic.example>',
    to: 'maya@example.com',
    date: new Date(),
  })
  writeFileSync(`${folder}${kind}.txt`, email.text)
  writeFileSync(`${folder}${kind}.html`, email.html)
  writeFileSync(`${folder}${kind}.eml`, message)
}
process.stdout.write(`The emails are in ${folder}\n`)
