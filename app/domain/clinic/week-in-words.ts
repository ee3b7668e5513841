import type { ClinicFacts } from './clinic-facts.ts'

/** Joins consecutive days with the same hours. */
export function weekInWords(week: ClinicFacts['week']) {
  const runs: { days: string[]; text: string }[] = []
  for (const { name, text } of week) {
    const run = runs.at(-1)
    if (run?.text === text) run.days.push(name)
    else runs.push({ days: [name], text })
  }
  return runs.map(({ days, text }) => `${daysInWords(days)}: ${text}`).join('; ')
}

const daysInWords = (days: string[]) => (days.length > 2 ? `${days[0]} to ${days.at(-1)}` : days.join(' and '))
