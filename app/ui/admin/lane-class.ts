import type { Lane } from '#app/domain/booking/calendar/calendar-lanes.ts'

/** Classes of day-positions.css. More than four at once are squeezed-in appointments, which may cover each other. */
export const laneClass = ({ lane, lanes }: Lane) =>
  lanes === 1 ? '' : ` of-${Math.min(lanes, mostLanes)} lane-${Math.min(lane, mostLanes - 1)}`

const mostLanes = 4
