import { addUp } from '#app/ui/primitives/add-up.ts'

type DayPosition = { hour: number; minute: number; hours: number; minutes: number }

/** Classes of day-positions.css for a start in a day and a length, in steps of five minutes. */
export const dayPosition = ({ hour, minute, hours, minutes }: DayPosition) =>
  ['at', addUp('at-h', hour, 1), addUp('at-m', minute, 5), addUp('for-h', hours, 1), addUp('for-m', minutes, 5)]
    .flat()
    .join(' ')
