import { appendFileSync, readFileSync } from 'node:fs'
import type { BrowserContext } from '@playwright/test'

// Preloaded into every process of a marked copy (`marked-copy.ts`). Its code calls `__at` where a function begins and
// `__fault` where a fault is built in; this answers whether that fault is on, and writes down which file of tests
// reached what, and how much processor time it took.

const { MARKS_FOLDER: folder, MARKS_TEST: inherited = '', FAULT: fault } = process.env
const on = Number(fault ?? 0)
const file = `${folder}/${process.pid}.txt`
let test = inherited
let reached = new Set<string>()
// Asked for each call of a function, so as fast as can be.
const seen = new Uint8Array(folder ? 50_000 : 0)
let lines: string[] = []
let ticks = ticksOfProcess()

function note(mark: string) {
  if (!folder || reached.has(mark)) return
  reached.add(mark)
  if (lines.push(`${test}\t${mark}`) === 1) setImmediate(write)
}

function write() {
  if (folder && lines.length > 0) appendFileSync(file, `${lines.join('\n')}\n`)
  lines = []
}

/** Of this process and of those that it has waited for, in hundredths of a second. */
function ticksOfProcess() {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0)
}

/** A file of tests begins, or goes on after another one. */
function begin(name: string) {
  if (name === test) return
  close()
  test = name
  reached = new Set()
  seen.fill(0)
  process.env.MARKS_TEST = name
}

function close() {
  const now = ticksOfProcess()
  // A process started by a test is counted by the one that waited for it.
  if (test && test !== inherited) lines.push(`${test}\tcpu ${now - ticks}`)
  ticks = now
  write()
}

process.once('exit', close)

const forChildren = () => ({
  NODE_OPTIONS: process.env.NODE_OPTIONS,
  MARKS_FOLDER: folder,
  MARKS_TEST: test,
  FAULT: fault,
})

/** The same in the pages of a browser. */
async function watch(context: BrowserContext) {
  await context.exposeFunction('__note', (marks: string[]) => marks.forEach(note))
  await context.addInitScript(`
    const seen = new Set(), news = []
    const tell = () => { if (news.length > 0) globalThis.__note?.(news.splice(0)) }
    const note = (mark) => { if (!seen.has(mark)) { seen.add(mark); if (news.push(mark) === 1) setTimeout(tell, 50) } }
    addEventListener('pagehide', tell)
    globalThis.__fault = (number) => (note('m' + number), number === ${on})
    ${folder ? "globalThis.__at = (mark) => note('f' + mark)" : ''}`)
}

Object.assign(globalThis, {
  __at(mark: number) {
    if (seen[mark]) return
    seen[mark] = 1
    note(`f${mark}`)
  },
  __fault(number: number) {
    note(`m${number}`)
    return number === on
  },
  __file: begin,
  __watch: watch,
  __forChildren: forChildren,
})
