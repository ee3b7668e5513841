import { expect, test } from 'vitest'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { countLoginAttempt, resetLoginAttempts, type LoginClient } from './login-attempts.server.ts'

const second = 1000
const minute = 60 * second
const start = Date.UTC(2026, 10, 20, 12)
const owner: LoginClient = { network: 'home', address: 'maya' }
const atHome: LoginClient = { ...owner, device: 'laptop' }
const attacker: LoginClient = { network: 'elsewhere', address: 'maya' }

async function site() {
  const database = await openTestDatabase()
  const guess = (client: LoginClient, now: number) =>
    database.transaction((tx) => countLoginAttempt({ tx }, client, now))
  /** Signs in with the right password. */
  const enter = (client: LoginClient, now: number) =>
    database.transaction(async (tx) => {
      const allowed = await countLoginAttempt({ tx }, client, now)
      if (allowed.ok) await resetLoginAttempts({ tx }, client)
      return allowed
    })
  /** Guesses this many times, each as soon as it is allowed; returns the waits in seconds. */
  async function guessRepeatedly(client: LoginClient, times: number) {
    const waits: number[] = []
    for (let now = start, done = 0; done < times;) {
      const answer = await guess(client, now)
      if (answer.ok) done += 1
      else {
        waits.push((answer.retryAt - now) / second)
        now = answer.retryAt
      }
    }
    return waits
  }
  return { enter, guess, guessRepeatedly }
}

test('five guesses keep a new browser out for 15 minutes from the first of them, whoever goes on guessing', async () => {
  const { guess, guessRepeatedly, enter } = await site()
  expect(await guessRepeatedly(attacker, 14)).toEqual([900, 900])
  const later = start + 60 * minute
  for (let tries = 0; tries < 5; tries += 1) expect(await guess(attacker, later)).toEqual({ ok: true })
  for (let waited = second; waited < 15 * minute; waited += 20 * second)
    expect(await guess(attacker, later + waited)).toMatchObject({ ok: false, retryAt: later + 15 * minute })
  expect(await enter(owner, later + 15 * minute)).toEqual({ ok: true })
})

test('the first five guesses do not wait, even if the clocks of machines differ', async () => {
  const { guess } = await site()
  for (const behind of [0, 3, 2, 30, 1])
    expect(await guess(attacker, start - behind * second), `${behind} s behind`).toEqual({ ok: true })
  expect(await guess(attacker, start - second)).toEqual({ ok: false, reason: 'too-many', retryAt: start + 15 * minute })
})

test('the right password signs in after the wait, and resets the counter', async () => {
  const { enter, guess } = await site()
  for (let tries = 0; tries < 5; tries += 1) await guess(owner, start)
  expect(await enter(owner, start + second)).toMatchObject({ ok: false })
  expect(await enter(owner, start + 15 * minute)).toMatchObject({ ok: true })
  for (let tries = 0; tries < 5; tries += 1) expect(await guess(owner, start + 16 * minute)).toMatchObject({ ok: true })
})

test('who enters resets nobody else’s counter', async () => {
  const { enter, guess } = await site()
  for (let tries = 0; tries < 5; tries += 1) await guess(attacker, start)
  expect(await enter({ network: 'home', address: 'ben' }, start)).toEqual({ ok: true })
  expect(await guess(attacker, start)).toMatchObject({ ok: false })
})

test('a rejected attempt does not make the wait longer', async () => {
  const { guess } = await site()
  for (let tries = 0; tries < 5; tries += 1) await guess(owner, start)
  const first = await guess(owner, start)
  for (let tries = 0; tries < 50; tries += 1) expect(await guess(owner, start + second)).toEqual(first)
})

test('guesses from elsewhere do not lock the owner out of a known browser', async () => {
  const { enter, guessRepeatedly } = await site()
  await guessRepeatedly(attacker, 12)
  expect(await enter(atHome, start)).toMatchObject({ ok: true })
})

test('a known browser has its own limit of ten guesses', async () => {
  const { guess } = await site()
  for (let tries = 0; tries < 10; tries += 1) expect(await guess(atHome, start)).toMatchObject({ ok: true })
  expect(await guess(atHome, start)).toMatchObject({ ok: false })
})

test('only five of many simultaneous guesses are allowed', async () => {
  const { guess } = await site()
  const answers = await Promise.all(Array.from({ length: 20 }, () => guess(attacker, start)))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(5)
})

test('a network that guesses for many addresses has to wait, and successful sign-ins do not count', async () => {
  const { enter, guess } = await site()
  for (let person = 0; person < 60; person += 1)
    expect(await enter({ network: 'carrier', address: `person-${person}` }, start)).toMatchObject({
      ok: true,
    })
  for (let person = 0; person < 50; person += 1) await guess({ network: 'carrier', address: `victim-${person}` }, start)
  expect(await guess({ network: 'carrier', address: 'one more' }, start)).toMatchObject({
    ok: false,
    retryAt: start + 5 * second,
  })
})

test('all limits are lifted after a day', async () => {
  const { guess, guessRepeatedly } = await site()
  await guessRepeatedly(attacker, 12)
  for (let tries = 0; tries < 5; tries += 1)
    expect(await guess(attacker, start + 30 * 60 * minute)).toMatchObject({ ok: true })
})
