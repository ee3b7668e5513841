import { writeFileSync } from 'node:fs'
import { type Run, toRows } from './report.ts'

/** Writes RESULTS.md and returns its name. */
export function writeResults({ done, at, on }: Run, benchmarks: string[]) {
  const { cores, processor, memoryGb, system, node, busy } = on
  const figures = done.flatMap(({ outcome }) => outcome.figures)
  const [head = [], ...rest] = toRows(figures)
  const rows = [head, head.map(() => '---'), ...rest].map((row) => `| ${row.join(' | ')} |`)
  const page = `# Benchmark results

Written by \`npm run bench\`; do not edit by hand.

- Date: ${at.toISOString().slice(0, 10)}
- Machine: ${cores} cores (${processor}), ${memoryGb} GB of memory, ${system}; load average ${busy} before the run began, that is from other programs
- Node ${node}
- The run took ${inMinutes(done.reduce((total, { seconds }) => total + seconds, 0))} minutes

${rows.join('\n')}

## How to read it
- \`measured\` is the site, \`reference\` what it is compared with, \`from\` of how many measurements the figure was made. Site and reference take turns in one run, round by round, so that what slows the machine slows both; \`ratio\` is the median of the rounds' own ratios. Figures without a goal are told for information.
- *Per second* is what the client counted; on two cores the client is often the slower side, which flatters the ratio. *Per second of CPU* divides by the processor time that the server used: neither the client nor busy neighbors flatter or spoil it.
- **Home page from cache**: brotli requests for the home page, 50 connections, rounds of 3 seconds in turn with a bare \`node:http\` listener that sends the same head and the same bytes from a constant.
- **Home page rendered**: a query keeps the page out of the cache, nothing is compressed. The reference is a bare \`node:http\` listener that calls \`renderToString\` on the same tree of the same build, and nothing else.
- **Memory** is resident memory. All three loads hit one process, one after the other.
- **Two processes** and the client share the cores of this machine, so on two of them *per second* hardly grows; *per second of CPU* tells whether a page costs more when there are two.
- **Overload**: connections that say nothing are opened while a crowd asks for pages that have to be made, twenty in one go over each of 300 connections and anew as soon as they are answered: more than are worked on and wait together (docs/operations.md, 'What the site alone withstands'). \`/healthz\` and the page from memory have to be answered all the while, or the benchmark breaks.
- **Ready** is from the start of the process to the first 200 of \`/readyz\` of the built site; on a busy machine the processor time says more.
- **Bytes**: a KB is 1,024 of them, as in the tests that hold the budgets; files as stored, pages as Chromium loads them with an empty cache.
- **placeOrder** is the domain function: the order, two lines, two emails and two jobs in one transaction that is on the disk before it answers. The reference writes the same rows, made up beforehand, by prepared statements of one row each in one transaction with the same settings. Rounds of 400 orders in turn, each side in a database of its own; PostgreSQL runs with fsync on.
- **placeOrder with the continuous copy on** is the same function on SQLite while a copy is made: each second what was committed is compressed, encrypted and sent to an S3-like place in memory, which is in the same process and so takes its processor time, too. The reference is the same function on a database without a copy. Rounds of 2,000 orders in turn, so that each side takes longer than that second; the first base is complete before they begin.
- **Order over HTTP** is the press of Place Order by 20 visitors at once, each with a cart of two products, on a site without worker and limits. The reference is the same site and the same action, except that its transaction answers at once that the order was placed. What they wait for is mostly the disk, so the figure per second says more about the disk the slower that is.
- **Emails delivered**: 4,000 emails that wait in the outbox (SQLite), rendered, composed, sent and stored, to a mail server of a few lines in a process of its own. The reference is pooled nodemailer with the same pool sending the same email, already written, to as many recipients. From the first email that arrives to the last.
- **Newsletter to 10,000**: the same for a newsletter without a pace (\`NEWSLETTER_PER_SECOND=0\`), with its ledger on the disk: each recipient is claimed before being mailed, and each result is kept.
- **Home page while emails go out**: two sites get the same light load at the same time, 20 requests a second of each kind, one site idle and one with 10,000 emails to deliver; rounds of 12 seconds. Emails do not wait for visitors; how many go out meanwhile stands below. **While 20 people sign in**: the same with rounds of 8 seconds.
- **Home page while photographs are uploaded**: the same, an idle site beside one that receives a 12-megapixel photograph after the other; rounds of 12 seconds.
- **Private calendars**: a calendar of ten years with 5,000 events, every tenth a series, from its text to the busy times of the next 60 days. **While private calendars are read**: the worker's child process reads this calendar on and on, two at a time; the reference is the same site right before, in three rounds of 12 seconds each.
- **Search among patients** is the query behind the dashboard's search, 60 times each for several kinds of words: a common part of a name, both names, the last digits of a phone number, part of an address, what nobody has, and so on. The last ones read every record.
- **Publish** is from the answer to Publish until a page has the new text, in the process that was asked and in another on the same database.
- **A month of free times**: the domain's question for 31 days of a calendar with five practitioners, five rooms and 5,000 visits of ten minutes in just these days, nearly all of the opening hours; one question after the other, another service and another moment each time. From the call to the answer, database included; nothing is kept between two questions. The widget's calendar is the soonest times and the month; next free times are those of all services after something was booked.
- **Proposals for a plan of 21 days**: all complete proposals of the delivered template, beside 5,000 visits of ten minutes that fill the beginnings of sixty days. From the call to the answer, database included.
- **100 press for the same hour**: as many people, each with a draft and the calendar seen, post the widget's form at once over connections of their own; exactly one gets the hour, all others the sentence, the three nearest times and the whole calendar. From the press to the last byte of the last answer, client on the same machine.
- **A week of 400 appointments** is five practitioners with 16 half hours on each of five days, in Chromium that is slowed down four times. A *script* is what runs without a break in one task of the browser's main thread, with layout that it asks for; the *task* has the browser's own style, layout and painting, too.
- **Lighthouse** is performance / accessibility / best practices / SEO on its phone with simulated throttling: the median of three runs of the home page; every other page is run once, and where a score misses its goal twice more, of which the median counts. On \`/cart\` and \`/login\`, which ask search engines to stay away, the audit 'is-crawlable' is left out.
- **Backup** is compressed, encrypted, checksummed and on the disk when it is done; its speed is that of the database's own size. **Restore** reads the whole backup first, then fills a new database from it and compares each table with what the backup says.
- **Move** copies all tables in one transaction, then reads both sides anew and compares them; the source stays closed to writes meanwhile.
- **Subscribers, 1,000,000**: the admin's page with 50 rows, from the request to its last byte, one request after the other; the totals of all states are on it. PostgreSQL runs with fsync on. On a busy machine the processor time says more. *Found within* is a part that 1 in 90 addresses has, *found once, within* one of a single address, for which all of them are read. The first misses the goal on PostgreSQL, the second on both; why that is left so stands in docs/decisions/newsletter.md.

## How to repeat it
\`\`\`
npm run bench                        all of it, in about 25 minutes on two cores, and renews this page
npm run bench -- --quick             all of it in two minutes: smaller sizes, fewer rounds, only the home page's Lighthouse
npm run bench -- cached lighthouse   only these (${benchmarks.join(', ')})
npm run bench -- --strict            fails (exit code 1) when a goal was missed
\`\`\`
Each run is kept as JSON in \`bench/out/\`, the newest also as \`latest.json\`. Without \`--strict\` a missed goal is printed and is no failure of the command, since figures depend on the machine; a benchmark that breaks is one.
`
  writeFileSync(new URL('./RESULTS.md', import.meta.url), page)
  return 'bench/RESULTS.md'
}

const inMinutes = (seconds: number) => (seconds / 60).toFixed(1)
