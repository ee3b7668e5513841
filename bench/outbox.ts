import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fillOutbox } from '../tests/support/full-outbox.ts'
import { startFlags } from '../tests/support/start-flags.ts'
import type * as App from '../server/app.ts'
import { type Figure, forInformation, median, ofReference, type Outcome } from './figure.ts'
import { startMailSink } from './mail-sink.ts'
import { usageOf } from './process-usage.ts'
import { newFolder, startSite } from './site.ts'

const letters = 4_000
const rounds = 3

type Delivery = { perSecond: number; perCpuSecond: number; coreShare: number }

/** Letters that wait in the outbox, delivered by the site, against bare pooled nodemailer sending the same letters. */
export async function outbox(): Promise<Outcome> {
  const results: { site: Delivery; reference: Delivery }[] = []
  for (let round = 0; round < rounds; round += 1)
    results.push({ site: await deliverBySite(), reference: await deliverBare() })
  return {
    figures: [
      figure('per second', 'perSecond', results),
      figure('per second of CPU', 'perCpuSecond', results),
      ...(['site', 'reference'] as const).map((whose) =>
        forInformation({
          name: `Letters delivered: core used by the ${whose} meanwhile`,
          value: 100 * median(results.map((round) => round[whose].coreShare)),
          unit: '%',
        }),
      ),
    ],
    details: { results },
  }
}

function figure(
  label: string,
  of: 'perSecond' | 'perCpuSecond',
  results: { site: Delivery; reference: Delivery }[],
): Figure {
  return ofReference(0.7, {
    name: `Letters delivered, ${label}`,
    value: median(results.map(({ site }) => site[of])),
    reference: median(results.map(({ reference }) => reference[of])),
    ratio: median(results.map(({ site, reference }) => site[of] / reference[of])),
    unit: 'letters',
  })
}

async function deliverBySite() {
  const sink = await startMailSink()
  const folder = newFolder()
  await fillOutbox(join(folder, 'data'), letters)
  const site = await startSite({ folder, settings: { MAIL_TRANSPORT: 'smtp', SMTP_URL: sink.url } })
  try {
    return await measure(sink, site.pid)
  } finally {
    await site.stop()
    await sink.stop()
  }
}

async function deliverBare() {
  const sink = await startMailSink()
  const { letterSamples }: typeof App = await import(new URL('../build/server/index.js', import.meta.url).href)
  const letter = join(newFolder(), 'letter.json')
  writeFileSync(letter, JSON.stringify(letterSamples()['newsletter-welcome']))
  const { PATH = '', HOME = '' } = process.env
  const mailer = fork(new URL('./bare-mailer.ts', import.meta.url), [sink.url, letter, String(letters)], {
    env: { PATH, HOME, NODE_ENV: 'production' },
    execArgv: startFlags(),
  })
  try {
    return await measure(sink, mailer.pid ?? 0)
  } finally {
    mailer.kill()
    if (mailer.exitCode === null && mailer.signalCode === null) await once(mailer, 'exit')
    await sink.stop()
  }
}

/** From the first letter that arrives to the last; what it takes to start is not delivery. */
async function measure(sink: Awaited<ReturnType<typeof startMailSink>>, pid: number): Promise<Delivery> {
  await sink.untilTaken(1)
  const before = { ...sink.seen(), cpuSeconds: usageOf(pid).cpuSeconds }
  const after = await sink.untilTaken(letters)
  const cpuSeconds = usageOf(pid).cpuSeconds - before.cpuSeconds
  const delivered = letters - before.taken
  return {
    perSecond: (letters - 1) / ((after.lastAt - after.firstAt) / 1000),
    perCpuSecond: delivered / cpuSeconds,
    coreShare: cpuSeconds / ((after.lastAt - before.lastAt) / 1000),
  }
}
