import type { Appointment } from '#app/domain/booking/appointment.ts'

/** A request that reserves nothing: its time is a wish until it is admitted, or the clinic accepts it. */
export const holdsNoTime = ({ state, heldBack }: Pick<Appointment, 'state' | 'heldBack'>) =>
  state === 'requested' && heldBack !== undefined
