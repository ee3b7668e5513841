import { expect, test } from 'vitest'
import { openTwice } from '#tests/support/test-database.ts'
import { openRelayProof } from './relay-proof.server.ts'

const relay = {
  url: 'https://relay.example',
  userId: 'user',
  serviceId: 'service',
  templateId: 'template',
  newsletterTemplateId: 'newsletter',
}
const log = { warn() {} }

test('one successful email proves the relay’s settings to every process, until they change', async () => {
  const [database, other] = await openTwice()
  const open = (settings = relay) => openRelayProof({ database, log }, settings)
  const proof = await open()
  const elsewhere = await openRelayProof({ database: other, log }, relay)
  expect(await proof.isProved()).toBe(false)
  await Promise.all([proof.prove(), elsewhere.prove()])
  expect(await proof.isProved()).toBe(true)
  expect(await elsewhere.isProved()).toBe(true)
  expect(await (await open()).isProved(), 'after a restart').toBe(true)

  const changed = await open({ ...relay, templateId: 'another' })
  expect(await changed.isProved()).toBe(false)
  expect(await (await open()).isProved(), 'after changing back').toBe(false)
})

test('a database failure proves nothing, and the email still counts as sent', async () => {
  const [database] = await openTwice()
  const proof = await openRelayProof({ database, log }, relay)
  await database.close()
  await proof.prove()
  expect(await proof.isProved()).toBe(false)
})
