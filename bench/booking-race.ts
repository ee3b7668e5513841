import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { widget } from '#content/pages/booking.ts'
import { offeredTimes, type PatientVisitor, withDraft } from '../tests/support/booking.ts'
import { atMost, type Figure, forInformation, median, medianOf } from './figure.ts'
import { readUsage } from './process-usage.ts'
import { startSite } from './site.ts'

const rounds = 3
/** More patients than a clinic ever has at once. */
const crowd = 100

/** A hundred patients without JavaScript book the same hour at once, each over its own connection. */
export async function raceOn(name: string, settings: Record<string, string>): Promise<Figure[]> {
  const site = await startSite({ settings: { ...settings, ABUSE_LIMITS: 'off', LOG_LEVEL: 'warn' } })
  try {
    const all = await inParts(crowd, (n) => withDraft(site, n))
    // Each patient loads the calendar before booking; a rejected booking shows it again.
    await inParts(crowd, (n) => offeredTimes(all[n]!))
    const from = medianOf(rounds, 'rounds')
    const pressed = `${crowd} press for the same hour at once on ${name}`
    const results: { slowest: number; cpu: number }[] = []
    for (let round = 0; round < rounds; round += 1) results.push(await race(site, all, crowd + round))
    return [
      atMost(2_000, {
        name: `${pressed}: slowest answer`,
        value: median(results.map(({ slowest }) => slowest)),
        unit: 'ms',
        from,
      }),
      forInformation({
        name: `${pressed}: processor time of the site`,
        value: median(results.map(({ cpu }) => cpu)),
        unit: 'ms',
        from,
      }),
    ]
  } finally {
    await site.stop()
  }
}

async function race(site: { url: string; pid: number }, all: PatientVisitor[], newcomer: number) {
  const [wanted = ''] = await offeredTimes(all[0]!)
  const agent = new Agent({ maxSockets: Infinity })
  const before = readUsage(site.pid).cpuSeconds
  const answers = await Promise.all(all.map((person) => press(agent, site.url, person, wanted)))
  agent.destroy()
  const winners = answers.filter(({ status }) => status === 303)
  const isTold = ({ status, html }: Answer) =>
    status === 409 && html.includes(widget.taken) && /<ul class="nearest[^"]*">(<li>.*?<\/li>){3}<\/ul>/s.test(html)
  const told = answers.filter(isTold)
  if (winners.length !== 1 || told.length !== all.length - 1)
    throw new Error(`${winners.length} got the hour, ${told.length} were told the nearest times`)
  all[answers.indexOf(winners[0]!)] = await withDraft(site, newcomer)
  return {
    slowest: Math.max(...answers.map(({ ms }) => ms)),
    cpu: (readUsage(site.pid).cpuSeconds - before) * 1_000,
  }
}

type Answer = { status: number | undefined; html: string; ms: number }

/** From the press to the last byte of the answer. */
function press(agent: Agent, url: string, { cookies }: PatientVisitor, at: string): Promise<Answer> {
  const body = String(new URLSearchParams({ at, who: '' }))
  const headers = {
    'Content-Type': 'application/x-www-form-urlencoded',
    'Content-Length': body.length,
    Cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
  }
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/booking/widget`, { agent, method: 'POST', headers }, (response) => {
      const answered = (html: string) => ({
        status: response.statusCode,
        html,
        ms: performance.now() - startedAt,
      })
      text(response).then((html) => resolve(answered(html)), reject)
    })
    sent.on('error', reject).end(body)
  })
}

/** Twenty at a time. */
async function inParts<Result>(count: number, work: (n: number) => Promise<Result>) {
  const results: Result[] = []
  for (let next = 0; next < count; next += 20)
    results.push(...(await Promise.all(Array.from({ length: 20 }, (_, index) => work(next + index)))))
  return results
}
