import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { atMostOfReference, percentile } from './figure.ts'
import { uncachedLoad } from './uncached.ts'

const pages = [
  { name: 'cached', path: '/', headers: { 'Accept-Encoding': 'br' } },
  { name: 'rendered', ...uncachedLoad },
]

/** One request of each page for each site in this time: a light load, so that what waits, waits for the other work. */
const intervalMs = 50

/** Milliseconds of each answer, by page. */
export type Times = { idle: number[][]; busy: number[][] }

/**
 * Requests the same pages from an idle site and a busy one at the same time, so that noise on the machine affects both.
 * A request never waits for the previous one.
 */
export async function askBoth(idleUrl: string, busyUrl: string, seconds: number): Promise<Times> {
  const agent = new Agent({ keepAlive: true })
  const times: Times = { idle: pages.map(() => []), busy: pages.map(() => []) }
  const asked: Promise<void>[] = []
  for (const until = performance.now() + seconds * 1000; performance.now() < until;)
    for (const [index, { path, headers }] of pages.entries()) {
      // Alternate which site comes first, and avoid a fixed rhythm with the work of the busy site.
      const both = [
        { url: idleUrl, into: times.idle[index] },
        { url: busyUrl, into: times.busy[index] },
      ]
      for (const { url, into } of Math.random() < 0.5 ? both : both.toReversed()) {
        asked.push(ask(agent, url + path, headers).then((ms) => void into?.push(ms)))
        await pause((intervalMs / 4) * (0.5 + Math.random()))
      }
    }
  await Promise.all(asked)
  agent.destroy()
  return times
}

/** Each page's slowest hundredth in each round, busy against idle. */
export const figuresOfBoth = (name: string, rounds: Times[]) =>
  pages.map((page, index) =>
    atMostOfReference(2, {
      name: `${name}, ${page.name}: p99`,
      rounds: rounds.map(({ idle, busy }) => ({
        measured: percentile(busy[index] ?? [], 99),
        reference: percentile(idle[index] ?? [], 99),
      })),
      unit: 'ms',
      digits: 2,
      comparedWith: 'the same page of an idle site, asked for at the same time',
    }),
  )

function ask(agent: Agent, url: string, headers: Record<string, string>) {
  const startedAt = performance.now()
  return new Promise<number>((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`))
      response.resume().on('end', () => resolve(performance.now() - startedAt))
    }).on('error', reject)
  })
}
