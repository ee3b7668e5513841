import type * as App from '../server/app.ts'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EmailKind } from '../app/domain/outbox/email-kinds.server.ts'
import { startEnvironment, startFlags } from '#tests/support/start-command.ts'
import { type Figure, forInformation, median, medianOf, ofReference } from './figure.ts'
import { startMailSink } from './mail-sink.ts'
import { readUsage } from './process-usage.ts'
import { newFolder } from './site.ts'
import { contentFacts } from '../app/domain/clinic/clinic-facts.ts'
import { deliveredContent } from '../app/domain/content/content-now.server.ts'

export type Delivery = { perSecond: number; perCpuSecond: number; coreShare: number }
type Rounds = { site: Delivery; reference: Delivery }[]

/** Figures of rounds in which the site and bare nodemailer alternated. */
export const deliveryFigures = (name: string, unit: string, rounds: Rounds): Figure[] => [
  figure(`${name}, per second`, unit, 'perSecond', rounds),
  figure(`${name}, per second of CPU`, unit, 'perCpuSecond', rounds),
  ...(['site', 'reference'] as const).map((whose) =>
    forInformation({
      name: `${name}: core used by the ${whose} meanwhile`,
      value: 100 * median(rounds.map((round) => round[whose].coreShare)),
      unit: '%',
      from: medianOf(rounds.length, 'rounds'),
    }),
  ),
]

const figure = (name: string, unit: string, of: 'perSecond' | 'perCpuSecond', rounds: Rounds) =>
  ofReference(0.5, {
    name,
    rounds: rounds.map(({ site, reference }) => ({ measured: site[of], reference: reference[of] })),
    unit,
    comparedWith: 'pooled nodemailer sending the same email, already written',
  })

/** Pooled nodemailer with the site's pool and nothing else, sending the same email, already written. */
export async function deliverBare(kind: EmailKind, emails: number) {
  const sink = await startMailSink()
  const { emailSamples }: typeof App = await import(new URL('../build/server/index.js', import.meta.url).href)
  const samples = emailSamples({ clinic: contentFacts(Date.now()), content: deliveredContent })
  const email = join(newFolder(), 'email.json')
  writeFileSync(email, JSON.stringify(samples[kind]))
  const { PATH = '', HOME = '' } = process.env
  const mailer = fork(new URL('./bare-mailer.ts', import.meta.url), [sink.url, email, String(emails)], {
    env: { PATH, HOME, NODE_ENV: 'production', ...startEnvironment() },
    execArgv: startFlags(),
  })
  try {
    return await measureDelivery(sink, mailer.pid ?? 0, emails)
  } finally {
    mailer.kill()
    if (mailer.exitCode === null && mailer.signalCode === null) await once(mailer, 'exit')
    await sink.stop()
  }
}

/** From the first email that arrives to the last; what it takes to start is not delivery. */
export async function measureDelivery(
  sink: Awaited<ReturnType<typeof startMailSink>>,
  pid: number,
  emails: number,
): Promise<Delivery> {
  await sink.untilTaken(1)
  const before = { ...sink.seen(), cpuSeconds: readUsage(pid).cpuSeconds }
  const after = await sink.untilTaken(emails)
  const cpuSeconds = readUsage(pid).cpuSeconds - before.cpuSeconds
  const delivered = emails - before.taken
  return {
    perSecond: (emails - 1) / ((after.lastAt - after.firstAt) / 1000),
    perCpuSecond: delivered / cpuSeconds,
    coreShare: cpuSeconds / ((after.lastAt - before.lastAt) / 1000),
  }
}
