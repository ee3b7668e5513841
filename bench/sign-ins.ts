import { Agent, get } from 'node:http'
import { untilCached } from './cached.ts'
import { atMostOfReference, forInformation, type Outcome, percentile } from './figure.ts'
import { startSite } from './site.ts'
import { uncachedLoad } from './uncached.ts'

const atOnce = 20
const seconds = 20
/** A light load, so that what waits, waits for the passwords. */
const beatMs = 25

const pages = [
  { name: 'cached', path: '/', headers: { 'Accept-Encoding': 'br' } },
  { name: 'rendered', ...uncachedLoad },
]

/**
 * Pages of a site where twenty people sign in at any moment (argon2id at OWASP's figures), against the same pages of
 * one where nobody does. Both are asked at the same time: what disturbs the machine disturbs both.
 */
export async function signIns(): Promise<Outcome> {
  const settings = { ABUSE_LIMITS: 'off' }
  const [idle, busy] = [await startSite({ settings }), await startSite({ settings })]
  try {
    for (const { url } of [idle, busy]) await untilCached(`${url}/`)
    await askBoth(idle.url, busy.url, 3)
    const stop = signInOnAndOn(busy.url)
    const taken = await askBoth(idle.url, busy.url, seconds)
    const entered = await stop()
    const p99 = (times: number[]) => percentile(times, 99)
    return {
      figures: [
        ...pages.map(({ name }, index) =>
          atMostOfReference(2, {
            name: `Home page while ${atOnce} people sign in, ${name}: p99`,
            value: p99(taken.busy[index] ?? []),
            reference: p99(taken.idle[index] ?? []),
            unit: 'ms',
            digits: 2,
          }),
        ),
        forInformation({ name: 'Sign-ins meanwhile, per second', value: entered / seconds, unit: 'sign-ins' }),
      ],
      details: { taken },
    }
  } finally {
    await idle.stop()
    await busy.stop()
  }
}

/** Twenty people, each of whom tries again as soon as an answer is there; answers how to stop, and how many there were. */
function signInOnAndOn(url: string) {
  let stopped = false
  let answered = 0
  const person = async (index: number) => {
    while (!stopped) {
      const body = new URLSearchParams({ email: `person-${index}@example.com`, password: 'nine sparrows on a wire' })
      const { status } = await fetch(`${url}/login`, { method: 'POST', body, redirect: 'manual' })
      if (status !== 400) throw new Error(`a sign-in was answered ${status}`)
      answered += 1
    }
  }
  const all = Array.from({ length: atOnce }, (_, index) => person(index))
  return async () => {
    stopped = true
    await Promise.all(all)
    return answered
  }
}

async function askBoth(idleUrl: string, busyUrl: string, duration: number) {
  const agent = new Agent({ keepAlive: true })
  const times = { idle: pages.map((): number[] => []), busy: pages.map((): number[] => []) }
  const asked: Promise<void>[] = []
  for (const until = performance.now() + duration * 1000; performance.now() < until;)
    for (const [index, { path, headers }] of pages.entries()) {
      const both = [
        { url: idleUrl, into: times.idle[index] },
        { url: busyUrl, into: times.busy[index] },
      ]
      for (const { url, into } of Math.random() < 0.5 ? both : both.toReversed()) {
        asked.push(ask(agent, url + path, headers).then((ms) => void into?.push(ms)))
        await pause((beatMs / 2) * (0.5 + Math.random()))
      }
    }
  await Promise.all(asked)
  agent.destroy()
  return times
}

function ask(agent: Agent, url: string, headers: Record<string, string>) {
  const startedAt = performance.now()
  return new Promise<number>((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`))
      response.resume().on('end', () => resolve(performance.now() - startedAt))
    }).on('error', reject)
  })
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
