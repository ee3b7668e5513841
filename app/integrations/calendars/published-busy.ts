import type { Component, Property } from './components.ts'
import { propertiesOf } from './events.ts'
import type { Interval } from './merge-intervals.ts'
import { attempt, type Reading } from './reading.ts'
import { periodsOf, readPeriod } from './times.ts'

/** Busy times without events, as some programs publish them (VFREEBUSY). */
export function* publishedBusy(calendar: Component, reading: Reading): Generator<Interval> {
  for (const component of calendar.parts.filter(({ name }) => name === 'VFREEBUSY'))
    for (const property of propertiesOf(component, 'FREEBUSY')) {
      if (/;FBTYPE="?FREE\b/.test(property.params)) continue
      for (const text of periodsOf(property)) {
        const interval = attempt(reading.note, () => busyTime(text, property, reading))
        if (interval) yield interval
      }
    }
}

function busyTime(text: string, property: Property, { clock, note }: Reading) {
  const period = readPeriod(text, property)
  if (!period) {
    note('unreadable-event')
    return undefined
  }
  const { start, end, lengthMs = 0 } = period
  const from = clock.toInstant(start)
  const until = end ? clock.toInstant(end) : from + lengthMs
  if (until <= from) note('no-length')
  return { from, until }
}
