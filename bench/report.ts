import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Figure, Outcome } from './figure.ts'
import type { machine } from './machine.ts'
import { outFolder } from './out-folder.ts'

export type Done = { benchmark: string; seconds: number; outcome: Outcome }
/** `on` is the machine as it was when the run began. */
export type Run = { done: Done[]; at: Date; on: ReturnType<typeof machine> }

const columns = ['figure', 'measured', 'reference', 'ratio', 'goal', 'met'] as const

const cells = ({ name, measured, reference, ratio, goal, met }: Figure) => [
  name,
  measured,
  reference ?? '',
  ratio?.toFixed(2) ?? '',
  goal ?? '',
  met === undefined ? '' : met ? 'yes' : 'NO',
]

export function table(figures: Figure[]) {
  const rows = [[...columns], ...figures.map(cells)]
  const widths = columns.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: string[]) =>
    row
      .map((cell, column) => aligned(cell, column, widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return rows.map(line).join('\n')
}

/** Numbers to the right, words to the left. */
const aligned = (cell: string, column: number, width: number) =>
  column >= 1 && column <= 3 ? cell.padStart(width) : cell.padEnd(width)

/** One file a run, so that runs can be compared, and the newest under a name of its own. */
export function keepAsJson({ done, at, on }: Run) {
  const json = JSON.stringify({ at: at.toISOString(), machine: on, benchmarks: done }, null, 2)
  mkdirSync(outFolder, { recursive: true })
  for (const name of [at.toISOString().replaceAll(':', '-'), 'latest'])
    writeFileSync(`${outFolder}${name}.json`, `${json}\n`)
}

/** The page that is kept with the sources. */
export function writeResults({ done, at, on }: Run) {
  const { cores, processor, memoryGb, system, node, busy } = on
  const figures = done.flatMap(({ outcome }) => outcome.figures)
  const rows = [[...columns], columns.map(() => '---'), ...figures.map(cells)].map((row) => `| ${row.join(' | ')} |`)
  const page = `# Benchmark results

Written by \`npm run bench -- --write\`; do not edit by hand.

- Date: ${at.toISOString().slice(0, 10)}
- Machine: ${cores} cores (${processor}), ${memoryGb} GB of memory, ${system}; load average ${busy} before the run began, that is from other programs
- Node ${node}
- The run took ${Math.round(done.reduce((total, { seconds }) => total + seconds, 0) / 60)} minutes

${rows.join('\n')}

## How to read it
- \`measured\` is the site, \`reference\` what it is compared with in the same run, \`ratio\` the median of the rounds' own ratios.
- **Home page from cache**: brotli requests for the home page, 50 connections, rounds of 5 seconds in turn with a bare \`node:http\` listener that sends the same head and the same bytes from a constant.
- **Home page rendered**: a query keeps the page out of the cache, nothing is compressed. The reference is a bare \`node:http\` listener that calls \`renderToString\` on the same tree of the same build, and nothing else.
- *Per second* is what the client counted; on two cores the client is often the slower side, which flatters the ratio. *Per second of CPU* divides by the processor time that the server used: neither the client nor busy neighbours flatter or spoil it.
- **Memory** is resident memory. All three loads hit one process, one after the other.
- **Ready** is the median of five starts of the built site, from the start of the process to the first 200 of \`/readyz\`; on a busy machine the processor time says more.
- **Letters delivered**: 4,000 letters that wait in the outbox (SQLite), rendered, composed, sent and stored, to a mail server of a few lines in a process of its own. The reference is pooled nodemailer with the same pool sending the same letter, already written, to as many recipients. From the first letter that arrives to the last; three rounds in turn.
- **Newsletter to 10,000**: the same for a newsletter without a pace (\`NEWSLETTER_PER_SECOND=0\`), with its ledger on the disk: each recipient is claimed before being mailed, and each result is kept.
- **Subscribers, 1,000,000**: the admin's page with 50 rows, from the request to its last byte, one request after the other, 200 of each kind; the totals of all states are on it. PostgreSQL runs with fsync on. On a busy machine the processor time says more.
- **Home page while letters go out**: two sites get the same light load at the same time, 20 requests a second of each kind, one site idle and one with 10,000 letters to deliver; the reference is the idle one. Letters step back while visitors are served; how many go out all the same stands below.
- **A month of free times**: the domain's question for 31 days of a calendar with five practitioners, five rooms and 5,000 visits of ten minutes in just these days, nearly all of the opening hours; 300 times, one after the other, another service and another moment each time. From the call to the answer, database included; nothing is kept between two questions. The widget's calendar is the soonest times and the month; next free times are those of all services after something was booked.
- **1,000 press for the same hour**: as many people, each with a draft and the widget open, post its form at once over connections of their own; exactly one gets the hour, all others the sentence, the three nearest times and the whole calendar. From the press to the last byte of the last answer, client on the same machine; the median of three rounds.
- **Bytes** are counted in thousands (kB): files as stored, pages as Chromium loads them with an empty cache.
- **placeOrder** is the domain function: the order, two lines, two letters and two jobs in one transaction that is on the disk before it answers. The reference writes the same rows, made up beforehand, by prepared statements of one row each in one transaction with the same settings. Rounds of 400 orders in turn, each side in a database of its own; PostgreSQL runs with fsync on.
- **Order over HTTP** is the press of Place Order by 20 visitors at once, each with a cart of two products, on a site without worker and limits. The reference is the same site and the same action, except that its transaction answers at once that the order was placed. What they wait for is mostly the disk, so the figure per second says more about the disk the slower that is.
- **Lighthouse** is performance / accessibility / best practices / SEO on its phone with simulated throttling, the median of three. On \`/cart\` and \`/login\`, which ask search engines to stay away, the audit 'is-crawlable' is left out.

## How to repeat it
\`\`\`
npm run bench                        all of it, about twelve minutes
npm run bench -- cached lighthouse   only these (cached, uncached, memory, overload, start, bytes, place-order, order-over-http, outbox, newsletter, subscribers, pages-while-mailing, sign-ins, booking, lighthouse)
npm run bench -- --write             all of it, and renews this page
\`\`\`
Each run is kept as JSON in \`bench/out/\`, the newest also as \`latest.json\`. A missed goal is printed and is no failure of the command.
`
  writeFileSync(fileURLToPath(new URL('./RESULTS.md', import.meta.url)), page)
}
