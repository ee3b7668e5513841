import type { Browser, Page } from '@playwright/test'

type TraceEvent = {
  name: string
  pid: number
  tid: number
  ts: number
  dur?: number
  tdur?: number
  args: { name?: string }
}

/** What runs script: events, timers, frames, and what was awaited. */
const scripts = new Set([
  'EvaluateScript',
  'EventDispatch',
  'FireAnimationFrame',
  'FireIdleCallback',
  'FunctionCall',
  'RunMicrotasks',
  'TimerFire',
])

/**
 * Milliseconds of the page's longest task during an act: of its scripts, and with style, layout and painting. Of
 * processor time, which other programs on the machine do not lengthen, and the browser's slowdown does.
 */
export async function longestTask(browser: Browser, page: Page, act: () => Promise<void>) {
  const categories = ['__metadata', 'devtools.timeline', 'disabled-by-default-devtools.timeline']
  await browser.startTracing(page, { categories })
  await act()
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const main = trace.traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
  const events = trace.traceEvents
    .filter(({ dur, pid, tid }) => dur && main.some((thread) => thread.pid === pid && thread.tid === tid))
    .toSorted((a, b) => a.ts - b.ts || endOf(b) - endOf(a))
  const tasks = events.filter(({ name }) => name === 'RunTask')
  const longest = { script: 0, task: 0 }
  let next = 0
  for (const task of tasks) {
    let [script, until] = [0, task.ts]
    for (; next < events.length && events[next]!.ts < endOf(task); next += 1) {
      const event = events[next]!
      // Within another one, it is part of that.
      if (!scripts.has(event.name) || event.ts < until) continue
      script += event.tdur ?? 0
      until = endOf(event)
    }
    longest.script = Math.max(longest.script, script / 1_000)
    longest.task = Math.max(longest.task, (task.tdur ?? 0) / 1_000)
  }
  return longest
}

const endOf = ({ ts, dur = 0 }: TraceEvent) => ts + dur
