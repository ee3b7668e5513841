import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { fillOutbox } from '../tests/support/full-outbox.ts'
import { untilCached } from './cached.ts'
import { atMostOfReference, forInformation, type Outcome, percentile } from './figure.ts'
import { startMailSink } from './mail-sink.ts'
import { newFolder, startSite } from './site.ts'
import { uncachedLoad } from './uncached.ts'

const letters = 10_000
const seconds = 60
/** One request of each kind for each site in this time: a light load, so that what waits, waits for the mail. */
const beatMs = 50

const pages = [
  { name: 'cached', path: '/', headers: { 'Accept-Encoding': 'br' } },
  { name: 'rendered', ...uncachedLoad },
]

/**
 * Two sites get the same requests at the same time, one with nothing else to do and one with 10,000 letters to deliver:
 * what disturbs the machine disturbs both.
 */
export async function pagesWhileMailing(): Promise<Outcome> {
  const sink = await startMailSink()
  const folder = newFolder()
  const mail = { MAIL_TRANSPORT: 'smtp', SMTP_URL: sink.url }
  const idle = await startSite({ settings: mail })
  // Served from the start, so that the letters are still there when it counts.
  await fillOutbox(join(folder, 'data'), letters)
  const mailing = await startSite({ folder, settings: mail })
  try {
    await askBoth(idle.url, mailing.url, 5)
    for (const { url } of [idle, mailing]) await untilCached(`${url}/`)
    const before = sink.seen().taken
    const taken = await askBoth(idle.url, mailing.url, seconds)
    const delivered = sink.seen().taken - before
    if (sink.seen().taken >= letters) throw new Error('all letters were delivered before the end')
    const p99 = (times: number[]) => percentile(times, 99)
    return {
      figures: [
        ...pages.map(({ name }, index) =>
          atMostOfReference(2, {
            name: `Home page while letters go out, ${name}: p99`,
            value: p99(taken.mailing[index] ?? []),
            reference: p99(taken.idle[index] ?? []),
            unit: 'ms',
            digits: 2,
          }),
        ),
        forInformation({
          name: 'Letters delivered meanwhile, per second',
          value: delivered / seconds,
          unit: 'letters',
        }),
      ],
      details: { taken },
    }
  } finally {
    await idle.stop()
    await mailing.stop()
    await sink.stop()
  }
}

/** Milliseconds of each answer, by page. A beat never waits for the one before. */
async function askBoth(idleUrl: string, mailingUrl: string, duration: number) {
  const agent = new Agent({ keepAlive: true })
  const times = { idle: pages.map((): number[] => []), mailing: pages.map((): number[] => []) }
  const asked: Promise<void>[] = []
  for (const until = performance.now() + duration * 1000; performance.now() < until;) {
    for (const [index, { path, headers }] of pages.entries()) {
      // Neither always comes first, and none comes in step with the pauses between letters.
      const both = [
        { url: idleUrl, into: times.idle[index] },
        { url: mailingUrl, into: times.mailing[index] },
      ]
      for (const { url, into } of Math.random() < 0.5 ? both : both.toReversed()) {
        asked.push(ask(agent, url + path, headers).then((ms) => void into?.push(ms)))
        await pause((beatMs / 4) * (0.5 + Math.random()))
      }
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
